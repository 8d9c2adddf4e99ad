package dev.paylink.sdk.json;

import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, each asked for by name and type: a field of another type is a
 * {@link JsonException} that names it, and a field nobody asks for is ignored, so the service may
 * add fields without breaking this client.
 *
 * <p>{@code …OrNull} takes an absent field and a {@code null} for the same thing.
 */
public final class JsonObject {
  private final JsonFields fields;

  public JsonObject(JsonFields fields) {
    this.fields = fields;
  }

  public JsonFields fields() {
    return fields;
  }

  public static JsonObject parse(byte[] utf8) {
    Object value = JsonReader.read(utf8);
    if (!JsonFields.class.isInstance(value)) {
      throw new JsonException("expected an object");
    }
    return new JsonObject(JsonFields.class.cast(value));
  }

  public String text(String name) {
    return required(name, textOrNull(name), "a string");
  }

  public @Nullable String textOrNull(String name) {
    return typedOrNull(name, String.class, "a string");
  }

  /** Returns money, which is sent as a decimal string. */
  public @Nullable BigDecimal decimalOrNull(String name) {
    String text = textOrNull(name);
    try {
      return text == null ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "a decimal string");
    }
  }

  public Instant instant(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name, "a time");
    }
  }

  public URI uri(String name) {
    return required(name, uriOrNull(name), "an address");
  }

  public @Nullable URI uriOrNull(String name) {
    String text = textOrNull(name);
    try {
      return text == null ? null : URI.create(text);
    } catch (IllegalArgumentException e) {
      throw wrong(name, "an address");
    }
  }

  public boolean flag(String name) {
    return required(name, typedOrNull(name, Boolean.class, "true or false"), "true or false");
  }

  public long integer(String name) {
    return required(name, integerOrNull(name), "an integer");
  }

  public @Nullable Long integerOrNull(String name) {
    BigDecimal number = typedOrNull(name, BigDecimal.class, "an integer");
    try {
      return number == null ? null : number.longValueExact();
    } catch (ArithmeticException e) {
      throw wrong(name, "an integer of 64 bits");
    }
  }

  public @Nullable JsonObject objectOrNull(String name) {
    JsonFields object = typedOrNull(name, JsonFields.class, "an object");
    return object == null ? null : new JsonObject(object);
  }

  /** Returns an array of objects. */
  public List<JsonObject> objects(String name) {
    return required(name, objectsOrNull(name), "an array");
  }

  public @Nullable List<JsonObject> objectsOrNull(String name) {
    List<JsonFields> values = arrayOrNull(name, JsonFields.class, "an array of objects");
    return values == null
        ? null
        : values.stream().map(JsonObject::new).collect(Collectors.toUnmodifiableList());
  }

  /** Returns an array of strings. */
  public @Nullable List<String> stringsOrNull(String name) {
    return arrayOrNull(name, String.class, "an array of strings");
  }

  private <T> @Nullable List<T> arrayOrNull(String name, Class<T> type, String expected) {
    List<?> values = typedOrNull(name, List.class, "an array");
    if (values == null) {
      return null;
    }
    List<T> typed = new ArrayList<>(values.size());
    for (Object value : values) {
      if (!type.isInstance(value)) {
        throw wrong(name, expected);
      }
      typed.add(type.cast(value));
    }
    return typed;
  }

  /** Returns an object whose values are all strings; empty if absent. */
  public Map<String, String> texts(String name) {
    JsonObject object = objectOrNull(name);
    Map<String, String> texts = new LinkedHashMap<>();
    if (object != null) {
      for (String field : object.fields().keySet()) {
        texts.put(field, object.text(field));
      }
    }
    return texts;
  }

  private <T> @Nullable T typedOrNull(String name, Class<T> type, String expected) {
    Object value = fields.get(name);
    if (value != null && !type.isInstance(value)) {
      throw wrong(name, expected);
    }
    return type.cast(value);
  }

  private static <T> T required(String name, @Nullable T value, String expected) {
    if (value == null) {
      throw wrong(name, expected);
    }
    return value;
  }

  private static JsonException wrong(String name, String expected) {
    return new JsonException("field " + name + ": expected " + expected);
  }
}
