package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.BaseUrl;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the page shows of a schema: the example, the words for its type, the command to call it. */
final class OpenApiExampleTest {
  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.parse(
          """
          openapi: 3.1.0
          paths:
            /things/{id}:
              put:
                security: [{MyKey: [], Login: []}, {Token: []}]
                parameters:
                  - {name: id, in: path, required: true, schema: {type: string, examples: [t 1]}}
                  - {name: X-Must, in: header, required: true, schema: {type: integer, default: 7}}
                  - {name: X-May, in: header, schema: {type: string}}
                requestBody:
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/Thing'}}
              post:
                security: [{MyKey: [], Sum: []}]
                parameters:
                  - {name: id, in: path, required: true, schema: {examples: [t1]}}
                  - {name: X-Time, in: header, required: true, x-shell: $TIME}
                  - {name: X-Kind, in: header, x-shell: '2', schema: {type: string}}
                  - {name: X-May, in: header, schema: {type: string, examples: [m1]}}
                requestBody:
                  content:
                    application/json: {example: {a: "it's"}}
          components:
            securitySchemes:
              Sum: {type: apiKey, in: header, name: X-Sum, x-shell: 'SUM=$(printf "{method} {path} $BODY {X-May}{X-No}{\\nX-May}{\\nX-No}" | cksum)'}
              MyKey: {type: apiKey, in: header, name: X-Key}
              Login: {type: apiKey, in: cookie, name: login}
              Token: {type: http, scheme: bearer}
            schemas:
              Thing:
                allOf:
                  - {type: object, required: [name], properties: {name: {type: string}, note: {}}}
                  - required: [tags]
                    properties:
                      name: {examples: ["it's"]}
                      tags: {type: array, maxItems: 3, items: {type: [string, 'null'], enum: [a, b]}}
                      owner: {oneOf: [{$ref: '#/components/schemas/Thing'}, {type: 'null'}]}
          """
              .getBytes(UTF_8),
          BaseUrl.parse("http://127.0.0.1"));
  private static final SchemaView THING =
      SchemaView.of(DOCUMENT, DOCUMENT.root().path("components").path("schemas").path("Thing"));

  @Test
  void the_parts_of_a_schema_are_merged_member_by_member() {
    assertThat(THING.node().path("properties").path("name").toString())
        .isEqualTo("{\"type\":\"string\",\"examples\":[\"it's\"]}");
    assertThat(THING.requires("name")).isTrue();
    assertThat(THING.requires("tags")).isTrue();
    assertThat(THING.requires("note")).isFalse();
  }

  @Test
  void or_null_is_taken_out_of_the_type() {
    SchemaView owner = property("owner");
    assertThat(owner.nullable()).isTrue();
    assertThat(owner.properties()).extracting(Map.Entry::getKey).contains("name", "tags");
    assertThat(TypeText.type(DOCUMENT, owner)).isEqualTo("object or null");
    assertThat(property("name").nullable()).isFalse();
  }

  @Test
  void a_type_and_its_limits_are_told_in_words() {
    assertThat(TypeText.type(DOCUMENT, property("tags"))).isEqualTo("array of string or null");
    assertThat(TypeText.limits(property("tags"))).containsExactly("at most 3 items");
    assertThat(TypeText.type(DOCUMENT, property("note"))).isEqualTo("any");
  }

  @Test
  void a_command_has_what_is_required_and_quotes_it_for_the_shell() {
    assertThat(new ShellExample(DOCUMENT).of(Operation.all(DOCUMENT).getLast()) + "\n")
        .isEqualTo(
            """
            curl -X PUT 'http://127.0.0.1/things/t 1' \\
              -H "X-Key: $MY_KEY" \\
              -b "login=$LOGIN" \\
              -H 'X-Must: 7' \\
              -H 'Content-Type: application/json' \\
              -d '{
                "name": "it'\\''s",
                "tags": [ "a" ]
              }'
            """);
  }

  @Test
  void a_credential_that_depends_on_the_call_is_computed_first() {
    assertThat(new ShellExample(DOCUMENT).of(Operation.all(DOCUMENT).getFirst()) + "\n")
        .isEqualTo(
            """
            BODY='{
              "a": "it'\\''s"
            }'
            SUM=$(printf "POST /things/t1 $BODY m1\\nm1" | cksum)
            curl -X POST 'http://127.0.0.1/things/t1' \\
              -H "X-Key: $MY_KEY" \\
              -H "X-Sum: $SUM" \\
              -H "X-Time: $TIME" \\
              -H "X-Kind: 2" \\
              -H 'Content-Type: application/json' \\
              --data-binary "$BODY"
            """);
  }

  private static SchemaView property(String name) {
    return SchemaView.of(DOCUMENT, THING.node().path("properties").path(name));
  }
}
