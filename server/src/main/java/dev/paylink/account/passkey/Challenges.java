package dev.paylink.account.passkey;

import dev.paylink.platform.crypto.Vault;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Makes and recognizes challenges. A challenge is its own expiry, encrypted for one purpose, so
 * that asking for one stores nothing and every node knows it. {@link PasskeyStore} holds that each
 * is used once.
 */
final class Challenges {
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private final Vault vault;
  private final InstantSource clock;

  Challenges(Vault vault, InstantSource clock) {
    this.vault = vault;
    this.clock = clock;
  }

  /** Makes a challenge that nobody has seen before. */
  byte[] make(String purpose) {
    Instant until = clock.instant().plus(LIFETIME);
    byte[] expiry = ByteBuffer.allocate(Long.BYTES).putLong(until.toEpochMilli()).array();
    return vault.seal(expiry, context(purpose));
  }

  /** Tells whether we made it for this purpose, and it has not expired. */
  boolean isLive(byte[] challenge, String purpose) {
    try {
      byte[] expiry = vault.open(challenge, context(purpose));
      return clock.instant().toEpochMilli() <= ByteBuffer.wrap(expiry).getLong();
    } catch (IllegalStateException e) { // not ours, or for another purpose
      return false;
    }
  }

  private static String context(String purpose) {
    return "passkey challenge: " + purpose;
  }
}
