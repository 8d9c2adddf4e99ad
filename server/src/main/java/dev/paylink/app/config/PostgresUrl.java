package dev.paylink.app.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites {@code postgres://user:password@host:port/db?…} into the form that the JDBC driver
 * accepts. An error message never shows the URL, which may contain a password.
 */
final class PostgresUrl {
  // Wider than the host of a URI: names of containers contain underscores, clusters list hosts with
  // commas.
  private static final String HOST = "(\\[[0-9a-fA-F:.]+]|[^:@,\\[\\]]+)(:[0-9]{1,5})?";
  private static final Pattern HOSTS = Pattern.compile(HOST + "(," + HOST + ")*");

  private static final Pattern SEVERAL = Pattern.compile("jdbc:postgresql://[^/?]*,.*");
  private static final Pattern TARGET = Pattern.compile("[?&]targetServerType=([^&]*)");

  private PostgresUrl() {}

  static String toJdbc(String name, String url) {
    URI uri = parse(name, url);
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    int at = authority.lastIndexOf('@');
    String hosts = authority.substring(at + 1);
    if (!HOSTS.matcher(hosts).matches() || uri.getRawFragment() != null) {
      throw new ConfigError(name + " has no host (it is not shown here)");
    }
    StringBuilder jdbc = new StringBuilder("jdbc:postgresql://").append(hosts);
    jdbc.append(uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
    String separator = "?";
    @Nullable String query = uri.getRawQuery();
    if (query != null) {
      jdbc.append('?').append(query);
      separator = "&";
    }
    if (at >= 0) {
      String[] user = authority.substring(0, at).split(":", 2);
      jdbc.append(separator).append("user=").append(recoded(user[0]));
      if (user.length == 2) {
        jdbc.append("&password=").append(recoded(user[1]));
      }
    }
    return jdbc.toString();
  }

  /** Makes a URL that names several servers lead to the one that takes writes. */
  static String toPrimary(String name, String jdbcUrl) {
    if (!SEVERAL.matcher(jdbcUrl).matches()) {
      return jdbcUrl;
    }
    Matcher target = TARGET.matcher(jdbcUrl);
    if (!target.find()) {
      return jdbcUrl + (jdbcUrl.indexOf('?') < 0 ? '?' : '&') + "targetServerType=primary";
    }
    if (!target.group(1).equals("primary")) {
      throw new ConfigError(name + " needs targetServerType=primary: the service writes");
    }
    return jdbcUrl;
  }

  private static URI parse(String name, String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new ConfigError(name + " is not a valid address (it is not shown here)");
    }
  }

  private static String recoded(String part) {
    String plain = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    return URLEncoder.encode(plain, StandardCharsets.UTF_8);
  }
}
