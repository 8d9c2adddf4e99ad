package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.http.BaseUrl;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

final class OpenApiDocumentTest {
  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.load(BaseUrl.parse("https://pay.example/"));
  private static final JsonNode SERVED = JsonMapper.shared().readTree(DOCUMENT.json());

  @Test
  void the_server_is_the_configured_base_url_without_its_last_slash() {
    assertThat(SERVED.path("servers").toString()).isEqualTo("[{\"url\":\"https://pay.example\"}]");
  }

  @Test
  void everything_but_the_server_is_served_as_it_was_written() throws IOException {
    try (InputStream yaml = OpenApiDocument.class.getResourceAsStream("/api/openapi.yaml")) {
      ObjectNode written = (ObjectNode) YAMLMapper.shared().readTree(Objects.requireNonNull(yaml));
      written.set("servers", SERVED.path("servers"));
      assertThat(SERVED).isEqualTo(written);
    }
  }

  @Test
  void a_path_keeps_a_server_of_its_own() {
    JsonNode path = SERVED.path("paths").path("/health/ready");
    assertThat(path.path("servers").path(0).path("url").asString())
        .isEqualTo("http://127.0.0.1:8081");
  }

  @Test
  void a_reference_is_followed_and_what_stands_beside_it_wins() {
    OpenApiDocument document =
        parse("openapi: 3.1.0\nx: {y: {a: 1, b: 2}}\nz: {$ref: '#/x/y', b: 3}");
    JsonNode resolved = document.resolve(document.root().path("z"));
    assertThat(resolved.toString()).isEqualTo("{\"a\":1,\"b\":3}");
  }

  @Test
  void a_reference_to_nothing_or_to_itself_is_refused() {
    OpenApiDocument document =
        parse("openapi: 3.1.0\na: {$ref: '#/nope'}\nb: {$ref: '#/b'}\nc: {$ref: other.yaml}");
    for (String name : document.root().propertyNames()) {
      JsonNode node = document.root().path(name);
      if (node.has("$ref")) {
        assertThatThrownBy(() -> document.resolve(node)).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void what_is_not_an_openapi_document_is_refused() {
    assertThatThrownBy(() -> parse("swagger: '2.0'")).hasMessage("not an OpenAPI document");
    assertThatThrownBy(() -> parse("just text")).hasMessage("not an OpenAPI document");
    assertThat(parse("openapi: 3.1.0").json()).isNotEmpty();
  }

  private static OpenApiDocument parse(String yaml) {
    return OpenApiDocument.parse(yaml.getBytes(UTF_8), BaseUrl.parse("http://127.0.0.1"));
  }
}
