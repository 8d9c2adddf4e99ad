package dev.paylink.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The languages of {@code clients/}, and how their programs are started. */
enum Language {
  TYPESCRIPT("node test/driver.mjs", "node --test test/vectors.test.mjs", "nodejs"),
  PYTHON("python3 tests/driver.py", "python3 -m unittest tests.test_vectors", "python3"),
  PHP("php tests/driver.php", "php tests/vectors.php", "php-cli");

  private static final Path CLIENTS = Path.of("../clients").toAbsolutePath().normalize();

  private final String driver;
  private final String vectors;
  private final String systemPackage;

  Language(String driver, String vectors, String systemPackage) {
    this.driver = driver;
    this.vectors = vectors;
    this.systemPackage = systemPackage;
  }

  /** Starts the program that makes one call for each line on its input. */
  Process startDriver(Map<String, String> environment) {
    return start(driver, environment);
  }

  /** Starts the client's own test, which holds it to the published vectors. */
  Process startVectors() {
    return start(vectors, Map.of());
  }

  private Process start(String words, Map<String, String> environment) {
    String folder = toString();
    List<String> command = List.of(words.split(" ", -1));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(CLIENTS.resolve(folder).toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s is missing, so the client in clients/%s cannot be tested; ./paylink test installs it where it may: apt-get install %s"
              .formatted(command.getFirst(), folder, systemPackage),
          e);
    }
  }

  /** Names the client's folder. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
