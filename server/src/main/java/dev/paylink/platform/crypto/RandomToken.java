package dev.paylink.platform.crypto;

import java.security.SecureRandom;
import java.util.Base64;

/** Unguessable tokens in characters that need no escaping in a URL, a header or a shell. */
public final class RandomToken {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final char[] BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray();

  private RandomToken() {}

  public static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Returns URL-safe base64 of that many random bytes. */
  public static String base64Url(int byteLength) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(byteLength));
  }

  /** Returns letters and digits only, 5.95 bits each: a double click selects the whole token. */
  public static String base62(int characters) {
    char[] text = new char[characters];
    for (int i = 0; i < characters; i++) {
      text[i] = BASE62[RANDOM.nextInt(BASE62.length)];
    }
    return new String(text);
  }
}
