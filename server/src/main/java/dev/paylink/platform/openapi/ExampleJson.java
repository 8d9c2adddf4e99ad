package dev.paylink.platform.openapi;

import dev.paylink.platform.json.IndentedJson;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Finds the example of a body: the document's own, else one built from its schema. */
final class ExampleJson {
  private static final int MAX_DEPTH = 8;

  private final OpenApiDocument document;

  ExampleJson(OpenApiDocument document) {
    this.document = document;
  }

  /** Returns the example of the first JSON media type in a {@code content} object, indented. */
  Optional<String> ofContent(JsonNode content) {
    return content
        .propertyStream()
        .filter(media -> media.getKey().endsWith("json"))
        .findFirst()
        .map(media -> IndentedJson.of(ofMedia(media.getValue())));
  }

  private JsonNode ofMedia(JsonNode media) {
    return media
        .optional("example")
        .or(() -> media.path("examples").valueStream().findFirst().map(e -> e.path("value")))
        .orElseGet(() -> ofSchema(media.path("schema"), MAX_DEPTH));
  }

  /** Returns a value that matches the schema. */
  JsonNode ofSchema(JsonNode schema) {
    return ofSchema(schema, MAX_DEPTH);
  }

  private JsonNode ofSchema(JsonNode schema, int depth) {
    SchemaView view = SchemaView.of(document, schema);
    JsonNode node = view.node();
    return given(node)
        .orElseGet(
            () ->
                switch (view.types().stream().findFirst().orElse("null")) {
                  case "object" -> object(view, depth);
                  case "array" -> array(node.path("items"), depth);
                  case "integer", "number" -> node.path("minimum");
                  case "boolean" -> JsonNodeFactory.instance.booleanNode(true);
                  case "string" -> JsonNodeFactory.instance.stringNode("…");
                  default -> JsonNodeFactory.instance.nullNode();
                });
  }

  private static Optional<JsonNode> given(JsonNode schema) {
    return schema
        .path("examples")
        .optional(0)
        .or(() -> schema.optional("const"))
        .or(() -> schema.optional("default"))
        .or(() -> schema.path("enum").optional(0))
        .or(() -> schema.path("oneOf").path(0).optional("const"));
  }

  /** Returns the required members; all of them if none is required. */
  private ObjectNode object(SchemaView view, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> property : view.properties()) {
      boolean shown = view.requires(property.getKey()) || !view.requiresAnything();
      if (shown && depth > 0) {
        object.set(property.getKey(), ofSchema(property.getValue(), depth - 1));
      }
    }
    return object;
  }

  private ArrayNode array(JsonNode items, int depth) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    return depth > 0 && items.isObject() ? array.add(ofSchema(items, depth - 1)) : array;
  }
}
