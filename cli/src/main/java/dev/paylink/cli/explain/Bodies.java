package dev.paylink.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/** The ways in which a body usually differs from the bytes that were sent. */
final class Bodies {
  private Bodies() {}

  /** Returns other bodies by how they came about, without those that equal this one. */
  static Map<String, byte[]> changed(byte[] body) {
    String text = new String(body, UTF_8);
    Map<String, String> others = new LinkedHashMap<>();
    others.put("with a line feed at its end", text + '\n');
    others.put("without the line feed at its end", text.stripTrailing());
    others.put("with Windows line ends", text.replace("\r\n", "\n").replace("\n", "\r\n"));
    others.put("reformatted without white space", spaced(text, ""));
    others.put("reformatted with a space after each comma and colon", spaced(text, " "));
    others.put("with all beyond ASCII escaped", escaped(spaced(text, "")));
    others.put("reformatted and escaped, as Python does", escaped(spaced(text, " ")));
    others.put("left out, as if it were empty", "");
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    others.forEach(
        (how, other) -> {
          if (!other.equals(text)) {
            bytes.put(how, other.getBytes(UTF_8));
          }
        });
    return bytes;
  }

  /** Returns JSON with this white space after each comma and colon and none elsewhere. */
  private static String spaced(String json, String space) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quoted) {
        text.append(c);
        if (c == '\\' && i + 1 < json.length()) {
          text.append(json.charAt(++i));
        }
        quoted = c != '"';
      } else if (!Character.isWhitespace(c)) {
        text.append(c);
        quoted = c == '"';
        if (c == ',' || c == ':') {
          text.append(space);
        }
      }
    }
    return text.toString();
  }

  private static String escaped(String json) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      text.append(c < 0x80 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return text.toString();
  }
}
