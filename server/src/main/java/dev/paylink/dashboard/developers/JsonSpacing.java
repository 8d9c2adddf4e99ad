package dev.paylink.dashboard.developers;

/** The same JSON with other white space, as libraries write it after they have parsed it. */
final class JsonSpacing {
  private JsonSpacing() {}

  /** Returns the JSON without white space. */
  static String compact(String json) {
    return respaced(json, "");
  }

  /** Returns the JSON with a space after each comma and colon, as Python writes it. */
  static String spaced(String json) {
    return respaced(json, " ");
  }

  /** Replaces the white space outside strings. Strings stay unchanged. */
  private static String respaced(String json, String behindSeparator) {
    StringBuilder out = new StringBuilder(json.length());
    boolean inString = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (inString || !Character.isWhitespace(c)) {
        out.append(c);
      }
      if (inString && c == '\\' && i + 1 < json.length()) {
        out.append(json.charAt(++i));
      } else if (c == '"') {
        inString = !inString;
      } else if (!inString && (c == ',' || c == ':')) {
        out.append(behindSeparator);
      }
    }
    return out.toString();
  }
}
