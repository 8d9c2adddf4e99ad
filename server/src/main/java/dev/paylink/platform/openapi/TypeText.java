package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Describes in words what a schema allows: its type, and the limits a writer needs to know. */
final class TypeText {
  private TypeText() {}

  /** Returns the type, such as {@code string (date-time) or null}. */
  static String type(OpenApiDocument document, SchemaView schema) {
    String format = schema.node().path("format").asString("");
    String name =
        String.join(" or ", schema.types().stream().map(t -> named(document, schema, t)).toList());
    return (name.isEmpty() ? "any" : name)
        + (format.isEmpty() ? "" : " (" + format + ")")
        + (schema.nullable() ? " or null" : "");
  }

  private static String named(OpenApiDocument document, SchemaView schema, String type) {
    JsonNode items = schema.node().path("items");
    JsonNode values = schema.node().path("additionalProperties");
    if (type.equals("array") && items.isObject()) {
      return "array of " + type(document, SchemaView.of(document, items));
    }
    if (type.equals("object") && values.isObject()) {
      return "map of " + type(document, SchemaView.of(document, values));
    }
    return type;
  }

  /**
   * Returns the limits in Markdown, such as {@code at most 500 characters} and {@code default
   * `USD`}.
   */
  static List<String> limits(SchemaView schema) {
    JsonNode node = schema.node();
    List<String> limits = new ArrayList<>();
    range(limits, node, "minLength", "maxLength", n -> n + " characters");
    range(limits, node, "minimum", "maximum", n -> n);
    range(limits, node, "minItems", "maxItems", n -> n + " items");
    range(limits, node, "minProperties", "maxProperties", n -> n + " members");
    add(limits, "above ", node.path("exclusiveMinimum"));
    add(limits, "always ", node.path("const"));
    add(limits, "default ", node.path("default"));
    if (node.path("enum").size() == 1) {
      add(limits, "always ", node.path("enum").path(0));
    } else if (node.has("enum")) {
      limits.add(
          "one of "
              + String.join(", ", node.path("enum").valueStream().map(TypeText::code).toList()));
    }
    return limits;
  }

  private static void range(
      List<String> limits, JsonNode node, String low, String high, Function<String, String> unit) {
    String from = node.path(low).asString("");
    String to = node.path(high).asString("");
    if (!from.isEmpty() && !to.isEmpty()) {
      limits.add(unit.apply(from + " to " + to));
    } else if (!to.isEmpty()) {
      limits.add("at most " + unit.apply(to));
    } else if (low.equals("minLength") && from.equals("1")) {
      limits.add("not empty");
    } else if (!from.isEmpty()) {
      limits.add("at least " + unit.apply(from));
    }
  }

  private static void add(List<String> limits, String words, JsonNode value) {
    if (!value.isMissingNode()) {
      limits.add(words + code(value));
    }
  }

  private static String code(JsonNode value) {
    return "`" + value.asString(value.toString()) + "`";
  }
}
