package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Writes a call as shell commands that can be pasted: required parts are included, and credentials
 * are shell variables that their scheme names in {@code x-variable}, or named after it. A scheme
 * whose value must be computed says how in {@code x-shell}, and a parameter that takes part in that
 * says so too. There {@code {X-Name}} is the value of that header in this call, or nothing; {@code
 * {\\nX-Name}} puts it on its own line.
 */
final class ShellExample {
  private static final String SHELL = "x-shell";
  private static final String VARIABLE = "x-variable";
  private static final Pattern HEADER = Pattern.compile("\\{(\\\\n|)(X-[A-Za-z-]+)}");

  private final OpenApiDocument document;
  private final ExampleJson examples;

  ShellExample(OpenApiDocument document) {
    this.document = document;
    this.examples = new ExampleJson(document);
  }

  String of(Operation operation) {
    String path = operation.path();
    List<String> headers = new ArrayList<>();
    Map<String, String> values = new HashMap<>();
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.path("name").asString("");
      String value = examples.ofSchema(parameter.path("schema")).asString("");
      switch (parameter.path("in").asString("")) {
        case "path" -> path = path.replace("{" + name + "}", value);
        case "header" -> {
          values.put(name, value);
          header(parameter, name, value).ifPresent(headers::add);
        }
        default -> {} // optional query parameters are left out
      }
    }
    List<String> schemes = List.copyOf(operation.security().path(0).propertyNames());
    String body = examples.ofContent(operation.requestBody().path("content")).orElse("");
    String computed = computed(schemes, operation.verb(), path, values);

    List<String> call = new ArrayList<>();
    String verb = operation.method().equals("get") ? "" : "-X " + operation.verb() + " ";
    call.add("curl " + verb + quote(operation.server() + path));
    schemes.forEach(scheme -> call.add(credential(scheme)));
    call.addAll(headers);
    if (!body.isEmpty()) {
      call.add("-H 'Content-Type: application/json'");
      call.add(
          computed.isEmpty()
              ? "-d " + quote(body.replace("\n", "\n  "))
              : "--data-binary \"$BODY\"");
    }
    return (computed.isEmpty() ? "" : "BODY=" + quote(body) + "\n" + computed + "\n")
        + String.join(" \\\n  ", call);
  }

  private static Optional<String> header(JsonNode parameter, String name, String value) {
    if (!parameter.path("required").asBoolean(false) && !parameter.has(SHELL)) {
      return Optional.empty();
    }
    return Optional.of(
        parameter
            .path(SHELL)
            .asStringOpt()
            .map(variable -> "-H \"" + name + ": " + variable + "\"")
            .orElseGet(() -> "-H " + quote(name + ": " + value)));
  }

  /** Returns the commands that set the variables of schemes whose value depends on the call. */
  private String computed(
      List<String> schemes, String verb, String path, Map<String, String> headers) {
    return String.join(
        "\n",
        schemes.stream()
            .flatMap(scheme -> scheme(scheme).path(SHELL).asStringOpt().stream())
            .map(shell -> shell.strip().replace("{method}", verb).replace("{path}", path))
            .map(shell -> withHeaders(shell, headers))
            .toList());
  }

  private static String withHeaders(String shell, Map<String, String> headers) {
    return HEADER
        .matcher(shell)
        .replaceAll(
            found -> {
              String value = headers.get(found.group(2));
              return value == null ? "" : Matcher.quoteReplacement(found.group(1) + value);
            });
  }

  private String credential(String name) {
    JsonNode scheme = scheme(name);
    String field = scheme.path("name").asString("");
    String derived = name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    String variable = "$" + scheme.path(VARIABLE).asString(derived);
    return switch (scheme.path("in").asString("")) {
      case "header" -> "-H \"" + field + ": " + variable + "\"";
      case "cookie" -> "-b \"" + field + "=" + variable + "\"";
      default -> "-H \"Authorization: Bearer " + variable + "\"";
    };
  }

  private JsonNode scheme(String name) {
    return document.root().path("components").path("securitySchemes").path(name);
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
