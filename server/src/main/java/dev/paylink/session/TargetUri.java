package dev.paylink.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Brings an http(s) address into the one spelling that all equal addresses share: normalised by
 * syntax and by scheme (RFC 3986, sections 6.2.2 and 6.2.3), without query and fragment.
 */
final class TargetUri {
  private static final String UNRESERVED_MARKS = "-._~";

  private TargetUri() {}

  /** Returns the normal form, or null if the text is not such an address. */
  static @Nullable String normalised(String text) {
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme();
      String host = uri.getHost();
      if (scheme == null || host == null || uri.getRawUserInfo() != null) {
        return null;
      }
      scheme = scheme.toLowerCase(Locale.ROOT);
      int defaultPort = defaultPort(scheme);
      if (defaultPort < 0) {
        return null;
      }
      String port = uri.getPort() < 0 || uri.getPort() == defaultPort ? "" : ":" + uri.getPort();
      return scheme + "://" + host.toLowerCase(Locale.ROOT) + port + path(uri.getRawPath());
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static int defaultPort(String scheme) {
    return switch (scheme) {
      case "http" -> 80;
      case "https" -> 443;
      default -> -1;
    };
  }

  /**
   * Removes dot segments (section 5.2.4) but keeps empty segments, which {@link URI#normalize}
   * would drop. Escapes are decoded first: {@code %2e%2e} is a dot segment too.
   */
  private static String path(String rawPath) {
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = unescaped(rawPath).split("/", -1);
    for (int i = 1; i < segments.length; i++) { // nothing precedes the first slash
      boolean dots = segments[i].equals(".") || segments[i].equals("..");
      if (segments[i].equals("..")) {
        kept.pollLast();
      }
      if (!dots) {
        kept.addLast(segments[i]);
      } else if (i == segments.length - 1) {
        kept.addLast("");
      }
    }
    return '/' + String.join("/", kept);
  }

  /** Decodes escapes of unreserved characters and writes the others with capital digits. */
  private static String unescaped(String path) {
    StringBuilder normal = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '%') { // two digits follow, or it would not have been a URI
        char escaped = (char) Integer.parseInt(path, i + 1, i + 3, 16);
        if (isUnreserved(escaped)) {
          normal.append(escaped);
        } else {
          normal.append(path.substring(i, i + 3).toUpperCase(Locale.ROOT));
        }
        i += 2;
      } else {
        normal.append(c);
      }
    }
    return normal.toString();
  }

  private static boolean isUnreserved(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || UNRESERVED_MARKS.indexOf(c) >= 0;
  }
}
