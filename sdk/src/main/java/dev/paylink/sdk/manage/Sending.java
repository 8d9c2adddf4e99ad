package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import dev.paylink.sdk.json.JsonWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the calls of this package. The client is one; you need none of your own. */
@FunctionalInterface
public interface Sending {
  /** How often a call may be sent, and how long its answer may be held back. */
  enum Manner {
    USUAL,
    /** It must not be repeated. */
    ONCE,
    /** The service waits for somebody else. */
    SLOW
  }

  /** Sends a signed request and returns the body of a successful answer. */
  byte[] send(
      String method,
      String target,
      byte @Nullable [] json,
      @Nullable String idempotencyKey,
      Manner manner);

  /** Returns what a path or a list gives. */
  default JsonObject get(String path, Map<String, ? extends @Nullable Object> query) {
    return JsonObject.parse(send("GET", path + query(query), null, null, Manner.USUAL));
  }

  /** Returns what a change gives; a field that is null is not sent. */
  default JsonObject change(
      String method, String path, @Nullable Map<String, ? extends @Nullable Object> fields) {
    return JsonObject.parse(
        send(method, path, fields == null ? null : json(fields), null, Manner.USUAL));
  }

  /** Returns the same bytes for the same fields, whatever their order. */
  static byte[] json(Map<String, ? extends @Nullable Object> fields) {
    TreeMap<String, Object> present = new TreeMap<>();
    fields.forEach(
        (name, value) -> {
          if (value != null) {
            present.put(name, value);
          }
        });
    return JsonWriter.write(present);
  }

  /** Returns the query of a target; a value that is null is not sent. */
  static String query(Map<String, ? extends @Nullable Object> values) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    values.forEach(
        (name, value) -> {
          if (value != null) {
            // Form encoding writes a space as '+', which only some parsers read as a space.
            String encoded = URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
            query.add(name + '=' + encoded.replace("+", "%20"));
          }
        });
    return query.toString();
  }

  /** Returns the id; anything else than an id could change the path. */
  static String id(String name, String id) {
    if (!Pattern.matches("[0-9A-Za-z_-]{1,255}", id)) {
      throw new IllegalArgumentException(name + ": letters, digits, _ and -");
    }
    return id;
  }
}
