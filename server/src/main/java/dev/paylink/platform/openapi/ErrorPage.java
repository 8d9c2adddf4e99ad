package dev.paylink.platform.openapi;

import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.Templates;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * One problem code as a page, which the {@code type} of a problem leads to: what the contract says
 * about it, and which calls answer with it.
 */
record ErrorPage(Panel panel, String code, List<Reason> reasons) {
  private static final String TEMPLATE = "platform/openapi/error.jte";
  private static final String PROBLEM = "application/problem+json";

  /** One meaning of the code; without calls it may answer any request. */
  record Reason(String status, Content description, List<Call> calls) {}

  /** A call, and its place in the documentation. */
  record Call(String name, String address) {}

  /** What is gathered of one meaning. */
  private record Meaning(String status, String description) {}

  /** Renders the pages of all codes. */
  static Map<String, byte[]> renderAll(
      OpenApiDocument document,
      Templates templates,
      Assets assets,
      boolean testMode,
      String homePath) {
    Map<String, Map<Meaning, List<Call>>> codes = new TreeMap<>();
    for (Operation operation : Operation.all(document)) {
      if (!operation.webhook()) {
        Call call = new Call(operation.verb() + " " + operation.path(), operation.address());
        gather(document, operation.node().path("responses"), List.of(call), codes);
      }
    }
    gather(document, document.root().path("x-fallback-responses"), List.of(), codes);
    String product = document.info("title");
    Map<String, byte[]> pages = new TreeMap<>();
    codes.forEach(
        (code, meanings) -> {
          Panel panel = new Panel(assets, product, code, testMode, homePath);
          pages.put(
              code, templates.render(TEMPLATE, new ErrorPage(panel, code, reasons(meanings))));
        });
    return pages;
  }

  private static List<Reason> reasons(Map<Meaning, List<Call>> meanings) {
    return meanings.entrySet().stream()
        .map(
            meaning ->
                new Reason(
                    meaning.getKey().status,
                    Markdown.blocks(meaning.getKey().description),
                    meaning.getValue()))
        .toList();
  }

  private static void gather(
      OpenApiDocument document,
      JsonNode responses,
      List<Call> calls,
      Map<String, Map<Meaning, List<Call>>> codes) {
    for (Map.Entry<String, JsonNode> response : responses.properties()) {
      JsonNode content = document.resolve(response.getValue()).path("content");
      AnswerView.annotated(document, content.path(PROBLEM).path("schema"))
          .forEach(
              code ->
                  codes
                      .computeIfAbsent(
                          code.path("const").asString(""), ignored -> new LinkedHashMap<>())
                      .computeIfAbsent(
                          new Meaning(response.getKey(), code.path("description").asString("")),
                          ignored -> new ArrayList<>())
                      .addAll(calls));
    }
  }
}
