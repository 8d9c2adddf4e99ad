package dev.paylink.app.config;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.file.FileFault;
import dev.paylink.platform.http.BaseUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Named settings from a file, the environment and the command line; a later source overrides an
 * earlier one. An unknown name is an error, because a misspelt setting that is silently ignored is
 * an outage later. Faults are collected and reported together: call {@link #refuseFaults} after
 * reading.
 */
public final class Settings {
  private static final int MIN_SECRET = 16;
  private static final Pattern DURATION = Pattern.compile("(0|[0-9]{1,6}(?=[smhd]))([smhd]?)");

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> faults = new LinkedHashSet<>();

  /** Reads the file, if it is not null, and the environment; refuses names that nobody knows. */
  public static Settings read(@Nullable Path file, Map<String, String> environment) {
    Settings settings = collect(file, environment);
    settings.refuseFaults();
    return settings;
  }

  /** Reads the same, and keeps unknown names for the list of everything that is wrong. */
  public static Settings collect(@Nullable Path file, Map<String, String> environment) {
    Settings settings = new Settings();
    if (file != null) {
      settings.addFile(file);
    }
    environment.forEach(
        (variable, value) ->
            settings.part(() -> settings.add(variable, value, environment), false));
    return settings;
  }

  /** Reads a part, or notes its faults and goes on with something else, which is never used. */
  <T> T part(Supplier<T> part, T otherwise) {
    try {
      return part.get();
    } catch (ConfigError e) {
      faults.addAll(e.faults());
      return otherwise;
    }
  }

  /** Reads a part that may be left out, or notes its faults. */
  <T> @Nullable T optional(Supplier<@Nullable T> part) {
    try {
      return part.get();
    } catch (ConfigError e) {
      faults.addAll(e.faults());
      return null;
    }
  }

  /** Stops with everything that was found to be wrong so far, if anything was. */
  void refuseFaults() {
    if (!faults.isEmpty()) {
      List<String> all = List.copyOf(faults);
      faults.clear();
      throw new ConfigError(all);
    }
  }

  private <T> T faulty(String fault, T otherwise) {
    faults.add(fault);
    return otherwise;
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
    if (!SettingNames.isKnown(name)) {
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
    return faulty(
        "%s must be a whole number from %d to %d, not \"%s\"".formatted(name, min, max, value),
        otherwise);
  }

  boolean isOn(String name, boolean otherwise) {
    return isFirst(name, otherwise, "on", "off");
  }

  /** Returns whether the setting is the first of two words, and refuses any other. */
  boolean isFirst(String name, boolean otherwise, String first, String second) {
    String value = text(name, otherwise ? first : second);
    if (!value.equals(first) && !value.equals(second)) {
      return faulty(name + " must be " + first + " or " + second, otherwise);
    }
    return value.equals(first);
  }

  /** Returns the words of a list, which commas or spaces divide. */
  List<String> list(String name) {
    return Stream.of(text(name, "").split("[,\\s]+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  @Nullable Path path(String name) {
    String value = text(name);
    return value == null ? null : Path.of(value);
  }

  /** Returns the certificates of a PEM file; none if the setting is left out. */
  List<X509Certificate> certificates(String name) {
    Path file = path(name);
    if (file == null) {
      return List.of();
    }
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> all = new ArrayList<>();
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        all.add((X509Certificate) each);
      }
      if (!all.isEmpty()) {
        return all;
      }
    } catch (IOException e) {
      return faulty(name + ": cannot read " + file, List.of());
    } catch (CertificateException e) {
      // the same answer as for a file without any
    }
    return faulty(
        name + ": " + file + " must have certificates in PEM, such as your CA's", List.of());
  }

  @Nullable BaseUrl url(String name, @Nullable String otherwise) {
    String value = text(name);
    String url = value == null ? otherwise : value;
    try {
      return url == null ? null : BaseUrl.parse(url);
    } catch (IllegalArgumentException e) {
      throw new ConfigError(name + " " + e.getMessage());
    }
  }

  @Nullable Secret secret(String name) {
    String value = text(name);
    return value == null ? null : optional(() -> secret(name, value));
  }

  static Secret secret(String name, String value) {
    if (value.length() < MIN_SECRET) {
      throw new ConfigError(name + " must have at least " + MIN_SECRET + " characters");
    }
    return new Secret(value);
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
    return faulty(
        "%s must be a duration such as 90s, 30m, 24h, 7d or 0, of at most %s, not \"%s\""
            .formatted(name, withUnit(max), value),
        otherwise);
  }

  /** Returns a duration that must not be shorter than this. */
  Duration duration(String name, Duration otherwise, Duration min, Duration max) {
    Duration duration = duration(name, otherwise, max);
    return duration.compareTo(min) < 0
        ? faulty(name + " must be at least " + min.toSeconds() + "s", otherwise)
        : duration;
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
    Properties properties = properties(file, "the configuration file ");
    for (String name : properties.stringPropertyNames()) {
      if (RelayReader.isBareKey(name, properties.getProperty(name))) {
        faults.add(name + " must name a file with mode 600, not contain the key");
      } else if (SettingNames.isKnown(name)) {
        values.put(name, properties.getProperty(name));
      } else {
        faults.add("unknown setting \"%s\" in %s%s".formatted(name, file, SettingNames.hint(name)));
      }
    }
  }

  /** Adds an environment variable, or what the file that it names has, if it is one of ours. */
  private boolean add(String variable, String value, Map<String, String> environment) {
    ValueFile file = ValueFile.of(variable, environment);
    String name = SettingNames.ofVariable(file == null ? variable : file.variable());
    if (name != null) {
      values.put(name, file == null ? value : file.value());
    }
    return name != null;
  }

  /** Reads a file of properties; {@code called} is what a message calls it. */
  static Properties properties(Path file, String called) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new ConfigError("cannot read " + called + file + ": " + FileFault.reason(e));
    } catch (IllegalArgumentException e) {
      throw new ConfigError("cannot read " + called + file + ": " + e.getMessage());
    }
    return properties;
  }
}
