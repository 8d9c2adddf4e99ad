package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Writes a call as a {@code curl} command that can be pasted: what is required is there,
 * credentials are shell variables named after their scheme.
 */
final class CurlExample {
  private final OpenApiDocument document;
  private final ExampleJson examples;

  CurlExample(OpenApiDocument document) {
    this.document = document;
    this.examples = new ExampleJson(document);
  }

  String of(Operation operation) {
    List<String> lines = new ArrayList<>();
    String url = operation.url();
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.path("name").asString("");
      String value = examples.ofSchema(parameter.path("schema")).asString("");
      boolean required = parameter.path("required").asBoolean(false);
      switch (parameter.path("in").asString("")) {
        case "path" -> url = url.replace("{" + name + "}", value);
        case "header" -> addIf(required, lines, "-H " + quote(name + ": " + value));
        default -> {} // an optional query says nothing about how to call
      }
    }
    String verb = operation.method().equals("get") ? "" : "-X " + operation.verb() + " ";
    lines.addFirst("curl " + verb + quote(url));
    lines.addAll(1, credentials(operation.security().path(0)));
    body(operation).ifPresent(lines::addAll);
    return String.join(" \\\n  ", lines);
  }

  private static void addIf(boolean condition, List<String> lines, String line) {
    if (condition) {
      lines.add(line);
    }
  }

  private List<String> credentials(JsonNode alternative) {
    return alternative.propertyNames().stream().map(this::credential).toList();
  }

  private String credential(String name) {
    JsonNode scheme = document.root().path("components").path("securitySchemes").path(name);
    String field = scheme.path("name").asString("");
    String variable = "$" + name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    return switch (scheme.path("in").asString("")) {
      case "header" -> "-H \"" + field + ": " + variable + "\"";
      case "cookie" -> "-b \"" + field + "=" + variable + "\"";
      default -> "-H \"Authorization: Bearer " + variable + "\"";
    };
  }

  private Optional<List<String>> body(Operation operation) {
    return examples
        .ofContent(operation.requestBody().path("content"))
        .map(
            json ->
                List.of(
                    "-H 'Content-Type: application/json'",
                    "-d " + quote(json.replace("\n", "\n  "))));
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
