package dev.paylink.app.config;

import dev.paylink.platform.file.FileFault;
import dev.paylink.platform.json.DidYouMean;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Named settings from a file, the environment and the command line; a later source overrides an
 * earlier one. An unknown name is an error, because a misspelt setting that is silently ignored is
 * an outage later.
 */
public final class Settings {
  static final Set<String> KNOWN =
      new LinkedHashSet<>(
          List.of(
              "mode",
              "data.folder",
              "base.url",
              "base.url.http",
              "public.host",
              "public.port",
              "public.tls.certificate",
              "public.tls.key",
              "internal.host",
              "internal.port",
              "internal.hosts",
              "internal.tls.certificate",
              "internal.tls.key",
              "trusted.proxies",
              "connection.limit",
              "connection.limit.source",
              "connection.idle.timeout",
              "request.head.timeout",
              "request.body.timeout",
              "response.timeout",
              "stop.drain",
              "database.url",
              "database.migration.url",
              "database.migrate",
              "database.timeout",
              "redis.url",
              "admin.token",
              "admin.token.enabled",
              "operator.four.eyes",
              "desk.url",
              "operator.sso.issuer",
              "operator.sso.client.id",
              "operator.sso.client.secret",
              "operator.sso.url",
              "operator.sso.domains",
              "operator.sso.role.claim",
              "operator.sso.roles",
              "operator.sso.second.factor",
              "callback.secret",
              "callback.proof",
              "encryption.key",
              "currencies",
              "key.limit",
              "deposit.delay",
              "account.fresh",
              "webhook.private",
              "mail.smtp.url",
              "mail.smtp.ca",
              "mail.from",
              "mail.reply.to",
              "mail.customers",
              "keep.events",
              "keep.attempts",
              "keep.reports",
              "keep.letters",
              "keep.requests",
              "keep.sessions",
              "backup.key",
              "backup.wal",
              "backup.wal.command",
              "backup.wal.interval",
              "backup.wal.base",
              "backup.wal.keep",
              "traces.url",
              "traces.sample",
              "log.file",
              "chain.watch",
              "wallet.links"));

  private static final Pattern DURATION = Pattern.compile("(0|[0-9]{1,6}(?=[smhd]))([smhd]?)");

  /** Variables that the launcher and the merchants' command line read, not this service. */
  private static final Set<String> LAUNCHER_VARIABLES =
      Set.of(
          "PAYLINK_JAVA_OPTS",
          "PAYLINK_OSV",
          "PAYLINK_URL",
          "PAYLINK_KEY",
          "PAYLINK_SECRET",
          "PAYLINK_WEBHOOK_SECRET",
          "PAYLINK_EMAIL",
          "PAYLINK_PASSWORD");

  /** Variables that Kubernetes sets in every container beside a service named paylink. */
  private static final Pattern SERVICE_LINK = Pattern.compile("PAYLINK_(SERVICE|PORT)(_.*)?");

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Reads the file, if it is not null, and the environment. */
  public static Settings read(@Nullable Path file, Map<String, String> environment) {
    Settings settings = new Settings();
    if (file != null) {
      settings.addFile(file);
    }
    environment.forEach(settings::addVariable);
    return settings;
  }

  /** Overrides a setting from the command line. Null leaves the setting unchanged. */
  public Settings override(String name, @Nullable Object value) {
    if (value != null) {
      values.put(name, value.toString());
    }
    return this;
  }

  @Nullable
  public String text(String name) {
    if (!isKnown(name)) {
      throw new IllegalArgumentException(name);
    }
    String value = values.get(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** Returns the names of the settings that have a value. */
  Set<String> names() {
    return values.keySet();
  }

  public String text(String name, String otherwise) {
    String value = text(name);
    return value == null ? otherwise : value;
  }

  int number(String name, int otherwise, int min, int max) {
    String value = text(name);
    if (value == null) {
      return otherwise;
    }
    if (value.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw new ConfigError(
        "%s must be a whole number from %d to %d, not \"%s\"".formatted(name, min, max, value));
  }

  boolean isOn(String name, boolean otherwise) {
    return switch (text(name, otherwise ? "on" : "off")) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new ConfigError(name + " must be on or off");
    };
  }

  /**
   * Returns a duration: a number with its unit, such as {@code 90s}, {@code 30m}, {@code 24h},
   * {@code 7d}, or 0.
   */
  Duration duration(String name, Duration otherwise, Duration max) {
    String value = text(name);
    if (value == null) {
      return otherwise;
    }
    Matcher matcher = DURATION.matcher(value);
    if (matcher.matches()) {
      Duration duration = duration(Long.parseLong(matcher.group(1)), matcher.group(2));
      if (duration.compareTo(max) <= 0) {
        return duration;
      }
    }
    throw new ConfigError(
        "%s must be a duration such as 90s, 30m, 24h, 7d or 0, of at most %s, not \"%s\""
            .formatted(name, withUnit(max), value));
  }

  /** Returns a duration that must not be shorter than this. */
  Duration duration(String name, Duration otherwise, Duration min, Duration max) {
    Duration duration = duration(name, otherwise, max);
    if (duration.compareTo(min) < 0) {
      throw new ConfigError(name + " must be at least " + min.toSeconds() + "s");
    }
    return duration;
  }

  private static String withUnit(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0) {
      return duration.toDays() + "d";
    }
    return seconds % 60 == 0 ? duration.toMinutes() + "m" : seconds + "s";
  }

  private static Duration duration(long number, String unit) {
    return switch (unit) {
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofSeconds(number); // seconds, or 0 without a unit
    };
  }

  private void addFile(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new ConfigError(
          "cannot read the configuration file " + file + ": " + FileFault.reason(e));
    } catch (IllegalArgumentException e) {
      throw new ConfigError("cannot read the configuration file " + file + ": " + e.getMessage());
    }
    for (String name : properties.stringPropertyNames()) {
      if (!isKnown(name)) {
        throw new ConfigError(
            "unknown setting \"%s\" in %s%s".formatted(name, file, hint(name, knownLike(name))));
      }
      values.put(name, properties.getProperty(name));
    }
  }

  private void addVariable(String variable, String value) {
    if (!variable.startsWith("PAYLINK_")
        || LAUNCHER_VARIABLES.contains(variable)
        || SERVICE_LINK.matcher(variable).matches()) {
      return;
    }
    for (String name : KNOWN) {
      if (variable.equals(variableOf(name))) {
        values.put(name, value);
        return;
      }
    }
    String ofChain = ChainSettings.ofVariable(variable);
    if (ofChain != null) {
      values.put(ofChain, value);
      return;
    }
    throw new ConfigError(
        "unknown environment variable %s%s"
            .formatted(
                variable, hint(variable, KNOWN.stream().map(Settings::variableOf).toList())));
  }

  static String variableOf(String name) {
    return "PAYLINK_" + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static boolean isKnown(String name) {
    return KNOWN.contains(name) || ChainSettings.isKnown(name);
  }

  private static java.util.Collection<String> knownLike(String name) {
    String chain = ChainSettings.chainOf(name);
    return chain == null ? KNOWN : ChainSettings.namesFor(chain);
  }

  private static String hint(String name, java.util.Collection<String> known) {
    String nearest = DidYouMean.nearest(name, known);
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }
}
