package dev.paylink.testing;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Validates values against the contract's schemas (draft 2020-12, formats asserted), compiling each
 * schema once. A keyword that nobody knows is an error, since it would silently check nothing.
 */
final class ContractSchemas {
  private static final String IRI = "urn:contract";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final JsonNode document;
  private final SchemaRegistry registry;
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  ContractSchemas(JsonNode document) {
    this.document = document;
    Set<String> documentMembers = Set.copyOf(document.propertyNames());
    Dialect dialect =
        Dialect.builder(Dialects.getDraft202012())
            .unknownKeywordFactory((name, context) -> ignore(name, documentMembers))
            .build();
    this.registry =
        SchemaRegistry.withDefaultDialect(
            dialect,
            builder ->
                builder
                    .schemas(Map.of(IRI, document.toString()))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  /** The faults of a JSON text, each prefixed with {@code what}. */
  List<String> faults(String what, byte[] json, ContractNode schema) {
    try {
      return faults(what, JSON.readTree(json), schema);
    } catch (JacksonException e) {
      String text = new String(json, StandardCharsets.UTF_8);
      return List.of(what + " is not JSON: " + e.getOriginalMessage() + ": " + text);
    }
  }

  /** The faults of a header or parameter, read as the type that its schema wants. */
  List<String> faults(String what, String text, ContractNode schema) {
    return faults(what, typed(text, schema.node()), schema);
  }

  List<String> faults(String what, JsonNode value, ContractNode schema) {
    return compiled.computeIfAbsent(schema.pointer(), this::compile).validate(value).stream()
        .map(error -> what + describe(error))
        .toList();
  }

  /** By a reference: asked for the place itself, the registry would keep a document for each. */
  private Schema compile(String pointer) {
    return registry.getSchema(
        JsonNodeFactory.instance.objectNode().put("$ref", IRI + "#" + pointer));
  }

  private JsonNode typed(String text, JsonNode schema) {
    String ref = schema.path("$ref").asString("");
    if (!ref.isEmpty()) {
      return typed(text, document.requiredAt(ref.substring(1)));
    }
    boolean integer = schema.path("type").asString("").equals("integer");
    return integer && text.matches("-?[0-9]{1,18}")
        ? JsonNodeFactory.instance.numberNode(Long.parseLong(text))
        : JsonNodeFactory.instance.stringNode(text);
  }

  private static Keyword ignore(String name, Set<String> documentMembers) {
    if (documentMembers.contains(name)) {
      return new NonValidationKeyword(name);
    }
    throw new IllegalStateException("the contract has a schema with an unknown keyword: " + name);
  }

  private static String describe(Error error) {
    return " at '" + error.getInstanceLocation() + "' " + error.getMessage();
  }
}
