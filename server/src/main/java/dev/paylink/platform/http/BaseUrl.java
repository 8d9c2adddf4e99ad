package dev.paylink.platform.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The public address of this service: a scheme, a host and perhaps a port, checked once. Its text
 * has no slash at the end.
 */
public final class BaseUrl {
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

  private final String text;
  private final URI uri;

  private BaseUrl(String text, URI uri) {
    this.text = text;
    this.uri = uri;
  }

  /**
   * Parses a base URL.
   *
   * @throws IllegalArgumentException with what is wrong, to be read after the name of the setting
   */
  public static BaseUrl parse(String given) {
    URI uri = uri(given);
    String scheme = uri.getScheme();
    if (scheme != null && !scheme.equals(scheme.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("must be written in lower case");
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "must not contain a user or password (it is not shown here)");
    }
    boolean web = "https".equals(scheme) || "http".equals(scheme);
    if (!web || uri.getHost() == null || uri.getQuery() != null || uri.getFragment() != null) {
      throw new IllegalArgumentException("must be an http(s) address, not \"" + given + "\"");
    }
    if (!uri.getPath().isEmpty() && !uri.getPath().equals("/")) {
      throw new IllegalArgumentException("must have no path, not \"" + given + "\"");
    }
    return new BaseUrl(given.endsWith("/") ? given.substring(0, given.length() - 1) : given, uri);
  }

  /** Returns the address of one of our paths, which begins with a slash. */
  public String resolve(String path) {
    return text + path;
  }

  /** Returns the host without the port; IPv6 addresses are in brackets. */
  public String host() {
    return uri.getHost();
  }

  /** Returns whether browsers reach us over TLS. */
  public boolean secure() {
    return uri.getScheme().equals("https");
  }

  /** Returns the Origin that browsers send: no port if it is the scheme's own (RFC 6454). */
  public String origin() {
    int port = uri.getPort();
    boolean ownPort = port < 0 || port == (secure() ? 443 : 80);
    return uri.getScheme()
        + "://"
        + uri.getHost().toLowerCase(Locale.ROOT)
        + (ownPort ? "" : ":" + port);
  }

  /**
   * Returns the Origins that browsers send on our pages: on loopback that of either name, since a
   * person may type the other one.
   */
  public Set<String> origins() {
    String origin = origin();
    return LOOPBACK.contains(host().toLowerCase(Locale.ROOT))
        ? Set.copyOf(
            LOOPBACK.stream()
                .map(name -> origin.replace("://" + host().toLowerCase(Locale.ROOT), "://" + name))
                .toList())
        : Set.of(origin);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BaseUrl url && url.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  private static URI uri(String given) {
    try {
      return new URI(given);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("is not an address: \"" + given + "\"", e);
    }
  }
}
