package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The Dockerfile and the compose file fit together and to these sources, as far as that can be seen
 * without a container engine.
 */
final class ContainerFilesTest {
  private static final Path DEPLOY = Path.of("../deploy");
  private static final String DOCKERFILE = SourceTree.read(DEPLOY.resolve("Dockerfile"));
  private static final JsonNode COMPOSE =
      new YAMLMapper().readTree(SourceTree.read(DEPLOY.resolve("compose.yaml")));
  private static final Pattern EXACT = Pattern.compile("[a-z./]+:v?[0-9a-z.]*[0-9][0-9a-z.-]*");
  private static final Pattern DEFAULT = Pattern.compile("^ARG \\w+=(\\S+)$", Pattern.MULTILINE);
  private static final Pattern STAGE = Pattern.compile("^FROM \\S+ AS (\\w+)$", Pattern.MULTILINE);

  @TempDir Path folder;

  @Test
  void image_is_built_from_the_sources_by_a_stage_of_its_own() {
    List<String> stages = all(STAGE, DOCKERFILE);
    assertThat(stages).containsExactly("build");
    assertThat(DOCKERFILE).contains("\nCOPY . .\n", "./paylink release \\\n", "COPY --from=build ");
    assertThat(all(DEFAULT, DOCKERFILE))
        .hasSize(2)
        .allMatch(image -> image.equals("debian:bookworm-slim") || EXACT.matcher(image).matches());
    String ignored = SourceTree.read(Path.of("../.dockerignore"));
    assertThat(ignored).contains("\n**/target\n", "\n.git\n", "\n**/node_modules\n");
    for (String needed : List.of("paylink", "pom.xml", "deploy/release.sh", "api/openapi.yaml")) {
      assertThat(Path.of("..", needed)).exists();
      assertThat(ignored.lines()).doesNotContain(needed, needed.split("/", 2)[0]);
    }
  }

  /** Everybody who has an image can read what is in it. */
  @Test
  void settings_of_the_machine_that_builds_get_into_no_release() throws Exception {
    Files.createDirectories(folder.resolve("deploy"));
    for (String file : List.of("deploy/release.sh", "pom.xml", "CHANGELOG.md")) {
      Files.copy(Path.of("..", file), folder.resolve(file));
    }
    String settings = SourceTree.read(Path.of("../paylink.properties"));
    assertThat(settings.lines()).allMatch(line -> line.isBlank() || line.startsWith("#"));
    Files.writeString(folder.resolve("paylink.properties"), settings + "admin.token = x\n");
    String script = folder.resolve("deploy/release.sh").toString();
    Process release = new ProcessBuilder("sh", script).redirectErrorStream(true).start();
    String said = new String(release.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(release.waitFor()).as(said).isNotZero();
    assertThat(said).contains("paylink.properties has settings");
  }

  @Test
  void compose_file_names_only_what_it_has() {
    JsonNode services = COMPOSE.required("services");
    for (Map.Entry<String, JsonNode> each : services.properties()) {
      JsonNode service = each.getValue();
      if (service.has("build")) {
        Path context = DEPLOY.resolve(service.at("/build/context").asString());
        assertThat(context.resolve(service.at("/build/dockerfile").asString())).exists();
      } else {
        assertThat(service.required("image").asString()).matches("[a-z/]+:v?[0-9][0-9.]*");
      }
      for (JsonNode volume : service.path("volumes")) {
        String source = volume.asString().split(":", 2)[0];
        if (source.startsWith(".")) {
          assertThat(DEPLOY.resolve(source)).exists();
        } else {
          assertThat(COMPOSE.required("volumes").has(source)).as(source).isTrue();
        }
      }
      for (Map.Entry<String, JsonNode> other : service.path("depends_on").properties()) {
        JsonNode awaited = Objects.requireNonNull(services.get(other.getKey()), other.getKey());
        if (other.getValue().required("condition").asString().equals("service_healthy")) {
          assertThat(awaited.has("healthcheck")).as(other.getKey()).isTrue();
        }
      }
      for (JsonNode port : service.path("ports")) {
        assertThat(port.asString()).as("only from this machine").startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void health_check_is_that_of_the_image() {
    JsonNode test = COMPOSE.at("/services/paylink/healthcheck/test");
    String ofImage = DOCKERFILE.substring(DOCKERFILE.indexOf("HEALTHCHECK"));
    String script = ofImage.substring(ofImage.indexOf("\"exec") + 1, ofImage.lastIndexOf('"'));
    assertThat(test.get(3).asString().replace("$$", "$")).isEqualTo(script.replace("\\\\", "\\"));
  }

  @Test
  void no_password_stands_in_the_compose_file_and_the_first_start_makes_one() throws Exception {
    assertThat(SourceTree.read(DEPLOY.resolve("compose.yaml")))
        .doesNotContainPattern("postgres://paylink:[^%]")
        .doesNotContain("POSTGRES_PASSWORD:");
    JsonNode command = COMPOSE.at("/services/secrets/entrypoint");
    assumeThat(Path.of("/dev/urandom")).exists();
    String script =
        command
            .get(2)
            .asString()
            .replace("$$", "$")
            .replace("/run/paylink", folder.toString())
            .replaceAll("chown .*", ""); // only root may
    run(script);
    String password = Files.readString(folder.resolve("password"));
    assertThat(password).matches("[0-9a-f]{48}");
    String url = Files.readString(folder.resolve("database-url"));
    assertThat(url).isEqualTo("postgres://paylink:" + password + "@postgres:5432/paylink");
    run(script);
    assertThat(Files.readString(folder.resolve("database-url"))).isEqualTo(url);
    Files.delete(folder.resolve("database-url")); // ended between the two
    run(script);
    assertThat(Files.readString(folder.resolve("database-url")))
        .contains(Files.readString(folder.resolve("password")));
  }

  private static void run(String script) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-euc", script).redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
  }

  private static List<String> all(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).forEach(found::add);
    return found;
  }
}
