package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class OpenApiPageTest {
  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.load(URI.create("https://pay.example/links"));
  private static final OpenApiPage PAGE = OpenApiPage.render(DOCUMENT);
  private static final String HTML = new String(PAGE.html(), UTF_8);

  @Test
  void every_operation_has_a_section_and_is_in_the_contents() {
    assertThat(Operation.all(DOCUMENT)).hasSizeGreaterThan(15);
    for (Operation operation : Operation.all(DOCUMENT)) {
      assertThat(HTML)
          .contains("<section class=\"operation\" id=\"" + operation.anchor() + "\">")
          .contains("<a href=\"#" + operation.anchor() + "\" class=\"call\">")
          .contains("<code>" + operation.path() + "</code>");
    }
  }

  @Test
  void every_anchor_is_unique_and_every_link_leads_to_one() {
    List<String> ids = all(" id=\"([^\"]*)\"");
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).containsAll(all("href=\"#([^\"]*)\""));
  }

  @Test
  void every_problem_code_of_the_contract_is_on_the_page() {
    List<String> codes =
        DOCUMENT.root().findValues("const").stream()
            .filter(JsonNode::isString)
            .map(JsonNode::asString)
            .toList();
    assertThat(codes).hasSizeGreaterThan(20);
    assertThat(codes).allMatch(code -> HTML.contains("<code>" + code + "</code>"));
  }

  @Test
  void the_page_asks_for_nothing_but_its_stylesheet() {
    assertThat(HTML).doesNotContain("<script").doesNotContain("<style").doesNotContain(" style=");
    assertThat(all(" src=\"([^\"]*)\"")).isEmpty();
    assertThat(all(" href=\"([^#\"][^\"]*)\""))
        .containsExactlyInAnyOrder("/links/docs/style.css", "/links/openapi.json");
    assertThat(new String(PAGE.css(), UTF_8)).doesNotContain("url(").doesNotContain("@import");
  }

  @Test
  void every_class_on_the_page_that_matters_is_in_the_stylesheet() {
    String css = new String(PAGE.css(), UTF_8);
    for (String name : List.of("operation", "samples", "fields", "answer", "values", "codes")) {
      assertThat(HTML).contains("class=\"" + name);
      assertThat(css).contains("." + name);
    }
    assertThat(css).contains("prefers-color-scheme: dark").contains("max-width: 50rem");
  }

  @Test
  void text_of_the_document_stays_text() {
    String evil = "<img src=x onerror=alert(1)>'\\\"&";
    String yaml =
        """
        openapi: 3.1.0
        info: {title: "%1$s", version: "%1$s", summary: "%1$s", description: "## %1$s\\n\\n`%1$s` **%1$s**"}
        tags: [{name: "%1$s", description: "%1$s"}]
        paths:
          "/%1$s":
            servers: [{url: "%1$s", description: "%1$s"}]
            post:
              operationId: "%1$s"
              summary: "%1$s"
              tags: ["%1$s"]
              security: [{"%1$s": []}]
              parameters: [{name: "%1$s", in: "%1$s", required: true, schema: {enum: ["%1$s"]}}]
              requestBody: {content: {"%1$s/json": {schema: {properties: {"%1$s": {type: "%1$s"}}}}}}
              responses:
                "2%1$s":
                  description: "%1$s"
                  headers: {"%1$s": {description: "%1$s"}}
                  content: {"%1$s/json": {example: "%1$s", schema: {oneOf: [{const: "%1$s"}]}}}
        components: {securitySchemes: {"%1$s": {name: "%1$s", description: "%1$s"}}}
        """
            .formatted(evil);
    String html =
        new String(
            OpenApiPage.render(
                    OpenApiDocument.parse(yaml.getBytes(UTF_8), URI.create("http://127.0.0.1")))
                .html(),
            UTF_8);
    assertThat(html).contains("&lt;img src=x onerror=alert(1)&gt;").doesNotContain("<img");
  }

  @Test
  void rendering_leaves_the_document_as_it_was() {
    assertThat(JsonMapper.shared().writeValueAsBytes(DOCUMENT.root())).isEqualTo(DOCUMENT.json());
  }

  private static List<String> all(String pattern) {
    return Pattern.compile(pattern).matcher(HTML).results().map(OpenApiPageTest::first).toList();
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }
}
