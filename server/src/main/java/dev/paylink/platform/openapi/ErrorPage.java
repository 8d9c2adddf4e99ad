package dev.paylink.platform.openapi;

import dev.paylink.platform.web.Panel;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One problem code as a page, which the {@code type} of a problem leads to: what to do, what the
 * contract says about it, and which calls answer with it.
 *
 * @param advice what to do, as the catalogue says
 */
record ErrorPage(Panel panel, String code, String status, Content advice, List<Reason> reasons) {
  /** The path that people try first; it leads to the catalogue. */
  static final String CATALOGUE = OpenApiRoutes.PATH + "/errors";

  /** The guide that is the catalogue: a row for each code. */
  static final String GUIDE = "error-codes";

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([0-9, ]+) \\| (.+) \\|$");
  private static final String PROBLEM = "application/problem+json";

  /** One meaning of the code; without calls it may answer any request. */
  record Reason(String status, Content description, List<Call> calls) {}

  /** A call, and its place in the documentation. */
  record Call(String name, String address) {}

  /** A row of the catalogue; {@code advice} is Markdown. */
  record Row(String status, String advice) {}

  /** What is gathered of one meaning. */
  private record Meaning(String status, String description) {}

  /** Returns the rows of the catalogue by their codes. */
  static Map<String, Row> catalogue(List<Guide> guides) {
    Guide catalogue =
        guides.stream().filter(guide -> guide.name().equals(GUIDE)).findFirst().orElseThrow();
    Map<String, Row> rows = new LinkedHashMap<>();
    ROW.matcher(catalogue.markdown())
        .results()
        .forEach(row -> rows.put(row.group(1), new Row(row.group(2), row.group(3))));
    return rows;
  }

  /** Returns the pages of all codes of the catalogue, and of any other that the contract has. */
  static Map<String, Supplier<ErrorPage>> all(OpenApiDocument document, DocsFrame.Site site) {
    Map<String, Map<Meaning, List<Call>>> codes = new TreeMap<>();
    for (Operation operation : Operation.all(document)) {
      if (!operation.webhook()) {
        Call call = new Call(operation.verb() + " " + operation.path(), operation.address());
        gather(document, operation.node().path("responses"), List.of(call), codes);
      }
    }
    gather(document, document.root().path("x-fallback-responses"), List.of(), codes);
    Map<String, Row> rows = catalogue(site.guides());
    rows.keySet().forEach(code -> codes.computeIfAbsent(code, ignored -> new LinkedHashMap<>()));
    Map<String, Supplier<ErrorPage>> pages = new TreeMap<>();
    codes.forEach(
        (code, meanings) -> {
          Row row = rows.getOrDefault(code, new Row("", ""));
          pages.put(code, () -> of(code, row, meanings, site));
        });
    return pages;
  }

  private static ErrorPage of(
      String code, Row row, Map<Meaning, List<Call>> meanings, DocsFrame.Site site) {
    Panel panel = new Panel(site.assets(), site.product(), code, site.testMode(), site.homePath());
    Content advice = GuideText.inline(row.advice, GUIDE, site.guides());
    return new ErrorPage(panel, code, row.status, advice, reasons(meanings));
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
