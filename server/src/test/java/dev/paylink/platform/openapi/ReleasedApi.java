package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What an OpenAPI document promises its clients, and what it demands of them, each as a line of
 * text. A promise must not go away; a demand must not come to something that was there before.
 *
 * <ul>
 *   <li>{@code + POST /x} and {@code + POST /x takes body.a} promise a path and what it accepts;
 *       {@code + POST /x takes body.a string} a type of it, {@code + … = "v"} a value of its enum.
 *   <li>{@code + POST /x gives 200.a} promises a field of an answer, {@code … always} in every one.
 *   <li>{@code ! POST /x needs body.a} demands a field of a request.
 *   <li>{@code ! POST /x gives 200.a null} demands that clients expect that type.
 * </ul>
 */
final class ReleasedApi {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");
  private static final int MAX_DEPTH = 8;

  private final JsonNode root;
  private final Set<String> lines = new TreeSet<>();

  private ReleasedApi(JsonNode root) {
    this.root = root;
  }

  static Set<String> of(JsonNode document) {
    ReleasedApi api = new ReleasedApi(document);
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(method -> METHODS.contains(method.getKey()))
                    .forEach(method -> api.operation(path, method.getKey(), method.getValue())));
    return api.lines;
  }

  /** Returns what breaks clients of the released document. */
  static List<String> broken(Set<String> released, Set<String> now) {
    List<String> broken = new ArrayList<>();
    for (String line : released) {
      if (line.startsWith("+ ") && !now.contains(line)) {
        broken.add("gone: " + line.substring(2));
      }
    }
    for (String line : now) {
      if (line.startsWith("! ") && !released.contains(line) && isOfReleased(line, released)) {
        broken.add("new: " + line.substring(2));
      }
    }
    return broken;
  }

  /**
   * A demand counts if what it is about was there: a required field of a new object breaks nobody.
   */
  private static boolean isOfReleased(String demand, Set<String> released) {
    String[] words = demand.substring(2).split(" ", -1);
    String operation = words[0] + " " + words[1];
    String place = words[3];
    if (words[2].equals("gives")) {
      return released.contains("+ " + operation + " gives " + place);
    }
    int dot = place.lastIndexOf('.');
    String parent = dot < 0 ? "" : place.substring(0, dot);
    boolean nested = parent.contains(".") || parent.contains("[]");
    return nested
        ? released.contains("+ " + operation + " takes " + parent)
        : released.contains("+ " + operation);
  }

  private void operation(Map.Entry<String, JsonNode> path, String method, JsonNode operation) {
    String name = method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey();
    lines.add("+ " + name);
    parameters(name, path.getValue().path("parameters"));
    parameters(name, operation.path("parameters"));
    JsonNode body = resolved(operation.path("requestBody"));
    if (body.path("required").asBoolean()) {
      lines.add("! " + name + " needs body");
    }
    body.path("content")
        .properties()
        .forEach(type -> walk(name + " takes ", "body", type.getValue().path("schema"), 0));
    operation
        .path("responses")
        .properties()
        .forEach(
            response -> {
              if (response.getKey().startsWith("2")) {
                resolved(response.getValue())
                    .path("content")
                    .properties()
                    .forEach(
                        type ->
                            walk(
                                name + " gives ",
                                response.getKey(),
                                type.getValue().path("schema"),
                                0));
              }
            });
  }

  private void parameters(String name, JsonNode parameters) {
    for (JsonNode each : parameters) {
      JsonNode parameter = resolved(each);
      String place = parameter.path("in").asString() + "." + parameter.path("name").asString();
      lines.add("+ " + name + " takes " + place);
      if (parameter.path("required").asBoolean()) {
        lines.add("! " + name + " needs " + place);
      }
      walk(name + " takes ", place, parameter.path("schema"), 0);
    }
  }

  /** Walks a schema of a request, which promises its types, or of an answer, which demands them. */
  private void walk(String verb, String place, JsonNode unresolved, int depth) {
    boolean taken = verb.endsWith(" takes ");
    JsonNode schema = resolved(unresolved);
    types(schema).forEach(type -> lines.add((taken ? "+ " : "! ") + verb + place + " " + type));
    if (taken) {
      schema.path("enum").forEach(value -> lines.add("+ " + verb + place + " = " + value));
    }
    if (depth == MAX_DEPTH) {
      return;
    }
    for (String word : List.of("allOf", "oneOf", "anyOf")) {
      schema.path(word).forEach(variant -> walk(verb, place, variant, depth + 1));
    }
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String below = place + "." + property.getKey();
      lines.add("+ " + verb + below);
      walk(verb, below, property.getValue(), depth + 1);
    }
    for (JsonNode field : schema.path("required")) {
      String below = place + "." + field.asString();
      lines.add(
          taken
              ? "! " + verb.replace(" takes ", " needs ") + below
              : "+ " + verb + below + " always");
    }
    if (schema.has("items")) {
      if (!taken) {
        lines.add("+ " + verb + place + "[]");
      }
      walk(verb, place + "[]", schema.path("items"), depth + 1);
    }
  }

  private static List<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray()
        ? type.valueStream().map(JsonNode::asString).toList()
        : type.isString() ? List.of(type.asString()) : List.of();
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    for (int i = 0; i < MAX_DEPTH && at.path("$ref").asString("").startsWith("#/"); i++) {
      at = root.requiredAt(at.path("$ref").asString("").substring(1));
    }
    return at;
  }
}
