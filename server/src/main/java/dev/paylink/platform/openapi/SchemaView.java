package dev.paylink.platform.openapi;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema for a reader: references followed, the parts of an {@code allOf} merged, and "or null"
 * taken out of the type.
 */
record SchemaView(JsonNode node, boolean nullable) {

  static SchemaView of(OpenApiDocument document, JsonNode schema) {
    JsonNode resolved = document.resolve(schema);
    List<JsonNode> alternatives = resolved.path("oneOf").valueStream().toList();
    List<JsonNode> values = alternatives.stream().filter(a -> !isNull(a)).toList();
    if (values.size() == 1 && alternatives.size() == 2) {
      ObjectNode merged = without(resolved, "oneOf");
      merge(merged, of(document, values.getFirst()).node());
      return new SchemaView(merged, true);
    }
    return new SchemaView(mergeParts(document, resolved), hasNullType(resolved));
  }

  Set<Map.Entry<String, JsonNode>> properties() {
    return node.path("properties").properties();
  }

  boolean requires(String property) {
    return node.path("required").valueStream().anyMatch(name -> name.asString("").equals(property));
  }

  boolean requiresAnything() {
    return !node.path("required").isEmpty();
  }

  /** Returns the values of a schema that lists each value with its meaning. */
  List<JsonNode> annotatedValues() {
    return node.path("oneOf").valueStream().filter(value -> value.has("const")).toList();
  }

  /** Returns the schema itself if it has a single text as its value, with its meaning. */
  Optional<JsonNode> onlyValue() {
    return Optional.of(node)
        .filter(value -> value.path("const").isString() && value.has("description"));
  }

  /** Returns the types by name, without null. */
  List<String> types() {
    JsonNode type = node.path("type");
    return (type.isArray()
            ? type.valueStream().map(t -> t.asString(""))
            : type.asStringOpt().stream())
        .filter(name -> !name.equals("null") || !type.isArray())
        .toList();
  }

  private static JsonNode mergeParts(OpenApiDocument document, JsonNode schema) {
    if (!schema.has("allOf")) {
      return schema;
    }
    ObjectNode merged = without(schema, "allOf");
    schema.path("allOf").forEach(part -> merge(merged, of(document, part).node()));
    return merged;
  }

  /**
   * Adds a part: a property of both keeps the members of both, otherwise the first one stays. Only
   * {@code into} is modified; its values still belong to the document.
   */
  private static void merge(ObjectNode into, JsonNode part) {
    for (Map.Entry<String, JsonNode> member : part.properties()) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      switch (name) {
        case "properties" -> into.set(name, bothProperties(into.path(name), value));
        case "required" -> into.set(name, union(into.path(name), value));
        default -> into.putIfAbsent(name, value);
      }
    }
  }

  private static ObjectNode bothProperties(JsonNode first, JsonNode second) {
    ObjectNode both = overlay(first, JsonNodeFactory.instance.objectNode());
    for (Map.Entry<String, JsonNode> property : second.properties()) {
      both.set(property.getKey(), overlay(first.path(property.getKey()), property.getValue()));
    }
    return both;
  }

  private static ObjectNode overlay(JsonNode below, JsonNode above) {
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    below.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    above.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    return merged;
  }

  private static JsonNode union(JsonNode first, JsonNode second) {
    Set<JsonNode> names = new LinkedHashSet<>();
    first.forEach(names::add);
    second.forEach(names::add);
    return JsonNodeFactory.instance.arrayNode().addAll(names);
  }

  private static ObjectNode without(JsonNode schema, String member) {
    ObjectNode copy = overlay(schema, JsonNodeFactory.instance.objectNode());
    copy.remove(member);
    return copy;
  }

  private static boolean hasNullType(JsonNode schema) {
    return schema.path("type").isArray()
        && schema.path("type").valueStream().anyMatch(SchemaView::isNullName);
  }

  private static boolean isNullName(JsonNode type) {
    return type.asString("").equals("null");
  }

  private static boolean isNull(JsonNode schema) {
    return isNullName(schema.path("type"));
  }
}
