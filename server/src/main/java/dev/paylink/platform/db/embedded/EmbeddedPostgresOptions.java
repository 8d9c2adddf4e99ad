package dev.paylink.platform.db.embedded;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Options for one start of PostgreSQL, none of which can make it less durable or reachable from
 * outside this machine.
 *
 * @param port the port to listen on, or 0 to choose a free one at each start
 * @param settings further PostgreSQL settings by name; they override this package's own
 * @param startTimeout how long crash recovery may take before the start counts as failed
 */
public record EmbeddedPostgresOptions(
    int port, Map<String, String> settings, Duration startTimeout) {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_PORT = 65_535;
  private static final Pattern SETTING_NAME = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z0-9_]+)?");

  /** Changing one of these could lose committed payments, or open the database to the network. */
  private static final Set<String> RESERVED =
      Set.of(
          "config_file",
          "data_directory",
          "fsync",
          "full_page_writes",
          "hba_file",
          "listen_addresses",
          "port",
          "synchronous_commit",
          "unix_socket_directories");

  public EmbeddedPostgresOptions {
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("port must be 0 to " + MAX_PORT + ": " + port);
    }
    if (!startTimeout.isPositive()) {
      throw new IllegalArgumentException("startTimeout must be positive: " + startTimeout);
    }
    settings = Map.copyOf(settings);
    settings.keySet().forEach(EmbeddedPostgresOptions::requireFree);
  }

  public static EmbeddedPostgresOptions defaults() {
    return new EmbeddedPostgresOptions(0, Map.of(), START_TIMEOUT);
  }

  public EmbeddedPostgresOptions withPort(int newPort) {
    return new EmbeddedPostgresOptions(newPort, settings, startTimeout);
  }

  public EmbeddedPostgresOptions withSetting(String name, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(name, value);
    return new EmbeddedPostgresOptions(port, more, startTimeout);
  }

  private static void requireFree(String name) {
    // PostgreSQL reads names case-insensitively; requiring lower case keeps "FSYNC" out.
    if (!SETTING_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a lower-case PostgreSQL setting name: " + name);
    }
    if (RESERVED.contains(name)) {
      throw new IllegalArgumentException("setting is fixed for an embedded PostgreSQL: " + name);
    }
  }
}
