package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Renders the members of an object as one table: nested objects and lists are unfolded into dotted
 * names, so that a reader never follows a link to learn what to send.
 */
final class FieldTable {
  private static final int MAX_DEPTH = 6;

  /**
   * Which fields are told apart: the required ones of a request, the optional ones of an answer.
   */
  enum Mark {
    REQUIRED("required", true),
    MAY_BE_ABSENT("may be absent", false);

    private final String words;
    private final boolean marksRequired;

    Mark(String words, boolean marksRequired) {
      this.words = words;
      this.marksRequired = marksRequired;
    }

    List<String> of(boolean required) {
      return required == marksRequired ? List.of(words) : List.of();
    }
  }

  private final OpenApiDocument document;
  private final Html html;

  FieldTable(OpenApiDocument document, Html html) {
    this.document = document;
    this.html = html;
  }

  void ofSchema(JsonNode schema, Mark mark) {
    SchemaView view = SchemaView.of(document, schema);
    if (!view.properties().isEmpty()) {
      html.open("table", "class", "fields");
      unfold("", view, mark, MAX_DEPTH);
      html.close();
    }
  }

  /** Rows for things that are named outside of a schema: parameters and headers. */
  void ofNamed(Map<String, JsonNode> byName, Mark mark) {
    html.open("table", "class", "fields");
    byName.forEach(
        (name, node) -> {
          List<String> marks = new ArrayList<>(node.path("in").asStringOpt().stream().toList());
          marks.addAll(mark.of(node.path("required").asBoolean(false)));
          SchemaView schema = SchemaView.of(document, node.path("schema"));
          row(name, schema, marks, node.path("description").asString(""));
        });
    html.close();
  }

  private void unfold(String prefix, SchemaView object, Mark mark, int depth) {
    if (depth == 0) {
      return;
    }
    for (Map.Entry<String, JsonNode> property : object.properties()) {
      SchemaView view = SchemaView.of(document, property.getValue());
      String name = prefix + property.getKey();
      List<String> marks = mark.of(object.requires(property.getKey()));
      row(name, view, marks, view.node().path("description").asString(""));
      unfold(name + ".", view, mark, depth - 1);
      JsonNode items = view.node().path("items");
      if (items.isObject()) {
        unfold(name + "[].", SchemaView.of(document, items), mark, depth - 1);
      }
    }
  }

  private void row(String name, SchemaView schema, List<String> marks, String description) {
    html.open("tr").open("th", "scope", "row").open("code");
    String[] parts = name.split("(?<=\\.)", -1);
    html.text(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      html.empty("wbr").text(parts[i]); // a long name breaks between its parts
    }
    html.close().text(" ");
    html.element("span", TypeText.type(document, schema), "class", "type");
    marks.forEach(mark -> html.text(" ").element("span", mark, "class", "mark " + Html.slug(mark)));
    html.close().open("td");
    Markdown.blocks(html, description);
    limits(schema);
    values(schema.annotatedValues());
    html.close().close();
  }

  private void limits(SchemaView schema) {
    List<String> limits = TypeText.limits(schema);
    if (!limits.isEmpty()) {
      html.open("p", "class", "limits");
      Markdown.inline(html, String.join(" · ", limits));
      html.close();
    }
  }

  /** Values that carry a meaning each, such as error codes. */
  void values(List<JsonNode> values) {
    if (!values.isEmpty()) {
      html.open("dl", "class", "values");
      for (JsonNode value : values) {
        html.open("dt").element("code", value.path("const").asString("")).close().open("dd");
        Markdown.inline(html, value.path("description").asString("").strip());
        html.close();
      }
      html.close();
    }
  }
}
