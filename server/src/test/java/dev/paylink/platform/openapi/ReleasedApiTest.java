package dev.paylink.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.ApiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What was released of the API stays as it is within its version. */
final class ReleasedApiTest {
  private static final Path RELEASED =
      Path.of("src/test/resources/dev/paylink/platform/openapi", ApiVersion.CURRENT + ".txt");

  private static final String SMALL =
      """
      paths:
        /x:
          get:
            parameters:
              - {name: limit, in: query, schema: {type: integer}}
            responses:
              '200': {content: {application/json: {schema: {$ref: '#/components/schemas/X'}}}}
          post:
            requestBody:
              required: true
              content:
                application/json:
                  schema:
                    type: object
                    required: [a]
                    properties:
                      a: {type: [string, 'null']}
                      mode: {type: string, enum: [one, two]}
            responses:
              '200': {content: {application/json: {schema: {$ref: '#/components/schemas/X'}}}}
      components:
        schemas:
          X:
            type: object
            required: [id, list]
            properties:
              id: {type: string}
              list: {type: array, items: {type: object, properties: {name: {type: string}}}}
      """;

  @Test
  void nothing_that_was_released_is_broken() throws IOException {
    Set<String> now = ReleasedApi.of(document());
    if (Boolean.getBoolean("paylink.api.record")) {
      Set<String> all = new TreeSet<>(Files.exists(RELEASED) ? released() : Set.of());
      all.addAll(now);
      Files.write(RELEASED, all);
    }
    assertThat(ReleasedApi.broken(released(), now)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get:                          | put:                              | gone: GET /x",
        "name: limit                   | name: size                        | gone: GET /x takes query.limit",
        "in: query, schema             | in: query, required: true, schema | new: GET /x needs query.limit",
        "id: {type: string}            | uid: {type: string}               | gone: GET /x gives 200.id",
        "{name: {type: string}}        | {}                                | gone: GET /x gives 200.list[].name",
        "required: [id, list]          | required: [list]                  | gone: GET /x gives 200.id always",
        "id: {type: string}            | id: {type: [string, 'null']}      | new: GET /x gives 200.id null",
        "required: [a]                 | required: [a, mode]               | new: POST /x needs body.mode",
        "mode:                         | way:                              | gone: POST /x takes body.mode",
        "[one, two]                    | [two]                             | gone: POST /x takes body.mode = \"one\"",
        "a: {type: [string, 'null']}   | a: {type: string}                 | gone: POST /x takes body.a null",
      },
      quoteCharacter = '`')
  void change_that_breaks_a_client_is_found(String before, String after, String found) {
    assertThat(SMALL).contains(before);
    assertThat(ReleasedApi.broken(lines(SMALL), lines(SMALL.replace(before, after))))
        .contains(found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: limit, in | name: limit, description: How many, in",
        "[one, two]      | [one, two, three]",
        "id: {type       | extra: {type: object, required: [y], properties: {y: {type: 'null'}}}, id: {type",
        "mode: {         | more: {type: object, required: [z], properties: {z: {type: string}}}, mode: {",
      },
      quoteCharacter = '`')
  void change_that_only_adds_is_let_pass(String before, String after) {
    String changed = SMALL.replace(before, after.replace("}}}, ", "}}}\n" + indent(before)));
    assertThat(changed).isNotEqualTo(SMALL);
    assertThat(ReleasedApi.broken(lines(SMALL), lines(changed))).isEmpty();
  }

  /** The blanks in front of the line that has this text. */
  private static String indent(String text) {
    int at = SMALL.indexOf(text);
    return SMALL.substring(SMALL.lastIndexOf('\n', at) + 1, at);
  }

  private static Set<String> lines(String yaml) {
    return ReleasedApi.of(YAMLMapper.shared().readTree(yaml));
  }

  private static Set<String> released() throws IOException {
    return new TreeSet<>(List.copyOf(Files.readAllLines(RELEASED)));
  }

  private static JsonNode document() throws IOException {
    try (InputStream in = ReleasedApiTest.class.getResourceAsStream("/api/openapi.yaml")) {
      return YAMLMapper.shared().readTree(Objects.requireNonNull(in));
    }
  }
}
