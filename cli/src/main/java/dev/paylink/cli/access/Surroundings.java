package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
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
  private static final String PLAIN_HTTP = "PAYLINK_PLAIN_HTTP";

  public static Surroundings ofProcess() {
    Map<String, String> variables = System.getenv();
    String configured = variables.get("XDG_CONFIG_HOME");
    String ofVariable = variables.get("HOME");
    Path home =
        Path.of(
            ofVariable == null || ofVariable.isEmpty()
                ? System.getProperty("user.home")
                : ofVariable);
    Path parent =
        configured == null || configured.isEmpty() ? home.resolve(".config") : Path.of(configured);
    return new Surroundings(
        variables, Path.of(""), parent.resolve("paylink"), InstantSource.system());
  }

  /** Returns the access, unless its secret would go over plain http beyond this machine. */
  public Access requireProtected(Access access) {
    if (!access.isProtected() && !"1".equals(variable(PLAIN_HTTP))) {
      throw new CliError(
          access + " is plain http: anybody on the way could read the secret",
          "Use https://. In a network that you trust, set " + PLAIN_HTTP + "=1.");
    }
    return access;
  }

  /** Returns a variable; null when it is not set or empty. */
  public @Nullable String variable(String name) {
    String value = variables.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
