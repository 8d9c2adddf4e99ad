package dev.paylink.dashboard.developers;

import dev.paylink.credential.ApiKey;
import java.time.Instant;
import java.util.List;

/** The words for the state of a key, and their tones. */
public final class KeyWords {
  private static final int MOST_NAMED = 2;

  private KeyWords() {}

  public static String name(ApiKey key) {
    String label = key.label();
    return label == null ? "Unnamed" : label;
  }

  public static String state(ApiKey key) {
    if (isExpired(key)) {
      return "Expired";
    }
    return key.active() ? "Active" : "Inactive";
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
  public static String scopes(ApiKey key) {
    List<String> names = key.settings().scopes().names();
    return names == null ? "All permissions" : String.join(", ", names);
  }

  /** Returns what the key may be used for in a few words. */
  public static String shortScopes(ApiKey key) {
    List<String> names = key.settings().scopes().names();
    return names != null && names.size() > MOST_NAMED ? names.size() + " permissions" : scopes(key);
  }

  /** Returns from where the key may be used, in one line. */
  public static String sources(ApiKey key) {
    List<String> names = key.settings().sources().names();
    return names == null ? "Any address" : String.join(", ", names);
  }
}
