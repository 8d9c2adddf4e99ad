package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Templates;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class OpenApiPageTest {
  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.load(BaseUrl.parse("https://pay.example"));
  private static final Assets ASSETS =
      Assets.forPanel("/docs/assets", OpenApiPage.class, List.of("docs.css"));
  private static final String HTML = render(DOCUMENT);

  @Test
  void every_operation_has_a_section_and_is_in_the_contents() {
    List<String> ids =
        Stream.of("paths", "webhooks")
            .flatMap(member -> DOCUMENT.root().path(member).findValues("operationId").stream())
            .map(JsonNode::asString)
            .toList();
    assertThat(ids).hasSizeGreaterThan(60).contains("createPayment", "onPaymentOutcome");
    assertThat(ids)
        .allSatisfy(
            id ->
                assertThat(HTML)
                    .contains("<section class=\"card operation\" id=\"" + id + "\"")
                    .contains("<a class=\"call\" href=\"#" + id + "\">"));
    for (Operation operation : Operation.all(DOCUMENT)) {
      assertThat(HTML).contains(operation.summary());
      assertThat(HTML).contains("<code>" + operation.path() + "</code>");
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
  void the_page_asks_for_nothing_but_its_own_files() {
    List<String> asked = new ArrayList<>(all(" src=\"([^\"]*)\""));
    asked.addAll(all("<link [^>]*href=\"([^\"]*)\""));
    assertThat(asked)
        .contains(ASSETS.url("docs.css"), ASSETS.url("panel.css"), ASSETS.url("icon.svg"))
        .allMatch(url -> url.startsWith("/docs/assets/"));
    assertThat(all("<a [^>]*href=\"([^#\"][^\"]*)\"")).containsOnly("/dashboard", "/openapi.json");
  }

  @Test
  void every_class_on_the_page_is_in_a_stylesheet() throws IOException {
    String css = resource("docs.css") + resource("/dev/paylink/platform/web/panel.css");
    List<String> classes =
        all(" class=\"([^\"]*)\"").stream()
            .flatMap(names -> Stream.of(names.split(" ")))
            .distinct()
            .filter(name -> !name.matches("language-.*|s3|options|may-be-absent|path|query|header"))
            .toList();
    assertThat(classes).contains("operation", "fields");
    assertThat(classes)
        .allSatisfy(name -> assertThat(css).containsPattern("\\." + name + "(?![\\w-])"));
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
        render(OpenApiDocument.parse(yaml.getBytes(UTF_8), BaseUrl.parse("http://127.0.0.1")));
    assertThat(html).contains("&lt;img src=x onerror=alert(1)").doesNotContain("<img src=x");
  }

  @Test
  void rendering_leaves_the_document_as_it_was() {
    assertThat(JsonMapper.shared().writeValueAsBytes(DOCUMENT.root())).isEqualTo(DOCUMENT.json());
  }

  private static String render(OpenApiDocument document) {
    return new String(
        OpenApiPage.render(document, new Templates(), ASSETS, false, "/dashboard"), UTF_8);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(OpenApiPage.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static List<String> all(String pattern) {
    return Pattern.compile(pattern).matcher(HTML).results().map(OpenApiPageTest::first).toList();
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }
}
