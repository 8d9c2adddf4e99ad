package dev.paylink.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A place in the contract that knows its own JSON pointer, and is never a reference: a child that
 * is a {@code $ref} is the place it refers to.
 */
record ContractNode(JsonNode root, String pointer, JsonNode node) {
  private static final String RESOURCE = "/api/openapi.yaml";

  static ContractNode load() {
    try (InputStream in = ContractNode.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      JsonNode root = YAMLMapper.shared().readTree(in);
      return new ContractNode(root, "", root);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + RESOURCE, e);
    }
  }

  Optional<ContractNode> child(String name) {
    return node.optional(name).map(child -> at(escape(name), child));
  }

  /** The child, or an empty place when there is none. */
  ContractNode childOrEmpty(String name) {
    return child(name).orElseGet(() -> at(escape(name), node.path(name)));
  }

  /** The members of an array, in order. */
  Stream<ContractNode> items() {
    Stream.Builder<ContractNode> items = Stream.builder();
    int index = 0;
    for (Iterator<JsonNode> it = node.values().iterator(); it.hasNext(); index++) {
      items.add(at(Integer.toString(index), it.next()));
    }
    return items.build();
  }

  /** The members of an object, by name. */
  Stream<String> names() {
    return node.propertyNames().stream();
  }

  String text(String name) {
    return node.path(name).asString("");
  }

  boolean flag(String name) {
    return node.path(name).asBoolean(false);
  }

  private ContractNode at(String segment, JsonNode child) {
    String ref = child.path("$ref").asString("");
    // A schema may carry keywords beside its $ref, so it stays in place; the validator follows it.
    boolean follow = ref.startsWith("#/") && !ref.startsWith("#/components/schemas/");
    return follow
        ? new ContractNode(root, ref.substring(1), root.requiredAt(ref.substring(1)))
        : new ContractNode(root, pointer + "/" + segment, child);
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
