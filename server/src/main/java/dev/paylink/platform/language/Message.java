package dev.paylink.platform.language;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A sentence for a person: the key of its text, and the values of its places. The texts are in one
 * table per language next to this class; English is for the API and the pages alike. A value can be
 * a message itself, or a list of values. Keys that begin with {@code field.} are about a field:
 * their English has no subject ("is required"), so that the name of the field can stand before it.
 */
public record Message(String key, List<Object> values) {
  private static final Map<Language, Texts> TABLES = Texts.all(Message.class);
  private static final String OF_A_FIELD = "field.";

  public static Message of(String key, Object... values) {
    return new Message(key, List.of(values));
  }

  /** Returns whether the English lacks its subject, the field. */
  public boolean isOfField() {
    return key.startsWith(OF_A_FIELD);
  }

  /** Returns the text that the API shows. */
  public String english() {
    return in(Language.EN);
  }

  public String in(Language language) {
    Texts texts = Objects.requireNonNull(TABLES.get(language));
    if (values.isEmpty()) {
      return texts.get(key);
    }
    String[] filled = new String[values.size()];
    Arrays.setAll(filled, place -> written(values.get(place), language));
    return texts.get(key, filled);
  }

  private static String written(Object value, Language language) {
    return switch (value) {
      case Message message -> message.in(language);
      case Collection<?> several ->
          several.stream().map(one -> written(one, language)).collect(Collectors.joining(", "));
      default -> value.toString();
    };
  }

  @Override
  public String toString() {
    return english();
  }
}
