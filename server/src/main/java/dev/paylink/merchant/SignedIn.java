package dev.paylink.merchant;

import java.util.UUID;

/** Whom a session cookie stands for, and the address it was sent from. */
public record SignedIn(MerchantId merchantId, UUID userId, String email, String source) {
  public Actor actor() {
    return new Actor(email, source);
  }
}
