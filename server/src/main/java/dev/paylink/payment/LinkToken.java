package dev.paylink.payment;

import dev.paylink.platform.crypto.RandomToken;
import java.util.Base64;

/** The unguessable part of a payment link: 128 random bits, URL-safe, never logged. */
public record LinkToken(String text) {
  private static final int BYTES = 16;

  static LinkToken random() {
    return of(RandomToken.bytes(BYTES));
  }

  static LinkToken of(byte[] bytes) {
    return new LinkToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  byte[] bytes() {
    return Base64.getUrlDecoder().decode(text);
  }

  @Override
  public String toString() {
    return "***";
  }
}
