package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher asks of Maven: a copy of it in a folder without sources, and a false Maven. */
final class LauncherCommandsTest {
  @TempDir Path folder;

  @Test
  void release_and_sbom_compile_no_tests() throws Exception {
    for (String command : List.of("release", "sbom")) {
      assertThat(maven(command))
          .as(command)
          .contains("-Dmaven.test.skip", "-Psbom", "package")
          .doesNotContain("-DskipTests");
    }
  }

  /** Returns the arguments with which Maven was asked; its failure ends the command. */
  private List<String> maven(String command) throws IOException, InterruptedException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path asked = folder.resolve("asked");
    program(programs.resolve("mvn"), "printf '%s\\n' \"$@\" >'" + asked + "'; exit 1");
    program(programs.resolve("xz"), "exit 1");
    program(programs.resolve("dpkg-deb"), "exit 1");
    Files.createDirectories(folder.resolve("deploy"));
    for (String file : List.of("paylink", "deploy/start.sh")) {
      Files.write(folder.resolve(file), Files.readAllBytes(Path.of("..", file)));
    }
    ProcessBuilder builder =
        new ProcessBuilder("sh", folder.resolve("paylink").toString(), command)
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().merge("PATH", programs.toString(), (path, own) -> own + ":" + path);
    Process launcher = builder.start();
    String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(launcher.waitFor()).as(said).isNotZero();
    assertThat(said).contains("the build failed");
    return Files.readAllLines(asked);
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
