package dev.paylink.platform.openapi;

import dev.paylink.platform.http.BaseUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The contract exactly as written in {@code api/openapi.yaml}, except that its server is the
 * configured address of this instance. What stands before its paths is read at once, the rest,
 * which takes a second, when it is first asked for; its JSON is the same bytes for every caller.
 */
final class OpenApiDocument {
  private static final String RESOURCE = "/api/openapi.yaml";
  private static final Set<String> LONG = Set.of("paths", "webhooks", "components");
  private static final int MAX_REFERENCE_CHAIN = 16;

  private final ObjectNode head;
  private final String baseUrl;
  private final Lazy<ObjectNode> root;
  private final Lazy<byte[]> json;

  private OpenApiDocument(Supplier<InputStream> yaml, String baseUrl) {
    this.head = head(yaml);
    this.baseUrl = baseUrl;
    this.root = new Lazy<>(() -> whole(yaml, baseUrl));
    this.json = new Lazy<>(() -> JsonMapper.shared().writeValueAsBytes(root.get()));
    if (!head.has("openapi")) {
      throw new IllegalStateException("not an OpenAPI document");
    }
  }

  /** Reads the contract from the class path. */
  static OpenApiDocument load(BaseUrl baseUrl) {
    return new OpenApiDocument(
        () -> {
          InputStream yaml = OpenApiDocument.class.getResourceAsStream(RESOURCE);
          if (yaml == null) {
            throw new IllegalStateException(RESOURCE + " is not on the class path");
          }
          return yaml;
        },
        baseUrl.toString());
  }

  static OpenApiDocument parse(byte[] yaml, BaseUrl baseUrl) {
    return new OpenApiDocument(() -> new ByteArrayInputStream(yaml), baseUrl.toString());
  }

  private static ObjectNode head(Supplier<InputStream> yaml) {
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    try (JsonParser parser = YAMLMapper.shared().createParser(yaml.get())) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME
          && !LONG.contains(parser.currentName())) {
        String member = parser.currentName();
        parser.nextToken();
        head.set(member, parser.<JsonNode>readValueAsTree());
      }
    }
    return head;
  }

  private static ObjectNode whole(Supplier<InputStream> yaml, String baseUrl) {
    try (InputStream in = yaml.get()) {
      ObjectNode root = (ObjectNode) YAMLMapper.shared().readTree(in.readAllBytes());
      root.putArray("servers").addObject().put("url", baseUrl);
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + RESOURCE, e);
    }
  }

  /** Returns the body of {@code GET /openapi.json}. Shared: callers must not write to it. */
  byte[] json() {
    return json.get();
  }

  JsonNode root() {
    return root.get();
  }

  boolean isRead() {
    return root.isMade();
  }

  /** Returns the tags, which stand before the paths. */
  JsonNode tags() {
    return head.path("tags");
  }

  /** Returns a text about the document, such as its title; empty if it has none. */
  String info(String member) {
    return head.path("info").path(member).asString("");
  }

  String baseUrl() {
    return baseUrl;
  }

  /**
   * Returns the node itself, or the target of its reference. Members next to a reference (a
   * description, an example) win over those of its target.
   */
  JsonNode resolve(JsonNode node) {
    JsonNode resolved = node;
    for (int i = 0; i < MAX_REFERENCE_CHAIN; i++) {
      String reference = resolved.path("$ref").asString("");
      if (reference.isEmpty()) {
        return resolved;
      }
      resolved = overlay(target(reference), resolved);
    }
    throw new IllegalStateException("reference chain is too long: " + node);
  }

  private JsonNode target(String reference) {
    JsonNode target = reference.startsWith("#/") ? root().at(reference.substring(1)) : null;
    if (target == null || !target.isObject()) {
      throw new IllegalStateException("the contract refers to nothing: " + reference);
    }
    return target;
  }

  private static JsonNode overlay(JsonNode target, JsonNode reference) {
    ObjectNode merged = JsonNodeFactory.instance.objectNode().setAll((ObjectNode) target);
    reference.properties().stream()
        .filter(member -> !member.getKey().equals("$ref"))
        .forEach(member -> merged.set(member.getKey(), member.getValue()));
    return merged;
  }
}
