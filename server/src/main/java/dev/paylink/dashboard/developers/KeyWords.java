package dev.paylink.dashboard.developers;

import dev.paylink.credential.ApiKey;
import dev.paylink.platform.language.Words;
import java.time.Instant;
import java.util.List;

/** The words for the state of a key, and their tones. */
public final class KeyWords {
  private static final int MOST_NAMED = 2;

  private KeyWords() {}

  public static String name(Words words, ApiKey key) {
    String label = key.label();
    return label == null ? words.get("keys.unnamed") : label;
  }

  public static String state(Words words, ApiKey key) {
    if (isExpired(key)) {
      return words.get("keys.expired");
    }
    return words.get(key.active() ? "keys.active" : "keys.inactive");
  }

  public static String tone(ApiKey key) {
    if (isExpired(key)) {
      return "warn";
    }
    return key.active() ? "good" : "calm";
  }

  public static boolean isExpired(ApiKey key) {
    return key.settings().isExpired(Instant.now());
  }

  /** Returns what the key may be used for, in one line. */
  public static String scopes(Words words, ApiKey key) {
    List<String> names = key.settings().scopes().names();
    return names == null ? words.get("keys.all") : String.join(", ", names);
  }

  /** Returns what the key may be used for in a few words. */
  public static String shortScopes(Words words, ApiKey key) {
    List<String> names = key.settings().scopes().names();
    return names != null && names.size() > MOST_NAMED
        ? words.get("keys.several", names.size())
        : scopes(words, key);
  }

  /** Returns from where the key may be used, in one line. */
  public static String sources(Words words, ApiKey key) {
    List<String> names = key.settings().sources().names();
    return names == null ? words.get("keys.anywhere") : String.join(", ", names);
  }
}
