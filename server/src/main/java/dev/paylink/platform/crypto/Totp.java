package dev.paylink.platform.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six
 * digits, a new one every 30 seconds. A clock may be one step off.
 */
public final class Totp {
  /** RFC 4226 recommends the length of the hash. */
  public static final int SECRET_BYTES = 20;

  public static final int STEP_SECONDS = 30;
  public static final int DIGITS = 6;

  /** The result of {@link #matchingStep} if no step has this code. */
  public static final long NO_STEP = -1;

  private static final int STEPS_OFF = 1;
  private static final int MODULUS = 1_000_000;

  private Totp() {}

  /** Returns the step around {@code now} that has this code, or {@link #NO_STEP}. */
  public static long matchingStep(byte[] secret, String code, Instant now) {
    long current = now.getEpochSecond() / STEP_SECONDS;
    long matching = NO_STEP;
    // Checks all steps, even after a match: the time says nothing about the code.
    for (long step = current - STEPS_OFF; step <= current + STEPS_OFF; step++) {
      if (MessageDigest.isEqual(ascii(code(secret, step)), ascii(code))) {
        matching = step;
      }
    }
    return matching;
  }

  /** Returns the code of one step (RFC 4226, 5.3). */
  public static String code(byte[] secret, long step) {
    byte[] hash = hmacSha1(secret, ByteBuffer.allocate(Long.BYTES).putLong(step).array());
    int offset = hash[hash.length - 1] & 0xF;
    int number = ByteBuffer.wrap(hash).getInt(offset) & 0x7FFF_FFFF;
    return ("%0" + DIGITS + "d").formatted(number % MODULUS);
  }

  private static byte[] hmacSha1(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(key, "HmacSHA1"));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA1", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
