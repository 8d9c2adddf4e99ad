package dev.paylink.cli.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a tool: the schema for the client, and the same rule as a check.
 *
 * @param most the largest number; 0 for what is no number
 * @param choices the only values; empty when there are others
 */
record Parameter(
    String name, Type type, boolean required, String description, int most, List<String> choices) {

  /** A kind of value, by its name in JSON Schema. */
  enum Type {
    TEXT("string", "a string in quotes"),
    COUNT("integer", "a whole number"),
    TEXTS("object", "an object of strings, such as {\"name\":\"value\"}");

    private final String word;
    private final String wanted;

    Type(String word, String wanted) {
      this.word = word;
      this.wanted = wanted;
    }
  }

  static Parameter required(String name, String description) {
    return new Parameter(name, Type.TEXT, true, description, 0, List.of());
  }

  static Parameter optional(String name, String description) {
    return new Parameter(name, Type.TEXT, false, description, 0, List.of());
  }

  static Parameter choice(String name, String description, String... choices) {
    return new Parameter(name, Type.TEXT, false, description, 0, List.of(choices));
  }

  static Parameter count(String name, int most, String description) {
    return new Parameter(name, Type.COUNT, false, description, most, List.of());
  }

  static Parameter texts(String name, boolean required, String description) {
    return new Parameter(name, Type.TEXTS, required, description, 0, List.of());
  }

  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type.word);
    schema.put("description", description);
    if (type == Type.COUNT) {
      schema.put("minimum", 1);
      schema.put("maximum", most);
    }
    if (type == Type.TEXTS) {
      schema.put("additionalProperties", Map.of("type", "string"));
    }
    if (!choices.isEmpty()) {
      schema.put("enum", choices);
    }
    return schema;
  }

  /** Returns what is wrong with a value, null when nothing is. */
  @Nullable String fault(@Nullable Object value) {
    if (value == null) {
      return required ? "is missing: " + description : null;
    }
    boolean fits =
        switch (type) {
          case TEXT -> value instanceof String;
          case COUNT -> value instanceof Integer;
          case TEXTS ->
              value instanceof Map<?, ?> map
                  && map.values().stream().allMatch(String.class::isInstance);
        };
    if (!fits) {
      return "must be " + type.wanted;
    }
    if (value instanceof Integer number && (number < 1 || number > most)) {
      return "must be 1 to " + most;
    }
    if (!choices.isEmpty() && !choices.contains(value.toString())) {
      return "must be one of " + String.join(", ", choices);
    }
    return required && value.toString().isBlank() ? "is empty: " + description : null;
  }
}
