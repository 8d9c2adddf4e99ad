package dev.paylink.platform.web;

import dev.paylink.platform.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Reads a field of an HTML form as a browser sends it. */
public final class FormBody {
  /** More than any form of ours has: that of a key has one for each thing a key may do. */
  private static final int MAX_FIELDS = 64;

  private FormBody() {}

  /** Returns the field's first value; empty if it is absent. */
  public static String field(Request request, String name) {
    String body = new String(request.body(), StandardCharsets.US_ASCII);
    for (String pair : body.split("&", MAX_FIELDS)) {
      int equals = pair.indexOf('=');
      if (equals >= 0 && decoded(pair.substring(0, equals)).equals(name)) {
        return decoded(pair.substring(equals + 1));
      }
    }
    return "";
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a broken escape is not a value of ours
    }
  }
}
