package dev.paylink.platform.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object, member by member in the order of the calls, as UTF-8 bytes without white
 * space: the same values always give the same bytes. Nested objects and arrays are written into the
 * same buffer. Every answer and every log line passes here, so it is optimised for short ASCII; a
 * general-purpose generator costs three times as much.
 */
public final class Json {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final int FIRST_BYTES = 1024;

  private byte[] out = new byte[FIRST_BYTES];
  private int length;

  /** Whether the open object or array has nothing in it yet. */
  private boolean empty;

  private Json() {
    begin('{');
  }

  public static Json object() {
    return new Json();
  }

  /** Writes the pairs as one object, in their order. */
  public static byte[] objectOf(Map<String, String> pairs) {
    Json json = new Json();
    pairs.forEach(json::put);
    return json.bytes();
  }

  public Json put(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      append(NULL);
    } else {
      quote(value);
    }
    return this;
  }

  public Json put(String name, boolean value) {
    name(name);
    append(value ? TRUE : FALSE);
    return this;
  }

  public Json put(String name, long value) {
    name(name);
    ascii(Long.toString(value));
    return this;
  }

  public Json put(String name, @Nullable Long value) {
    return value == null ? put(name, (String) null) : put(name, value.longValue());
  }

  public Json put(String name, @Nullable Integer value) {
    return value == null ? put(name, (String) null) : put(name, value.longValue());
  }

  public Json put(String name, @Nullable Instant value) {
    return put(name, value == null ? null : Timestamps.format(value));
  }

  /** Puts an object whose members {@code members} writes. */
  public Json putObject(String name, Consumer<Json> members) {
    name(name);
    begin('{');
    members.accept(this);
    end('}');
    return this;
  }

  /**
   * Puts an object whose members {@code members} writes from the value; puts null if the value is
   * null.
   */
  public <T> Json putObject(String name, @Nullable T value, BiConsumer<Json, T> members) {
    return value == null
        ? put(name, (String) null)
        : putObject(name, json -> members.accept(json, value));
  }

  /** Puts an array with one object per item, whose members {@code members} writes. */
  public <T> Json putObjects(String name, Iterable<T> items, BiConsumer<Json, T> members) {
    name(name);
    begin('[');
    for (T item : items) {
      separate();
      begin('{');
      members.accept(this, item);
      end('}');
    }
    end(']');
    return this;
  }

  /** Puts an array of strings; puts null if there is none. */
  public Json putTexts(String name, @Nullable Iterable<String> texts) {
    if (texts == null) {
      return put(name, (String) null);
    }
    name(name);
    begin('[');
    for (String text : texts) {
      separate();
      quote(text);
    }
    end(']');
    return this;
  }

  /** Puts stored JSON exactly as it was stored; puts null if there is none. */
  public Json putStored(String name, @Nullable String json) {
    name(name);
    append(json == null ? NULL : json.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Puts an array of objects, each exactly as it was stored. */
  public Json putStored(String name, Iterable<byte[]> objects) {
    name(name);
    begin('[');
    for (byte[] object : objects) {
      separate();
      append(object);
    }
    end(']');
    return this;
  }

  /** Ends the object. Nothing may be put afterwards. */
  public byte[] bytes() {
    end('}');
    return Arrays.copyOf(out, length);
  }

  /** Ends the object, for a column or a signer that takes text. Nothing may be put afterwards. */
  public String text() {
    end('}');
    return new String(out, 0, length, StandardCharsets.UTF_8);
  }

  private void name(String name) {
    separate();
    quote(name);
    append(':');
  }

  private void begin(char bracket) {
    append(bracket);
    empty = true;
  }

  private void end(char bracket) {
    append(bracket);
    empty = false;
  }

  private void separate() {
    if (empty) {
      empty = false;
    } else {
      append(',');
    }
  }

  private void quote(String text) {
    reserve(text.length() + 2);
    byte[] bytes = out;
    int at = length;
    bytes[at++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c > '~') {
        length = at;
        quoteRest(text, i);
        return;
      }
      bytes[at++] = (byte) c;
    }
    bytes[at++] = '"';
    length = at;
  }

  /** Continues where a character needs more than its own byte. */
  private void quoteRest(String text, int start) {
    int copied = start;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        append(text.substring(copied, i).getBytes(StandardCharsets.UTF_8));
        escape(c);
        copied = i + 1;
      }
    }
    append(text.substring(copied).getBytes(StandardCharsets.UTF_8));
    append('"');
  }

  private void escape(char c) {
    append('\\');
    switch (c) {
      case '"', '\\' -> append(c);
      case '\n' -> append('n');
      case '\r' -> append('r');
      case '\t' -> append('t');
      default -> append(new byte[] {'u', '0', '0', HEX[c >> 4], HEX[c & 15]});
    }
  }

  private void ascii(String text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      out[length++] = (byte) text.charAt(i);
    }
  }

  private void append(char ascii) {
    reserve(1);
    out[length++] = (byte) ascii;
  }

  private void append(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, out, length, bytes.length);
    length += bytes.length;
  }

  private void reserve(int more) {
    if (out.length - length < more) {
      out = Arrays.copyOf(out, Math.max(out.length * 2, length + more));
    }
  }
}
