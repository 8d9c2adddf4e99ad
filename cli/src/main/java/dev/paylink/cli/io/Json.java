package dev.paylink.cli.io;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON object, its members asked for by name. Values are {@code String}, {@code BigDecimal},
 * {@code Boolean}, {@code List}, {@code Map} or null.
 */
public record Json(Map<String, @Nullable Object> members) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Reads an object; returns null if the bytes are none. */
  public static @Nullable Json read(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      Json json = new Json(object(parser));
      return parser.nextToken() == null ? json : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Returns an object with these members: names and values in turn. */
  public static Json of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return new Json(members);
  }

  /** Returns the text or number of a member, or null if it has none. */
  public @Nullable String text(String name) {
    Object value = members.get(name);
    return value == null || value instanceof Map || value instanceof List ? null : value.toString();
  }

  /** Returns a member as {@link #text} does, or this word in its place. */
  public String text(String name, String otherwise) {
    String text = text(name);
    return text == null ? otherwise : text;
  }

  /** Returns the object of a member, empty if there is none. */
  public Json object(String name) {
    return members.get(name) instanceof Map<?, ?> map ? new Json(copy(map)) : of();
  }

  /** Returns the objects of a list, empty if there is none. */
  public List<Json> objects(String name) {
    List<Json> objects = new ArrayList<>();
    if (members.get(name) instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof Map<?, ?> map) {
          objects.add(new Json(copy(map)));
        }
      }
    }
    return objects;
  }

  public byte[] bytes() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the JSON text, in one line. */
  @Override
  public String toString() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(generator, members);
    }
    return text.toString();
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      default -> null;
    };
  }

  private static List<@Nullable Object> array(JsonParser parser) {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return items;
  }

  private static void write(JsonGenerator to, @Nullable Object value) {
    switch (value) {
      case null -> to.writeNull();
      case Boolean flag -> to.writeBoolean(flag);
      case BigDecimal number -> to.writeNumber(number);
      case Number number -> to.writeNumber(number.longValue());
      case Json object -> write(to, object.members());
      case Map<?, ?> map -> {
        to.writeStartObject();
        map.forEach(
            (name, member) -> {
              to.writeName(String.valueOf(name));
              write(to, member);
            });
        to.writeEndObject();
      }
      case List<?> list -> {
        to.writeStartArray();
        list.forEach(item -> write(to, item));
        to.writeEndArray();
      }
      default -> to.writeString(value.toString());
    }
  }

  private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put(String.valueOf(name), value));
    return members;
  }
}
