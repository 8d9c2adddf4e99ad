package dev.paylink.platform.openapi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Builds HTML that is well formed and escaped: every text and attribute value passes through {@link
 * #escape}, and an element is closed by the one that opened it.
 */
final class Html {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; {@code attributes} are names and values in turn. */
  Html open(String name, String... attributes) {
    tag(name, attributes);
    open.push(name);
    return this;
  }

  Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element that holds only text. */
  Html element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close();
  }

  /** An element that has neither content nor end tag, such as {@code meta}. */
  Html empty(String name, String... attributes) {
    tag(name, attributes);
    return this;
  }

  Html text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Adds what another builder made, which is escaped already. */
  Html add(Html finished) {
    out.append(finished);
    return this;
  }

  private void tag(String name, String... attributes) {
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      out.append('"');
    }
    out.append('>');
  }

  /** An anchor's name for any text: lower-case words joined by hyphens. */
  static String slug(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("unclosed elements: " + open);
    }
    return out.toString();
  }
}
