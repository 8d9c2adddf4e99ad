package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The contract keeps its own promises: its examples are valid, its objects closed, its answers
 * whole.
 */
final class OpenApiContractItselfTest {
  private static final ContractNode ROOT = ContractNode.load();
  private static final ContractSchemas SCHEMAS = new ContractSchemas(ROOT.node());
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");

  @Test
  void every_example_keeps_to_its_schema() {
    List<String> checked = new ArrayList<>();
    for (ContractNode media : contents()) {
      for (JsonNode example : examples(media)) {
        checked.add(media.pointer());
        assertThat(SCHEMAS.faults(media.pointer(), example, media.childOrEmpty("schema")))
            .isEmpty();
      }
    }
    assertThat(checked).hasSizeGreaterThan(15);
  }

  @Test
  void every_example_inside_a_schema_keeps_to_that_schema() {
    ContractNode schemas = ROOT.childOrEmpty("components").childOrEmpty("schemas");
    schemas.names().map(schemas::childOrEmpty).forEach(OpenApiContractItselfTest::checkSchema);
  }

  private static void checkSchema(ContractNode schema) {
    for (JsonNode example : schema.node().path("examples").values()) {
      assertThat(SCHEMAS.faults(schema.pointer(), example, schema)).isEmpty();
    }
    ContractNode properties = schema.childOrEmpty("properties");
    properties
        .names()
        .map(properties::childOrEmpty)
        .forEach(OpenApiContractItselfTest::checkSchema);
  }

  @Test
  void a_misspelt_keyword_would_be_noticed() {
    JsonNode document =
        JsonMapper.shared().readTree("{\"s\":{\"maxLength\":1},\"t\":{\"maxlength\":1}}");
    ContractSchemas schemas = new ContractSchemas(document);
    ContractNode root = new ContractNode(document, "", document);
    assertThat(schemas.faults("s", "ab", root.childOrEmpty("s"))).hasSize(1);
    assertThatThrownBy(() -> schemas.faults("t", "ab", root.childOrEmpty("t")))
        .hasMessageContaining("unknown keyword: maxlength");
  }

  @Test
  void every_object_schema_is_closed_and_requires_only_what_it_has() {
    ContractNode schemas = ROOT.childOrEmpty("components").childOrEmpty("schemas");
    for (String name : schemas.names().toList()) {
      JsonNode schema = schemas.childOrEmpty(name).node();
      if (schema.path("type").asString("").equals("object")) {
        assertThat(schema.has("additionalProperties")).as(name).isTrue();
        assertThat(schema.path("properties").propertyNames())
            .as(name)
            .containsAll(schema.path("required").valueStream().map(JsonNode::asString).toList());
      }
    }
  }

  @Test
  void every_answer_carries_a_request_id() {
    for (ContractNode operation : operations()) {
      ContractNode responses = operation.childOrEmpty("responses");
      for (String status : responses.names().toList()) {
        ContractNode headers = responses.childOrEmpty(status).childOrEmpty("headers");
        assertThat(headers.childOrEmpty("X-Request-Id").flag("required"))
            .as(operation.pointer() + " " + status)
            .isTrue();
      }
    }
  }

  @Test
  void every_operation_is_named_once_and_lists_its_path_parameters() {
    List<String> names = operations().stream().map(o -> o.text("operationId")).toList();
    assertThat(names).hasSizeGreaterThan(15).doesNotContain("").doesNotHaveDuplicates();
    ContractNode paths = ROOT.childOrEmpty("paths");
    for (ContractNode operation : operations()) {
      String path = operation.pointer().split("/", -1)[2];
      long templated = path.chars().filter(c -> c == '{').count();
      assertThat(
              operation
                  .childOrEmpty("parameters")
                  .items()
                  .filter(parameter -> parameter.text("in").equals("path"))
                  .count())
          .as(path)
          .isEqualTo(templated);
    }
    assertThat(paths.names()).allMatch(path -> path.startsWith("/"));
  }

  private static List<ContractNode> operations() {
    ContractNode paths = ROOT.childOrEmpty("paths");
    return paths
        .names()
        .map(paths::childOrEmpty)
        .flatMap(item -> item.names().filter(METHODS::contains).map(item::childOrEmpty))
        .toList();
  }

  /** The media types of all requests and answers, those of the fallbacks included. */
  private static List<ContractNode> contents() {
    Stream<ContractNode> requests = operations().stream().map(o -> o.childOrEmpty("requestBody"));
    Stream<ContractNode> answers =
        Stream.concat(
                operations().stream().map(o -> o.childOrEmpty("responses")),
                Stream.of(ROOT.childOrEmpty("x-fallback-responses")))
            .flatMap(responses -> responses.names().map(responses::childOrEmpty));
    return Stream.concat(requests, answers)
        .map(place -> place.childOrEmpty("content"))
        .flatMap(content -> content.names().map(content::childOrEmpty))
        .distinct()
        .toList();
  }

  private static List<JsonNode> examples(ContractNode media) {
    return Stream.concat(
            media.node().optional("example").stream(),
            media.node().path("examples").valueStream().map(example -> example.path("value")))
        .toList();
  }
}
