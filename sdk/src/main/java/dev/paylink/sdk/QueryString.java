package dev.paylink.sdk;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A query with its question mark, percent-encoded; empty if nothing was added. */
public final class QueryString {
  private final StringJoiner pairs = new StringJoiner("&", "?", "").setEmptyValue("");

  /** Adds a pair; null leaves it out. */
  public QueryString add(String name, @Nullable String value) {
    if (value != null) {
      // Form encoding writes a space as '+', which only some parsers of a query read as a space.
      String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
      pairs.add(name + '=' + encoded);
    }
    return this;
  }

  @Override
  public String toString() {
    return pairs.toString();
  }
}
