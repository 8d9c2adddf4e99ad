package dev.paylink.credential;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;

/** A key that is about to be stored. Only here is its secret known. */
public record NewApiKey(
    String apiKey, Secret secretKey, KeySettings settings, int limit, boolean active) {
  private static final String PUBLIC = "pk_";
  private static final int KEY_CHARACTERS = 24;
  private static final int SECRET_CHARACTERS = 40; // 238 bits: a fast hash of it is safe to keep

  /**
   * Generates a new pair, which is inactive until somebody activates it. Secret scanners recognise
   * the prefixes.
   */
  public static NewApiKey random(KeySettings settings, int limit, boolean testMode) {
    String mode = mode(testMode);
    return new NewApiKey(
        PUBLIC + mode + RandomToken.base62(KEY_CHARACTERS),
        new Secret("sk_" + mode + RandomToken.base62(SECRET_CHARACTERS)),
        settings,
        limit,
        false);
  }

  /** Tells whether a key was made by an instance of the other mode. */
  static boolean isOfOtherMode(String apiKey, boolean testMode) {
    return apiKey.startsWith(mode(!testMode), PUBLIC.length());
  }

  private static String mode(boolean testMode) {
    return testMode ? "test_" : "live_";
  }

  /** Returns the same pair, active from the start or not. */
  public NewApiKey active(boolean on) {
    return new NewApiKey(apiKey, secretKey, settings, limit, on);
  }
}
