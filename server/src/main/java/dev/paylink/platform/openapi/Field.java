package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One line about a field of a body, a parameter or a header. Nested objects and lists are unfolded
 * into dotted names, so that a reader never follows a link to learn what to send.
 *
 * @param name in parts, where a long one may break
 */
record Field(
    List<String> name,
    String type,
    List<String> marks,
    Content description,
    Content limits,
    List<Value> values) {
  private static final int MAX_DEPTH = 6;

  /** A value with its own meaning, such as an error code. */
  record Value(String name, Content meaning) {
    static List<Value> of(List<JsonNode> annotated) {
      return annotated.stream()
          .map(
              value ->
                  new Value(
                      value.path("const").asString(""),
                      Markdown.inline(value.path("description").asString(""))))
          .toList();
    }
  }

  /** The fields that get a mark: the required ones of a request, the optional ones of an answer. */
  enum Mark {
    REQUIRED("required", true),
    MAY_BE_ABSENT("may be absent", false);

    private final String words;
    private final boolean marksRequired;

    Mark(String words, boolean marksRequired) {
      this.words = words;
      this.marksRequired = marksRequired;
    }

    private List<String> of(boolean required) {
      return required == marksRequired ? List.of(words) : List.of();
    }
  }

  /** Returns the members of an object, with those of nested objects. */
  static List<Field> ofSchema(OpenApiDocument document, JsonNode schema, Mark mark) {
    List<Field> fields = new ArrayList<>();
    unfold(fields, document, "", SchemaView.of(document, schema), mark, MAX_DEPTH);
    return fields;
  }

  /** Returns fields that are named outside of a schema: parameters and headers. */
  static List<Field> ofNamed(OpenApiDocument document, Map<String, JsonNode> byName, Mark mark) {
    List<Field> fields = new ArrayList<>();
    byName.forEach(
        (name, node) -> {
          List<String> marks = new ArrayList<>(node.path("in").asStringOpt().stream().toList());
          marks.addAll(mark.of(node.path("required").asBoolean(false)));
          SchemaView schema = SchemaView.of(document, node.path("schema"));
          fields.add(field(document, name, schema, marks, node));
        });
    return fields;
  }

  private static void unfold(
      List<Field> fields,
      OpenApiDocument document,
      String prefix,
      SchemaView object,
      Mark mark,
      int depth) {
    if (depth == 0) {
      return;
    }
    for (Map.Entry<String, JsonNode> property : object.properties()) {
      SchemaView view = SchemaView.of(document, property.getValue());
      String name = prefix + property.getKey();
      List<String> marks = mark.of(object.requires(property.getKey()));
      fields.add(field(document, name, view, marks, view.node()));
      unfold(fields, document, name + ".", view, mark, depth - 1);
      JsonNode items = view.node().path("items");
      if (items.isObject()) {
        unfold(fields, document, name + "[].", SchemaView.of(document, items), mark, depth - 1);
      }
    }
  }

  private static Field field(
      OpenApiDocument document,
      String name,
      SchemaView schema,
      List<String> marks,
      JsonNode described) {
    return new Field(
        List.of(name.split("(?<=\\.)", -1)),
        TypeText.type(document, schema),
        marks,
        Markdown.blocks(described.path("description").asString("")),
        Markdown.inline(String.join(" · ", TypeText.limits(schema))),
        Value.of(schema.annotatedValues()));
  }
}
