package dev.paylink.desk.system;

import org.jspecify.annotations.Nullable;

/**
 * A judgement about one thing.
 *
 * @param what it is about, such as "Node pay-1:8080"
 * @param tone good, calm, warn or bad: a colour of the pages
 * @param word the state in a word or two
 * @param next the next step for the operator; null if there is nothing to do
 */
public record SystemCheck(String what, String tone, String word, @Nullable String next) {
  static SystemCheck good(String what, String word) {
    return new SystemCheck(what, "good", word, null);
  }

  static SystemCheck calm(String what, String word) {
    return new SystemCheck(what, "calm", word, null);
  }

  static SystemCheck warn(String what, String word, String next) {
    return new SystemCheck(what, "warn", word, next);
  }

  static SystemCheck bad(String what, String word, String next) {
    return new SystemCheck(what, "bad", word, next);
  }

  /** Tells whether somebody should do something. */
  public boolean isWanting() {
    return next != null;
  }
}
