package dev.paylink.sdk.json;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object in the order they were read, and the text they were read from: a
 * webhook's body can be kept exactly as the service wrote it, even if it came as one item of a
 * page.
 */
public final class JsonFields extends AbstractMap<String, @Nullable Object> {
  private final Map<String, @Nullable Object> fields;
  private final String text;
  private final int from;
  private final int to;

  /** Takes ownership of the map; {@code from} and {@code to} mark the braces in {@code text}. */
  JsonFields(Map<String, @Nullable Object> fields, String text, int from, int to) {
    this.fields = fields;
    this.text = text;
    this.from = from;
    this.to = to;
  }

  /** Returns the text from brace to brace; cut out only when asked, since few are. */
  public String source() {
    return text.substring(from, to);
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    return fields.get(name);
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return fields.containsKey(name);
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return fields.entrySet();
  }
}
