package dev.paylink.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * Slows down attackers who guess credentials. A name is the presented credential: a key, an e-mail
 * address, a token.
 */
public interface FailureLimiter {
  /** Returns why this source must not present this name now; null if it may. */
  @Nullable Pause pause(String source, String name);

  /** Counts one failed authentication. */
  void failed(String source, String name);

  /** Remembers that this name is used from this source, whatever others do there. */
  void authenticated(String source, String name);

  /** Begins a guess whose check takes long, so that no burst has more guesses than the limit. */
  AuthenticationAttempt begin(String source, String name);

  /**
   * Begins a guess that also counts against the name from all sources together. A source where the
   * name was right a short while ago is counted, but never refused because of the others.
   */
  AuthenticationAttempt begin(String source, String name, Limit fromAllSources);

  /** Begins a guess that counts against {@code whom} alone, from any source. */
  AuthenticationAttempt begin(Limit limit, String whom);
}
