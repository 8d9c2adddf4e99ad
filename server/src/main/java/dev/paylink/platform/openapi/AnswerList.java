package dev.paylink.platform.openapi;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Renders what an operation may answer, one fold per status. A body that extends a shared object
 * (an {@code allOf} that starts with a reference) shows only what it adds, and names the object.
 */
final class AnswerList {
  private static final String SCHEMAS = "#/components/schemas/";

  private static final String[] OPEN = {"class", "answer s2", "open", ""};

  private final OpenApiDocument document;
  private final ExampleJson examples;
  private final Set<String> sharedObjects;
  private final Map<String, Html> rendered = new HashMap<>();

  /** Adds to {@code sharedObjects} the name of each object that it did not unfold. */
  AnswerList(OpenApiDocument document, Set<String> sharedObjects) {
    this.document = document;
    this.examples = new ExampleJson(document);
    this.sharedObjects = sharedObjects;
  }

  /** Most answers are shared between operations, so each is rendered only once. */
  void of(Operation operation, Html html) {
    html.element("h4", "Answers");
    for (Map.Entry<String, JsonNode> answer : operation.node().path("responses").properties()) {
      String status = answer.getKey();
      JsonNode response = answer.getValue();
      html.add(
          rendered.computeIfAbsent(
              status + response, key -> answer(status, document.resolve(response))));
    }
  }

  private Html answer(String status, JsonNode response) {
    Html html = new Html();
    boolean success = status.startsWith("2");
    String[] folded = {"class", "answer s" + status.charAt(0)};
    html.open("details", success ? OPEN : folded);
    html.open("summary").element("span", status, "class", "status").open("span", "class", "about");
    Markdown.inline(html, response.path("description").asString("").strip().replace('\n', ' '));
    codes(html, response.path("content"));
    html.close().close();
    headers(html, response.path("headers"));
    response.path("content").properties().forEach(m -> body(html, m.getKey(), m.getValue()));
    if (!success) {
      examples
          .ofContent(response.path("content"))
          .ifPresent(json -> html.open("pre").element("code", json).close());
    }
    return html.close();
  }

  /** The values that an error may carry, to be seen without unfolding the answer. */
  private void codes(Html html, JsonNode content) {
    List<JsonNode> values =
        content
            .valueStream()
            .flatMap(media -> annotatedMembers(media.path("schema")))
            .flatMap(List::stream)
            .toList();
    if (!values.isEmpty()) {
      html.open("span", "class", "codes");
      values.forEach(value -> html.element("code", value.path("const").asString("")).text(" "));
      html.close();
    }
  }

  private void headers(Html html, JsonNode headers) {
    if (!headers.isEmpty()) {
      Map<String, JsonNode> resolved = new LinkedHashMap<>();
      headers.properties().forEach(h -> resolved.put(h.getKey(), document.resolve(h.getValue())));
      html.open("details", "class", "headers");
      html.element("summary", "Headers: " + String.join(", ", resolved.keySet()));
      new FieldTable(document, html).ofNamed(resolved, FieldTable.Mark.MAY_BE_ABSENT);
      html.close();
    }
  }

  private void body(Html html, String mediaType, JsonNode media) {
    JsonNode schema = media.path("schema");
    String base = schema.path("allOf").path(0).path("$ref").asString("");
    FieldTable fields = new FieldTable(document, html);
    html.open("p", "class", "media").element("code", mediaType);
    if (base.startsWith(SCHEMAS)) {
      String name = base.substring(SCHEMAS.length());
      sharedObjects.add(name);
      html.text(" with a ").element("a", name, "href", "#" + sharedAnchor(name)).text(" body");
      html.close();
      annotatedMembers(schema).forEach(fields::values);
    } else {
      html.close();
      fields.ofSchema(schema, FieldTable.Mark.MAY_BE_ABSENT);
    }
  }

  private Stream<List<JsonNode>> annotatedMembers(JsonNode schema) {
    return SchemaView.of(document, schema).properties().stream()
        .map(member -> SchemaView.of(document, member.getValue()).annotatedValues());
  }

  static String sharedAnchor(String name) {
    return "object-" + Html.slug(name);
  }
}
