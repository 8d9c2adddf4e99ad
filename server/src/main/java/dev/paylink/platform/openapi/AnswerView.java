package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answers of an operation with one status.
 *
 * @param codes the values that an error may carry, shown without unfolding the answer
 * @param example an example of an error's body; that of a success is shown next to the request
 */
record AnswerView(
    String status,
    Content about,
    List<String> codes,
    List<Field> headers,
    List<Body> bodies,
    @Nullable String example) {
  private static final String SCHEMAS = "#/components/schemas/";

  /**
   * A body that extends a shared object (an {@code allOf} that starts with a reference) has {@code
   * values} and names that object in {@code base}; any other has {@code fields}.
   */
  record Body(
      String mediaType, @Nullable String base, List<Field.Value> values, List<Field> fields) {
    static Body of(OpenApiDocument document, String mediaType, JsonNode media) {
      JsonNode schema = media.path("schema");
      String base = schema.path("allOf").path(0).path("$ref").asString("");
      if (!base.startsWith(SCHEMAS)) {
        List<Field> fields = Field.ofSchema(document, schema, Field.Mark.MAY_BE_ABSENT);
        return new Body(mediaType, null, List.of(), fields);
      }
      List<Field.Value> values = Field.Value.of(annotated(document, schema).toList());
      return new Body(mediaType, base.substring(SCHEMAS.length()), values, List.of());
    }
  }

  static AnswerView of(OpenApiDocument document, String status, JsonNode response) {
    JsonNode content = response.path("content");
    return new AnswerView(
        status,
        Markdown.inline(response.path("description").asString("")),
        content
            .valueStream()
            .flatMap(media -> annotated(document, media.path("schema")))
            .map(value -> value.path("const").asString(""))
            .toList(),
        headers(document, response.path("headers")),
        content.properties().stream()
            .map(media -> Body.of(document, media.getKey(), media.getValue()))
            .toList(),
        isSuccess(status) ? null : new ExampleJson(document).ofContent(content).orElse(null));
  }

  static boolean isSuccess(String status) {
    return status.startsWith("2");
  }

  boolean success() {
    return isSuccess(status);
  }

  /** Returns the class of the status, such as 4. */
  String kind() {
    return status.substring(0, 1);
  }

  private static List<Field> headers(OpenApiDocument document, JsonNode headers) {
    Map<String, JsonNode> resolved = new LinkedHashMap<>();
    headers.properties().forEach(h -> resolved.put(h.getKey(), document.resolve(h.getValue())));
    return Field.ofNamed(document, resolved, Field.Mark.MAY_BE_ABSENT);
  }

  /** Returns the values that a schema lists with their meanings, such as the codes of a problem. */
  static Stream<JsonNode> annotated(OpenApiDocument document, JsonNode schema) {
    return SchemaView.of(document, schema).properties().stream()
        .map(member -> SchemaView.of(document, member.getValue()))
        .flatMap(view -> Stream.concat(view.onlyValue().stream(), view.annotatedValues().stream()));
  }
}
