package dev.paylink.platform.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/** Reads the URL of a database, which may name several servers. */
final class ServerUrls {
  private static final Pattern HOSTS = Pattern.compile("(jdbc:postgresql://)([^/?]*)(.*)");
  private static final Pattern TARGET = Pattern.compile("(?<=[?&])targetServerType=[^&]*&?");
  private static final int MAX_SERVERS = 16;

  private ServerUrls() {}

  /** Returns the URLs of the single servers; the URL itself if it names one. */
  static List<String> of(String jdbcUrl) {
    Matcher parts = HOSTS.matcher(jdbcUrl);
    if (!parts.matches() || parts.group(2).indexOf(',') < 0) {
      return List.of(jdbcUrl);
    }
    String[] hosts = parts.group(2).split(",", MAX_SERVERS + 1);
    if (hosts.length > MAX_SERVERS) {
      throw new IllegalArgumentException("a database URL names at most " + MAX_SERVERS + " hosts");
    }
    String rest = TARGET.matcher(parts.group(3)).replaceAll("");
    List<String> urls = new ArrayList<>();
    for (String host : hosts) {
      urls.add(parts.group(1) + host + rest);
    }
    return urls;
  }

  /** Returns host and port; the rest of the URL may have a password. */
  static String place(String jdbcUrl) {
    Matcher parts = HOSTS.matcher(jdbcUrl);
    return parts.matches() ? parts.group(2) : "the database";
  }

  /** Returns the time-out of a statement that the URL names, or else this one. */
  static int timeoutMillis(String jdbcUrl, Duration otherwise) {
    Properties parsed = Driver.parseURL(jdbcUrl, new Properties());
    String seconds = parsed == null ? null : parsed.getProperty("socketTimeout");
    return seconds == null ? (int) otherwise.toMillis() : Integer.parseInt(seconds) * 1000;
  }
}
