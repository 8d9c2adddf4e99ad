package dev.paylink.sdk.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.EnumMap;
import java.util.Map;

/** The ways in which a body that was signed usually differs from the bytes that were sent. */
public final class OtherBodies {
  private OtherBodies() {}

  /** Returns other bodies by the mistake that makes them, without those that equal this one. */
  public static Map<SignatureMistake, byte[]> of(byte[] body) {
    String text = new String(body, UTF_8);
    Map<SignatureMistake, String> others = new EnumMap<>(SignatureMistake.class);
    others.put(SignatureMistake.BODY_LINEFEED, text + '\n');
    others.put(SignatureMistake.BODY_NOLINEFEED, text.stripTrailing());
    others.put(SignatureMistake.BODY_WINDOWS, text.replace("\r\n", "\n").replace("\n", "\r\n"));
    others.put(SignatureMistake.BODY_COMPACT, respaced(text, ""));
    others.put(SignatureMistake.BODY_SPACED, respaced(text, " "));
    others.put(SignatureMistake.BODY_ESCAPED, escaped(respaced(text, "")));
    others.put(SignatureMistake.BODY_PYTHON, escaped(respaced(text, " ")));
    others.put(SignatureMistake.BODY_EMPTY, "");
    Map<SignatureMistake, byte[]> bytes = new EnumMap<>(SignatureMistake.class);
    others.forEach(
        (mistake, other) -> {
          if (!other.equals(text)) {
            bytes.put(mistake, other.getBytes(UTF_8));
          }
        });
    return bytes;
  }

  /** Returns JSON with this white space after each comma and colon, and none elsewhere. */
  private static String respaced(String json, String space) {
    StringBuilder text = new StringBuilder(json.length());
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
    StringBuilder text = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      text.append(c < 0x80 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return text.toString();
  }
}
