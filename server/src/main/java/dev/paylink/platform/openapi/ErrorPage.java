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
    document
        .root()
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method ->
                            gather(
                                document,
                                method.getValue().path("responses"),
                                List.of(call(path.getKey(), method.getKey(), method.getValue())),
                                codes)));
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

  private static Call call(String path, String method, JsonNode operation) {
    return new Call(
        method.toUpperCase(java.util.Locale.ROOT) + " " + path,
        Reference.path(operation.path("tags").path(0).asString(""))
            + '#'
            + operation.path("operationId").asString(""));
  }

  private static void gather(
      OpenApiDocument document,
      JsonNode responses,
      List<Call> calls,
      Map<String, Map<Meaning, List<Call>>> codes) {
    responses
        .properties()
        .forEach(
            response -> {
              JsonNode schema =
                  document
                      .resolve(response.getValue())
                      .path("content")
                      .path(PROBLEM)
                      .path("schema");
              for (JsonNode code : codes(document.resolve(schema))) {
                codes
                    .computeIfAbsent(
                        code.path("const").asString(""), ignored -> new LinkedHashMap<>())
                    .computeIfAbsent(
                        new Meaning(response.getKey(), code.path("description").asString("")),
                        ignored -> new ArrayList<>())
                    .addAll(calls);
              }
            });
  }

  /** Returns the codes of a problem's schema, each with its description. */
  private static List<JsonNode> codes(JsonNode schema) {
    List<JsonNode> codes = new ArrayList<>();
    for (JsonNode part : schema.path("allOf")) {
      JsonNode code = part.path("properties").path("code");
      code.path("oneOf").forEach(codes::add);
      if (code.has("const")) {
        codes.add(code);
      }
    }
    return codes;
  }
}
