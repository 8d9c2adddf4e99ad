package dev.paylink.sdk;

import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, each asked for by name and type: a field of another type is a
 * {@link JsonException} that names it, and a field nobody asks for is ignored, so the service may
 * add fields without breaking this client.
 *
 * <p>{@code …OrNull} takes an absent field and a {@code null} for the same thing.
 */
record JsonObject(JsonFields fields) {

  static JsonObject parse(byte[] utf8) {
    if (JsonReader.read(utf8) instanceof JsonFields fields) {
      return new JsonObject(fields);
    }
    throw new JsonException("expected an object");
  }

  String text(String name) {
    return required(name, textOrNull(name));
  }

  @Nullable String textOrNull(String name) {
    return switch (fields.get(name)) {
      case null -> null;
      case String text -> text;
      default -> throw wrong(name, "a string");
    };
  }

  /** Returns money, which is sent as a decimal string. */
  @Nullable BigDecimal decimalOrNull(String name) {
    String text = textOrNull(name);
    try {
      return text == null ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "a decimal string");
    }
  }

  Instant instant(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name, "a time");
    }
  }

  URI uri(String name) {
    try {
      return URI.create(text(name));
    } catch (IllegalArgumentException e) {
      throw wrong(name, "an address");
    }
  }

  boolean flag(String name) {
    if (fields.get(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "true or false");
  }

  @Nullable Long integerOrNull(String name) {
    try {
      return switch (fields.get(name)) {
        case null -> null;
        case BigDecimal number -> number.longValueExact();
        default -> throw wrong(name, "an integer");
      };
    } catch (ArithmeticException e) {
      throw wrong(name, "an integer of 64 bits");
    }
  }

  @Nullable JsonObject objectOrNull(String name) {
    return switch (fields.get(name)) {
      case null -> null;
      case JsonFields object -> new JsonObject(object);
      default -> throw wrong(name, "an object");
    };
  }

  /** Returns an array of objects. */
  List<JsonObject> objects(String name) {
    if (!(fields.get(name) instanceof List<?> values)) {
      throw wrong(name, "an array");
    }
    List<JsonObject> objects = new ArrayList<>(values.size());
    for (Object value : values) {
      if (!(value instanceof JsonFields object)) {
        throw wrong(name, "an array of objects");
      }
      objects.add(new JsonObject(object));
    }
    return objects;
  }

  /** Returns an object whose values are all strings; empty if absent. */
  Map<String, String> texts(String name) {
    JsonObject object = objectOrNull(name);
    Map<String, String> texts = new LinkedHashMap<>();
    if (object != null) {
      for (String field : object.fields().keySet()) {
        texts.put(field, object.text(field));
      }
    }
    return texts;
  }

  private static String required(String name, @Nullable String value) {
    if (value == null) {
      throw wrong(name, "a string");
    }
    return value;
  }

  private static JsonException wrong(String name, String expected) {
    return new JsonException("field " + name + ": expected " + expected);
  }
}
