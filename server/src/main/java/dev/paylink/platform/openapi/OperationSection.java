package dev.paylink.platform.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Renders one operation: what it is for and takes on the left, how it looks on the wire beside it.
 */
final class OperationSection {
  private final OpenApiDocument document;
  private final Html html;
  private final FieldTable fields;
  private final AnswerList answers;
  private final ExampleJson examples;
  private final CurlExample curl;

  OperationSection(OpenApiDocument document, Html html, Set<String> sharedObjects) {
    this.document = document;
    this.html = html;
    this.fields = new FieldTable(document, html);
    this.answers = new AnswerList(document, sharedObjects);
    this.examples = new ExampleJson(document);
    this.curl = new CurlExample(document);
  }

  void of(Operation operation) {
    html.open("section", "class", "operation", "id", operation.anchor());
    html.open("div", "class", "words");
    heading(operation);
    Markdown.blocks(html, operation.description());
    server(operation.ownServer());
    security(operation.security());
    parameters(operation.parameters());
    requestBody(operation.requestBody());
    answers.of(operation, html);
    html.close();
    samples(operation);
    html.close();
  }

  private void heading(Operation operation) {
    html.open("h3").text(operation.summary()).text(" ");
    html.element("a", "#", "class", "anchor", "href", "#" + operation.anchor()).close();
    html.open("p", "class", "line");
    html.element("span", operation.verb(), "class", "verb " + operation.method()).text(" ");
    html.element("code", operation.path()).close();
  }

  private void server(JsonNode server) {
    if (server.isObject()) {
      html.open("p", "class", "note").text(server.path("description").asString("Served at"));
      html.text(": ").element("code", server.path("url").asString("")).close();
    }
  }

  private void security(JsonNode alternatives) {
    if (alternatives.isEmpty()) {
      return;
    }
    html.open("p", "class", "note").text("Needs ");
    String either = "";
    for (JsonNode alternative : alternatives) {
      html.text(either);
      either = ", or ";
      String and = "";
      for (String scheme : alternative.propertyNames()) {
        html.text(and).element("a", scheme, "href", "#" + schemeAnchor(scheme));
        and = " + ";
      }
    }
    html.close();
  }

  static String schemeAnchor(String scheme) {
    return "scheme-" + Html.slug(scheme);
  }

  private void parameters(List<JsonNode> parameters) {
    if (!parameters.isEmpty()) {
      html.element("h4", "Parameters");
      Map<String, JsonNode> byName = new LinkedHashMap<>();
      parameters.forEach(parameter -> byName.put(parameter.path("name").asString(""), parameter));
      fields.ofNamed(byName, FieldTable.Mark.REQUIRED);
    }
  }

  private void requestBody(JsonNode requestBody) {
    for (Map.Entry<String, JsonNode> media : requestBody.path("content").properties()) {
      html.open("h4").text("Body ").element("code", media.getKey()).close();
      fields.ofSchema(media.getValue().path("schema"), FieldTable.Mark.REQUIRED);
    }
  }

  private void samples(Operation operation) {
    html.open("div", "class", "samples");
    sample("Request", curl.of(operation));
    operation.node().path("responses").properties().stream()
        .filter(answer -> answer.getKey().startsWith("2"))
        .findFirst()
        .ifPresent(answer -> success(answer.getKey(), document.resolve(answer.getValue())));
    html.close();
  }

  private void success(String status, JsonNode response) {
    Optional<String> json = examples.ofContent(response.path("content"));
    json.ifPresent(text -> sample("Answer " + status, text));
  }

  private void sample(String title, String code) {
    html.open("figure").element("figcaption", title);
    html.open("pre").element("code", code).close().close();
  }
}
