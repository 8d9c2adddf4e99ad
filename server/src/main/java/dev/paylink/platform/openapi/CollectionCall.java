package dev.paylink.platform.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One call with an example, as the collections of API clients have it. Credentials are variables
 * ({@code {{apiKey}}}) of the names of their schemes. A script of the collection signs those that
 * need it, so the headers that it computes are left out.
 *
 * @param path with {@code :name} for each parameter in it
 */
record CollectionCall(
    Operation operation,
    String host,
    String path,
    List<Value> headers,
    List<Value> pathParameters,
    List<Value> queryParameters,
    Optional<String> body) {
  private static final String IDEMPOTENCY_KEY = "X-Idempotency-Key";

  /** Makes a new value for each call, in Postman as in Bruno. */
  private static final String NEW_KEY = "{{$guid}}";

  private static final List<String> COMPUTED = List.of("X-Timestamp", "X-Signature");

  /** A name and its example. */
  record Value(String name, String example) {}

  /** Returns every call of the contract, in its order. */
  static List<CollectionCall> all(OpenApiDocument document) {
    ExampleJson examples = new ExampleJson(document);
    return Operation.all(document).stream()
        .filter(operation -> !operation.webhook())
        .map(operation -> of(document, examples, operation))
        .toList();
  }

  /** Returns the addresses of the service; each is a variable. */
  static Map<String, String> addresses(OpenApiDocument document) {
    Map<String, String> addresses = new LinkedHashMap<>();
    addresses.put("baseUrl", document.baseUrl());
    addresses.put("internalUrl", "http://127.0.0.1:8081");
    return addresses;
  }

  /** Returns the variables that hold credentials. */
  static List<String> credentials(OpenApiDocument document) {
    return schemes(document).propertyNames().stream().map(CollectionCall::variable).toList();
  }

  /** Returns a script that signs calls. */
  static String script(String name) {
    try (InputStream in =
        Objects.requireNonNull(CollectionCall.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name, e);
    }
  }

  private static CollectionCall of(
      OpenApiDocument document, ExampleJson examples, Operation operation) {
    List<Value> path = new ArrayList<>();
    List<Value> query = new ArrayList<>();
    for (JsonNode parameter : operation.parameters()) {
      Value value = value(examples, parameter);
      switch (parameter.path("in").asString("")) {
        case "path" -> path.add(value);
        case "query" -> query.add(value);
        default -> {} // headers are below
      }
    }
    return new CollectionCall(
        operation,
        operation.ownServer().isObject() ? "{{internalUrl}}" : "{{baseUrl}}",
        operation.path().replaceAll("\\{(\\w+)}", ":$1"),
        headers(document, examples, operation),
        path,
        query,
        examples.ofContent(operation.requestBody().path("content")));
  }

  private static List<Value> headers(
      OpenApiDocument document, ExampleJson examples, Operation operation) {
    List<Value> headers = new ArrayList<>();
    for (String scheme : operation.security().path(0).propertyNames()) {
      JsonNode described = schemes(document).path(scheme);
      String value = "{{" + variable(scheme) + "}}";
      String name = described.path("name").asString("");
      headers.add(
          switch (described.path("in").asString("")) {
            case "header" -> new Value(name, value);
            case "cookie" -> new Value("Cookie", name + "=" + value);
            default -> new Value("Authorization", "Bearer " + value);
          });
    }
    for (JsonNode parameter : operation.parameters()) {
      Value value = value(examples, parameter);
      boolean sent =
          parameter.path("in").asString("").equals("header")
              && parameter.path("required").asBoolean(false)
              && !COMPUTED.contains(value.name);
      if (sent) {
        headers.add(
            value.name.equals(IDEMPOTENCY_KEY) ? new Value(IDEMPOTENCY_KEY, NEW_KEY) : value);
      }
    }
    if (operation.requestBody().path("content").has("application/json")) {
      headers.add(new Value("Content-Type", "application/json"));
    }
    return headers;
  }

  private static Value value(ExampleJson examples, JsonNode parameter) {
    return new Value(
        parameter.path("name").asString(""),
        examples.ofSchema(parameter.path("schema")).asString(""));
  }

  private static JsonNode schemes(OpenApiDocument document) {
    return document.root().path("components").path("securitySchemes");
  }

  private static String variable(String scheme) {
    return scheme.substring(0, 1).toLowerCase(Locale.ROOT) + scheme.substring(1);
  }
}
