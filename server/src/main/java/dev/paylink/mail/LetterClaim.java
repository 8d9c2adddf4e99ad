package dev.paylink.mail;

import java.time.Instant;
import java.util.UUID;

/**
 * The right to make one attempt to send a letter, until its lease ends. A later claim of the letter
 * has another claim id, and results recorded under this one no longer count.
 *
 * @param attempt its number, from 1
 * @param endsAtNanos when the lease ends, by this node's {@link System#nanoTime}; rather too early
 *     than too late
 */
record LetterClaim(
    UUID claimId, FrozenLetter letter, Instant writtenAt, int attempt, long endsAtNanos) {
  private static final UUID NO_MERCHANT = new UUID(0, 1);

  /** Returns what the queue takes for the merchant: letters about none take their turn as well. */
  UUID lane() {
    return letter.merchantId() == null ? NO_MERCHANT : letter.merchantId().value();
  }

  /** Returns false if so little of the lease is left that an attempt might outlast it. */
  boolean isFresh() {
    return endsAtNanos - System.nanoTime() > SmtpConnection.MAX_SEND.toNanos();
  }
}
