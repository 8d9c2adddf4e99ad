package dev.paylink.platform.json;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads typed values from a JSON object or a form and collects every fault, so that a caller learns
 * all of them at once, in the same words for both. A field that is absent, null or faulty reads as
 * null.
 */
public final class Fields {
  private static final int LONGEST_TIME = 64;
  private static final Pattern BETWEEN_ITEMS = Pattern.compile("[\\s,]+");

  private final String path;
  private final Map<String, @Nullable Object> members;
  private final List<Fault> faults;

  /** Whether this is a form, which has texts only: text that looks like a number counts as one. */
  private final boolean form;

  private Fields(
      String path, Map<String, @Nullable Object> members, List<Fault> faults, boolean form) {
    this.path = path;
    this.members = members;
    this.faults = faults;
    this.form = form;
  }

  /** Reads the bytes as one JSON object. */
  public static Fields parse(byte[] body) {
    List<Fault> faults = new ArrayList<>();
    return new Fields("", StrictJson.readObject(body, faults), faults, false);
  }

  /** Reads the bytes as one JSON object without fields other than the known ones. */
  public static Fields parse(byte[] body, Set<String> known) {
    return parse(body).only(known);
  }

  /**
   * Wraps a form. A field named {@code customer.name} is in the object {@code customer}; a null
   * counts as sent, like the null of a call.
   */
  public static Fields ofForm(Map<String, ? extends @Nullable String> values) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    Map<String, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          int dot = name.indexOf('.');
          if (dot < 0) {
            members.put(name, value);
          } else {
            objects
                .computeIfAbsent(name.substring(0, dot), ignored -> new LinkedHashMap<>())
                .put(name.substring(dot + 1), value);
          }
        });
    members.putAll(objects);
    return new Fields("", members, new ArrayList<>(), true);
  }

  /** Refuses every field that is not one of these. */
  public Fields only(Set<String> known) {
    for (String name : members.keySet()) {
      if (!known.contains(name)) {
        String nearest = DidYouMean.nearest(name, known);
        fault(
            Fault.shown(name),
            nearest == null
                ? Message.of("field.unknown")
                : Message.of("field.unknown.near", nearest));
      }
    }
    return this;
  }

  public List<Fault> faults() {
    return faults;
  }

  public void fault(String name, Message message) {
    faults.add(new Fault(path + name, message));
  }

  /** Returns what was read, if there is no fault at all; otherwise refuses with all faults. */
  public <T> T require(@Nullable T read) {
    refuseFaults();
    return Objects.requireNonNull(read);
  }

  /** Goes on if there is no fault; otherwise refuses with all of them. */
  public void refuseFaults() {
    if (!faults.isEmpty()) {
      throw Rejection.invalid(faults);
    }
  }

  /** Returns whether the field was sent, also as null. */
  public boolean isSent(String name) {
    return members.containsKey(name);
  }

  public boolean has(String name) {
    return members.get(name) != null;
  }

  /**
   * Returns a string of at most {@code max} characters, without control characters that break logs.
   */
  public @Nullable String text(String name, int max) {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text)) {
      fault(name, Message.of("field.string"));
      return null;
    }
    return acceptable(name, text, max) ? text : null;
  }

  /** Returns a {@link #text} as the parser reads it; adds {@code fault} if that is null. */
  public <T> @Nullable T read(
      String name, int max, Function<String, @Nullable T> parser, Message fault) {
    String text = text(name, max);
    T value = text == null ? null : parser.apply(text);
    if (text != null && value == null) {
      fault(name, fault);
    }
    return value;
  }

  /** Returns the value that was read; adds a fault if the field is absent. */
  public <T> @Nullable T required(String name, @Nullable T read) {
    if (!has(name)) {
      fault(name, Message.of("field.required"));
    }
    return read;
  }

  /** Returns a {@link #text} that must be present and not blank. */
  public @Nullable String requiredText(String name, int max) {
    String text = text(name, max);
    if (text == null ? !has(name) : text.isBlank()) {
      fault(name, Message.of("field.required"));
      return null;
    }
    return text;
  }

  /**
   * Returns a list of strings, each as {@link #text} reads it. A form has them in one text, with
   * blanks, commas or line breaks between them.
   */
  public @Nullable List<String> texts(String name, int maxItems, int maxLength) {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    List<?> items =
        value instanceof List<?> list
            ? list
            : form && value instanceof String text
                ? BETWEEN_ITEMS.splitAsStream(text).filter(item -> !item.isEmpty()).toList()
                : null;
    if (items == null) {
      fault(name, Message.of("field.strings"));
      return null;
    }
    if (items.size() > maxItems) {
      fault(name, Message.of("field.items", maxItems));
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (Object item : items) {
      if (!(item instanceof String text)) {
        fault(name, Message.of("field.strings"));
        return null;
      }
      if (!acceptable(name, text, maxLength)) {
        return null;
      }
      texts.add(text);
    }
    return texts;
  }

  public @Nullable Long integer(String name, long min, long max) {
    return integer(name, min, max, Message.of("field.whole", min, max));
  }

  /** Returns a number of seconds; the fault of another unit says so. */
  public @Nullable Long seconds(String name, long min, long max) {
    return integer(name, min, max, Message.of("field.seconds", min, max));
  }

  private @Nullable Long integer(String name, long min, long max, Message fault) {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    String digits =
        value instanceof JsonNumber number
            ? number.text()
            : form && value instanceof String text ? text : "";
    if (digits.matches("-?[0-9]{1,18}")) {
      long result = Long.parseLong(digits);
      if (result >= min && result <= max) {
        return result;
      }
    }
    fault(name, fault);
    return null;
  }

  public @Nullable Boolean bool(String name) {
    Object value = members.get(name);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    fault(name, Message.of("field.boolean"));
    return null;
  }

  public @Nullable Instant time(String name) {
    return read(name, LONGEST_TIME, Timestamps::parse, Timestamps.WORDS);
  }

  /** Returns the digits of a number or a string, as they were written. */
  public @Nullable String decimal(String name) {
    Object value = members.get(name);
    return switch (value) {
      case null -> null;
      case String text -> text;
      case JsonNumber number -> number.text();
      default -> {
        fault(name, Message.of("field.decimalstring"));
        yield null;
      }
    };
  }

  /** Returns a nested object, or null if absent. */
  public @Nullable Fields object(String name, Set<String> known) {
    Map<String, @Nullable Object> value = map(name);
    if (value == null) {
      return null;
    }
    return new Fields(path + name + ".", value, faults, form).only(known);
  }

  /** Returns string pairs in their order; empty if absent. */
  public Map<String, String> pairs(String name, int maxPairs, int maxKey, int maxValue) {
    Map<String, @Nullable Object> value = map(name);
    if (value == null) {
      return Map.of();
    }
    if (value.size() > maxPairs) {
      fault(name, Message.of("field.pairs", maxPairs));
      return Map.of();
    }
    Map<String, String> pairs = new LinkedHashMap<>();
    value.forEach(
        (key, item) -> {
          if (key.isEmpty() || !acceptable(name, key, maxKey)) {
            fault(name, Message.of("field.pairkeys", maxKey));
          } else if (!(item instanceof String text)) {
            fault(name + "." + key, Message.of("field.string"));
          } else if (acceptable(name + "." + key, text, maxValue)) {
            pairs.put(key, text);
          }
        });
    return pairs;
  }

  private @Nullable Map<String, @Nullable Object> map(String name) {
    Object value = members.get(name);
    if (form && value instanceof String text) { // a script puts an object into a form as JSON
      if (text.isEmpty()) {
        return null;
      }
      List<Fault> unread = new ArrayList<>();
      value = StrictJson.readObject(text.getBytes(StandardCharsets.UTF_8), unread);
      if (!unread.isEmpty()) {
        fault(name, Message.of("field.object"));
        return null;
      }
    }
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?>) {
      @SuppressWarnings("unchecked") // StrictJson makes no other kind of map
      Map<String, @Nullable Object> map = (Map<String, @Nullable Object>) value;
      return map;
    }
    fault(name, Message.of("field.object"));
    return null;
  }

  private boolean acceptable(String name, String text, int max) {
    if (text.length() > max) {
      fault(name, Message.of("field.toolong", max));
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // PostgreSQL stores no NUL and UTF-8 has no lone surrogates; other controls only spoil logs.
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t') {
        fault(name, Message.of("field.control"));
        return false;
      }
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          fault(name, Message.of("field.surrogate"));
          return false;
        }
      }
    }
    return true;
  }
}
