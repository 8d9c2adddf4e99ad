package dev.paylink.sdk.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads exactly the JSON of RFC 8259 and nothing else: a repeated name, half a surrogate pair,
 * malformed UTF-8, an extra comma or anything after the value is refused, and the depth is bounded,
 * so no input can exhaust the stack.
 *
 * <p>Values become {@link JsonFields} (a {@code Map}), {@code List}, {@code String}, {@code
 * Boolean}, {@code null} and {@code BigDecimal}; a number never passes through a double.
 */
public final class JsonReader {
  static final int MAX_DEPTH = 32;

  private final String text;
  private final JsonScanner in;

  private JsonReader(String text) {
    this.text = text;
    this.in = new JsonScanner(text);
  }

  /** Returns the one value in {@code utf8}. */
  public static @Nullable Object read(byte[] utf8) {
    JsonReader reader = new JsonReader(decode(utf8));
    Object value = reader.value(1);
    if (reader.in.peek() != JsonScanner.END) {
      throw reader.in.fail("something follows the value");
    }
    return value;
  }

  private static String decode(byte[] utf8) {
    try {
      // A fresh decoder reports malformed input; new String would quietly replace it.
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new JsonException("not UTF-8");
    }
  }

  private @Nullable Object value(int depth) {
    int next = in.peek();
    if (next == '{') {
      return object(depth);
    } else if (next == '[') {
      return array(depth);
    } else if (next == '"') {
      return in.string();
    } else if (next == 't') {
      return in.word("true", true);
    } else if (next == 'f') {
      return in.word("false", false);
    }
    return next == 'n' ? in.word("null", null) : in.number();
  }

  private JsonFields object(int depth) {
    checkDepth(depth);
    int from = in.position();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    in.expect('{');
    if (!in.skipIf('}')) {
      do {
        field(fields, depth);
      } while (in.skipIf(','));
      in.expect('}');
    }
    return new JsonFields(fields, text, from, in.position());
  }

  private void field(Map<String, @Nullable Object> fields, int depth) {
    String name = in.string();
    in.expect(':');
    Object value = value(depth + 1);
    if (fields.containsKey(name)) {
      throw in.fail("a name occurs twice");
    }
    fields.put(name, value);
  }

  private List<@Nullable Object> array(int depth) {
    checkDepth(depth);
    List<@Nullable Object> values = new ArrayList<>();
    in.expect('[');
    if (in.skipIf(']')) {
      return values;
    }
    do {
      values.add(value(depth + 1));
    } while (in.skipIf(','));
    in.expect(']');
    return values;
  }

  private void checkDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw in.fail("nested deeper than " + MAX_DEPTH);
    }
  }
}
