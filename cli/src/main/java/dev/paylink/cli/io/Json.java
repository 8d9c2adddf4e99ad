package dev.paylink.cli.io;

import dev.paylink.sdk.json.JsonException;
import dev.paylink.sdk.json.JsonReader;
import dev.paylink.sdk.json.JsonWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object that forgives: what is missing or of another kind reads as null or empty. The
 * client's reader and writer do the rest.
 */
public final class Json extends LinkedHashMap<String, @Nullable Object> {
  private static final long serialVersionUID = 1;

  private Json(Map<?, ?> members) {
    members.forEach((name, value) -> put(String.valueOf(name), value));
  }

  /** Reads an object; returns null if the bytes are none. */
  public static @Nullable Json read(byte[] utf8) {
    try {
      return JsonReader.read(utf8) instanceof Map<?, ?> members ? new Json(members) : null;
    } catch (JsonException e) {
      return null;
    }
  }

  /** Returns an object with these members: names and values in turn. */
  public static Json of(@Nullable Object... namesAndValues) {
    Json json = new Json(Map.of());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.put(String.valueOf(namesAndValues[i]), exact(namesAndValues[i + 1]));
    }
    return json;
  }

  /** Puts a member; null leaves it out. */
  public Json add(String name, @Nullable Object value) {
    if (value != null) {
      put(name, exact(value));
    }
    return this;
  }

  /** Returns the text or number of a member, or null if it has none. */
  public @Nullable String text(String name) {
    Object value = get(name);
    return value == null || value instanceof Map || value instanceof List ? null : value.toString();
  }

  /** Returns a member as {@link #text} does, or this word in its place. */
  public String text(String name, String otherwise) {
    String text = text(name);
    return text == null ? otherwise : text;
  }

  /** Returns the object of a member, empty if there is none. */
  public Json object(String name) {
    return get(name) instanceof Map<?, ?> map ? new Json(map) : of();
  }

  /** Returns the objects of a list, empty if there is none. */
  public List<Json> objects(String name) {
    List<Json> objects = new ArrayList<>();
    if (get(name) instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof Map<?, ?> map) {
          objects.add(new Json(map));
        }
      }
    }
    return objects;
  }

  /** Returns the texts of a list, empty if there is none. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    if (get(name) instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof String text) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  public byte[] bytes() {
    return JsonWriter.write(this);
  }

  /** Returns the JSON text, in one line. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns the value as the writer takes it. */
  private static @Nullable Object exact(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number;
      case Long number -> number;
      case BigDecimal number -> number;
      case Number number -> new BigDecimal(number.toString());
      case null, default -> value;
    };
  }
}
