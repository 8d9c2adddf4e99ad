package dev.paylink.platform.json;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.language.Message;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON object exactly as RFC 8259 defines it, and reports what is wrong instead of
 * guessing: strict UTF-8, nothing before or after it, no duplicate names, numbers kept as written,
 * depth bounded.
 *
 * <p>Values are {@code String}, {@link JsonNumber}, {@code Boolean}, {@code List}, {@code Map} or
 * null.
 */
final class StrictJson {
  private static final int MAX_DEPTH = 8;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final List<Fault> faults;

  private StrictJson(List<Fault> faults) {
    this.faults = faults;
  }

  /** Returns the object's members in order; adds what is wrong to {@code faults}. */
  static Map<String, @Nullable Object> readObject(byte[] bytes, List<Fault> faults) {
    if (bytes.length == 0) {
      faults.add(new Fault("", Message.of("json.empty")));
      return Map.of();
    }
    try (JsonParser parser = parser(bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        faults.add(new Fault("", Message.of("json.object")));
        return Map.of();
      }
      Map<String, @Nullable Object> members = new StrictJson(faults).object(parser, "");
      if (parser.nextToken() != null) {
        faults.add(new Fault("", Message.of("json.more")));
      }
      return members;
    } catch (CharacterCodingException e) {
      faults.add(new Fault("", Message.of("json.utf8")));
      return Map.of();
    } catch (JacksonException e) { // broken syntax, or one of Jackson's limits exceeded
      faults.add(new Fault("", invalid(e.getLocation())));
      return Map.of();
    }
  }

  /**
   * Creates the parser. By itself Jackson would guess UTF-16 or UTF-32 and accept overlong UTF-8,
   * so only plain ASCII, which most bodies are, is given to it as bytes.
   */
  private static JsonParser parser(byte[] bytes) throws CharacterCodingException {
    for (byte b : bytes) {
      if (b <= 0) {
        CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        return FACTORY.createParser(ObjectReadContext.empty(), text.toString());
      }
    }
    return FACTORY.createParser(ObjectReadContext.empty(), bytes);
  }

  /**
   * Returns the place of a fault. Jackson's own message quotes the input; the place is enough and
   * leaks nothing.
   */
  private static Message invalid(@Nullable TokenStreamLocation location) {
    return location == null || location.getLineNr() < 1
        ? Message.of("json.invalid")
        : Message.of("json.invalid.at", location.getLineNr(), location.getColumnNr());
  }

  private Map<String, @Nullable Object> object(JsonParser parser, String path) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      String shownPath = path + Fault.shown(name);
      Object value = value(parser, shownPath + ".");
      if (members.containsKey(name)) {
        faults.add(new Fault(shownPath, Message.of("field.duplicate")));
      }
      members.put(name, value);
    }
    return members;
  }

  private @Nullable Object value(JsonParser parser, String path) {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      default -> null;
    };
  }

  private List<@Nullable Object> array(JsonParser parser, String path) {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser, path));
    }
    return items;
  }
}
