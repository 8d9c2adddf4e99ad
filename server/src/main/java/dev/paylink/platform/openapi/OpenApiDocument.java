package dev.paylink.platform.openapi;

import dev.paylink.platform.http.BaseUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The contract exactly as written in {@code api/openapi.yaml}, except that its server is the
 * configured address of this instance. It is read once; its JSON is the same bytes for every
 * caller.
 */
final class OpenApiDocument {
  private static final String RESOURCE = "/api/openapi.yaml";
  private static final int MAX_REFERENCE_CHAIN = 16;

  private final ObjectNode root;
  private final String baseUrl;
  private final byte[] json;

  private OpenApiDocument(ObjectNode root, String baseUrl) {
    this.root = root;
    this.baseUrl = baseUrl;
    root.putArray("servers").addObject().put("url", baseUrl);
    this.json = JsonMapper.shared().writeValueAsBytes(root);
  }

  /** Reads the contract from the class path. */
  static OpenApiDocument load(BaseUrl baseUrl) {
    try (InputStream yaml = OpenApiDocument.class.getResourceAsStream(RESOURCE)) {
      if (yaml == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      return parse(yaml.readAllBytes(), baseUrl);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + RESOURCE, e);
    }
  }

  static OpenApiDocument parse(byte[] yaml, BaseUrl baseUrl) {
    if (YAMLMapper.shared().readTree(yaml) instanceof ObjectNode root && root.has("openapi")) {
      return new OpenApiDocument(root, baseUrl.toString());
    }
    throw new IllegalStateException("not an OpenAPI document");
  }

  /** Returns the body of {@code GET /openapi.json}. Shared: callers must not write to it. */
  byte[] json() {
    return json;
  }

  JsonNode root() {
    return root;
  }

  /** Returns a text about the document, such as its title; empty if it has none. */
  String info(String member) {
    return root.path("info").path(member).asString("");
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
    JsonNode target = reference.startsWith("#/") ? root.at(reference.substring(1)) : null;
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
