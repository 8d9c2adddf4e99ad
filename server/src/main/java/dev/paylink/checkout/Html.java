package dev.paylink.checkout;

/** Makes text safe to stand anywhere in a page, attribute values included. */
final class Html {
  private Html() {}

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        case '{' -> escaped.append("&#123;"); // a text cannot smuggle in another placeholder
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
