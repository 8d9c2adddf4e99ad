package dev.paylink.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "sdk/pom.xml", "server/pom.xml", "bench/pom.xml"})
  void is_that_of_the_build(String file) throws IOException {
    assertThat(Files.readString(Path.of("..", file)))
        .containsOnlyOnce("<version>" + Version.NUMBER + "</version>");
  }

  @Test
  void is_that_of_the_contract() throws IOException {
    assertThat(Files.readAllLines(Path.of("../api/openapi.yaml")))
        .contains("  version: " + Version.NUMBER);
  }
}
