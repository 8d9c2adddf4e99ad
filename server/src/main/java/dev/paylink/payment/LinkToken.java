package dev.paylink.payment;

import dev.paylink.platform.crypto.RandomToken;
import java.util.Base64;

/** The unguessable part of a payment link: 128 random bits, URL-safe when written, never logged. */
public record LinkToken(byte[] bytes) {
  private static final int BYTES = 16;

  static LinkToken random() {
    return new LinkToken(RandomToken.bytes(BYTES));
  }

  /** As it stands in the link. */
  public String text() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "***";
  }
}
