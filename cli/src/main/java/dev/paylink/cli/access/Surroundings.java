package dev.paylink.cli.access;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds around it.
 *
 * @param variables the environment
 * @param folder where it was started
 * @param settings the folder of profiles and of what {@code listen} remembers
 */
public record Surroundings(
    Map<String, String> variables, Path folder, Path settings, InstantSource clock) {

  public static Surroundings ofProcess() {
    Map<String, String> variables = System.getenv();
    String configured = variables.get("XDG_CONFIG_HOME");
    Path home = Path.of(System.getProperty("user.home"));
    Path parent =
        configured == null || configured.isEmpty() ? home.resolve(".config") : Path.of(configured);
    return new Surroundings(
        variables, Path.of(""), parent.resolve("paylink"), InstantSource.system());
  }

  /** Returns a variable; null when it is not set or empty. */
  public @Nullable String variable(String name) {
    String value = variables.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
