package dev.paylink.sdk.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON in UTF-8 that {@link JsonReader} reads back as the same value; equal values
 * in the same order always give the same bytes.
 *
 * <p>Values that JSON cannot carry exactly are refused, not altered: a double, half a surrogate
 * pair.
 */
public final class JsonWriter {
  private static final String ESCAPED = "\"\\\n\r\t";
  private static final String ESCAPES = "\"\\nrt";

  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  public static byte[] write(@Nullable Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  @SuppressWarnings("PatternMatchingInstanceof") // Java 11 has none
  private void value(@Nullable Object value) {
    if (value == null
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof BigDecimal) {
      out.append(value);
    } else if (value instanceof String) {
      string((String) value);
    } else if (value instanceof Map) {
      object((Map<?, ?>) value);
    } else if (value instanceof List) {
      array((List<?>) value);
    } else {
      throw new IllegalArgumentException("no exact JSON for " + value.getClass());
    }
  }

  private void object(Map<?, ?> fields) {
    char separator = '{';
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      out.append(separator);
      string((String) field.getKey());
      out.append(':');
      value(field.getValue());
      separator = ',';
    }
    out.append(fields.isEmpty() ? "{}" : "}");
  }

  private void array(List<?> values) {
    char separator = '[';
    for (Object value : values) {
      out.append(separator);
      value(value);
      separator = ',';
    }
    out.append(values.isEmpty() ? "[]" : "]");
  }

  private void string(String text) {
    // String.getBytes would send a question mark in place of half a pair.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("text holds half a surrogate pair");
    }
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      character(text.charAt(i));
    }
    out.append('"');
  }

  private void character(char c) {
    int known = ESCAPED.indexOf(c);
    if (known >= 0) {
      out.append('\\').append(ESCAPES.charAt(known));
    } else if (c < ' ') {
      out.append(String.format("\\u%04x", (int) c));
    } else {
      out.append(c);
    }
  }
}
