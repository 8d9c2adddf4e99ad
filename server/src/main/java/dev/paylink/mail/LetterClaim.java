package dev.paylink.mail;

import java.time.Instant;
import java.util.UUID;

/**
 * The right to make one attempt to send a letter, until its lease ends. Whoever claims the letter
 * after that has another claim id, and what is recorded under this one counts no more.
 *
 * @param attempt its number, from 1
 * @param endsAtNanos when the lease ends, by this node's {@link System#nanoTime}, rather too early
 */
record LetterClaim(
    UUID claimId, FrozenLetter letter, Instant writtenAt, int attempt, long endsAtNanos) {

  /** False when so much of the lease is gone that an attempt might outlast it. */
  boolean isFresh() {
    return endsAtNanos - System.nanoTime() > SmtpConnection.MAX_SEND.toNanos();
  }
}
