package dev.paylink.payment;

import dev.paylink.platform.crypto.RandomToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/** The unguessable part of a payment link: 128 random bits, URL-safe when written, never logged. */
public record LinkToken(byte[] bytes) {
  private static final int BYTES = 16;

  public static LinkToken random() {
    return new LinkToken(RandomToken.bytes(BYTES));
  }

  /** Returns the token as written in the link. */
  public String text() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns whether the presented text is this token, compared in constant time. */
  public boolean matches(String presented) {
    return MessageDigest.isEqual(
        text().getBytes(StandardCharsets.UTF_8), presented.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "***";
  }
}
