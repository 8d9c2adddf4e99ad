package dev.paylink.platform.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The contract as a collection of Postman, which Bruno imports as well: every call with an example,
 * in folders by tag. A script signs the calls that need it with the variables {@code apiKey} and
 * {@code secretKey}; other credentials are variables of the name of their scheme.
 */
final class PostmanCollection {
  private static final String SCHEMA =
      "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  private static final String SCRIPT = "postman-sign.js";
  private static final String IDEMPOTENCY_KEY = "X-Idempotency-Key";

  /** Headers that the script sets. */
  private static final List<String> COMPUTED =
      List.of("X-Timestamp", "X-Signature", "X-Signature-Version");

  private final OpenApiDocument document;
  private final ExampleJson examples;

  private PostmanCollection(OpenApiDocument document) {
    this.document = document;
    this.examples = new ExampleJson(document);
  }

  static byte[] of(OpenApiDocument document) {
    return JsonMapper.shared().writeValueAsBytes(new PostmanCollection(document).root());
  }

  private ObjectNode root() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("info")
        .put("name", document.info("title"))
        .put("description", document.info("summary"))
        .put("schema", SCHEMA);
    ObjectNode script =
        root.putArray("event").addObject().put("listen", "prerequest").putObject("script");
    script.put("type", "text/javascript");
    ArrayNode lines = script.putArray("exec");
    script().lines().forEach(lines::add);
    variables(root.putArray("variable"));
    ArrayNode folders = root.putArray("item");
    for (Operation operation : Operation.all(document)) {
      if (!operation.webhook()) {
        folder(folders, operation.tag()).add(item(operation));
      }
    }
    return root;
  }

  private void variables(ArrayNode variables) {
    variables.addObject().put("key", "baseUrl").put("value", document.baseUrl());
    variables.addObject().put("key", "internalUrl").put("value", "http://127.0.0.1:8081");
    document
        .root()
        .path("components")
        .path("securitySchemes")
        .propertyNames()
        .forEach(scheme -> variables.addObject().put("key", variable(scheme)).put("value", ""));
  }

  private static ArrayNode folder(ArrayNode folders, String tag) {
    for (JsonNode folder : folders) {
      if (folder.path("name").asString("").equals(tag)) {
        return (ArrayNode) folder.path("item");
      }
    }
    return folders.addObject().put("name", tag).putArray("item");
  }

  private ObjectNode item(Operation operation) {
    ObjectNode item = JsonNodeFactory.instance.objectNode().put("name", operation.summary());
    ObjectNode request = item.putObject("request").put("method", operation.verb());
    request.put("description", operation.description());
    headers(request.putArray("header"), operation);
    url(request.putObject("url"), operation);
    examples
        .ofContent(operation.requestBody().path("content"))
        .ifPresent(
            body -> {
              ObjectNode raw = request.putObject("body").put("mode", "raw").put("raw", body);
              raw.putObject("options").putObject("raw").put("language", "json");
            });
    return item;
  }

  private void headers(ArrayNode headers, Operation operation) {
    for (String scheme : operation.security().path(0).propertyNames()) {
      JsonNode described = document.root().path("components").path("securitySchemes").path(scheme);
      String value = "{{" + variable(scheme) + "}}";
      String name = described.path("name").asString("");
      switch (described.path("in").asString("")) {
        case "header" -> add(headers, name, value);
        case "cookie" -> add(headers, "Cookie", name + "=" + value);
        default -> add(headers, "Authorization", "Bearer " + value);
      }
    }
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.path("name").asString("");
      boolean sent =
          parameter.path("in").asString("").equals("header")
              && parameter.path("required").asBoolean(false)
              && !COMPUTED.contains(name);
      if (sent) {
        String example = examples.ofSchema(parameter.path("schema")).asString("");
        add(headers, name, name.equals(IDEMPOTENCY_KEY) ? "{{$guid}}" : example);
      }
    }
    if (operation.requestBody().path("content").has("application/json")) {
      add(headers, "Content-Type", "application/json");
    }
  }

  private static void add(ArrayNode headers, String name, String value) {
    headers.addObject().put("key", name).put("value", value);
  }

  private void url(ObjectNode url, Operation operation) {
    String host = operation.ownServer().isObject() ? "{{internalUrl}}" : "{{baseUrl}}";
    String path = operation.path().replaceAll("\\{(\\w+)}", ":$1");
    url.put("raw", host + path);
    url.putArray("host").add(host);
    ArrayNode segments = url.putArray("path");
    List.of(path.substring(1).split("/", -1)).forEach(segments::add);
    ArrayNode query = url.putArray("query");
    ArrayNode variables = url.putArray("variable");
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.path("name").asString("");
      String example = examples.ofSchema(parameter.path("schema")).asString("");
      switch (parameter.path("in").asString("")) {
        case "path" -> variables.addObject().put("key", name).put("value", example);
        case "query" ->
            query.addObject().put("key", name).put("value", example).put("disabled", true);
        default -> {} // headers are above
      }
    }
  }

  private static String variable(String scheme) {
    return scheme.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + scheme.substring(1);
  }

  private static String script() {
    try (InputStream in =
        Objects.requireNonNull(PostmanCollection.class.getResourceAsStream(SCRIPT), SCRIPT)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + SCRIPT, e);
    }
  }
}
