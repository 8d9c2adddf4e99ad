package dev.paylink.app;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Rewrites {@code postgres://user:password@host:port/db?…} into the form the JDBC driver takes. */
final class PostgresUrl {
  private PostgresUrl() {}

  static String toJdbc(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new ConfigError("database.url is not a valid address (it is not shown here)");
    }
    if (uri.getHost() == null) {
      throw new ConfigError("database.url names no host (it is not shown here)");
    }
    StringBuilder jdbc = new StringBuilder("jdbc:postgresql://").append(uri.getHost());
    if (uri.getPort() > 0) {
      jdbc.append(':').append(uri.getPort());
    }
    jdbc.append(uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
    String separator = "?";
    if (uri.getRawQuery() != null) {
      jdbc.append('?').append(uri.getRawQuery());
      separator = "&";
    }
    if (uri.getRawUserInfo() != null) {
      String[] user = uri.getRawUserInfo().split(":", 2);
      jdbc.append(separator).append("user=").append(recoded(user[0]));
      if (user.length == 2) {
        jdbc.append("&password=").append(recoded(user[1]));
      }
    }
    return jdbc.toString();
  }

  private static String recoded(String part) {
    String plain = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    return URLEncoder.encode(plain, StandardCharsets.UTF_8);
  }
}
