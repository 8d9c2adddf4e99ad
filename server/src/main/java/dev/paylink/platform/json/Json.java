package dev.paylink.platform.json;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes one JSON object, member by member in the order of the calls, as UTF-8 bytes without white
 * space: the same values always give the same bytes.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
  private final JsonGenerator generator =
      FACTORY.createGenerator(
          ObjectWriteContext.empty(), out, tools.jackson.core.JsonEncoding.UTF8);

  private Json() {
    generator.writeStartObject();
  }

  public static Json object() {
    return new Json();
  }

  /** The pairs as one object, in their order. */
  public static byte[] objectOf(Map<String, String> pairs) {
    Json json = new Json();
    pairs.forEach(json.generator::writeStringProperty);
    return json.bytes();
  }

  public Json put(String name, @Nullable String value) {
    if (value == null) {
      generator.writeNullProperty(name);
    } else {
      generator.writeStringProperty(name, value);
    }
    return this;
  }

  public Json put(String name, boolean value) {
    generator.writeBooleanProperty(name, value);
    return this;
  }

  public Json put(String name, long value) {
    generator.writeNumberProperty(name, value);
    return this;
  }

  public Json put(String name, @Nullable Instant value) {
    return put(name, value == null ? null : Timestamps.format(value));
  }

  /** A member whose value is JSON already, such as what the database keeps as JSON. */
  public Json putRaw(String name, String json) {
    generator.writeName(name);
    generator.writeRawValue(json);
    return this;
  }

  /** A member that is an array of objects made the same way. */
  public Json putObjects(String name, Iterable<byte[]> objects) {
    generator.writeArrayPropertyStart(name);
    for (byte[] object : objects) {
      generator.writeRawValue(new String(object, java.nio.charset.StandardCharsets.UTF_8));
    }
    generator.writeEndArray();
    return this;
  }

  public byte[] bytes() {
    generator.writeEndObject();
    generator.close();
    return out.toByteArray();
  }
}
