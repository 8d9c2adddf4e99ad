package dev.paylink.platform.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** All texts for customers, one file per language; asking for a missing text throws. */
public final class Texts {
  static final int PLACE_LENGTH = "{0}".length();
  private static final char ISOLATE = '\u2068';
  private static final char END_OF_ISOLATE = '\u2069';

  private final Language language;
  private final Map<String, String> texts = new HashMap<>();

  private Texts(Class<?>[] homes, Language language) {
    this.language = language;
    for (Class<?> home : homes) {
      read(home);
    }
  }

  private void read(Class<?> home) {
    String name = "texts/" + language.tag() + ".properties";
    try (InputStream in = Objects.requireNonNull(home.getResourceAsStream(name), name)) {
      Properties file = new Properties();
      file.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String key : file.stringPropertyNames()) {
        if (texts.put(key, file.getProperty(key)) != null) {
          throw new IllegalStateException("two texts " + key + " in " + language.tag());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  /** Loads the texts in the folders {@code texts} next to those classes. */
  public static Map<Language, Texts> all(Class<?>... homes) {
    Map<Language, Texts> all = new EnumMap<>(Language.class);
    for (Language language : Language.values()) {
      all.put(language, new Texts(homes, language));
    }
    return all;
  }

  public Set<String> keys() {
    return texts.keySet();
  }

  /** Returns the keys that begin with this, without it, in their order. */
  public List<String> below(String prefix) {
    return texts.keySet().stream()
        .filter(key -> key.startsWith(prefix))
        .map(key -> key.substring(prefix.length()))
        .sorted()
        .toList();
  }

  public boolean has(String key) {
    return texts.containsKey(key);
  }

  public String get(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("no text " + key + " in " + language.tag());
    }
    return text;
  }

  /**
   * Returns the text with its places {0}, {1}… filled; the values themselves are never expanded.
   */
  public String get(String key, String... values) {
    String text = get(key);
    StringBuilder filled = new StringBuilder(2 * text.length());
    int written = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      if (isPlace(text, open)) {
        String value = values[text.charAt(open + 1) - '0'];
        filled.append(text, written, open).append(isolated(value));
        written = open + PLACE_LENGTH;
      }
    }
    return filled.append(text, written, text.length()).toString();
  }

  static boolean isPlace(String text, int open) {
    return open + PLACE_LENGTH <= text.length()
        && text.charAt(open + 1) >= '0'
        && text.charAt(open + 1) <= '9'
        && text.charAt(open + 2) == '}';
  }

  /** Isolates a value: a name in Latin letters must not reorder an Arabic sentence around it. */
  private String isolated(String value) {
    return language.isRightToLeft() ? ISOLATE + value + END_OF_ISOLATE : value;
  }
}
