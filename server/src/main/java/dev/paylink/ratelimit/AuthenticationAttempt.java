package dev.paylink.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * One guess at a credential, counted before it is checked. It must end as right or wrong; one that
 * is closed before that does not count.
 */
public interface AuthenticationAttempt extends AutoCloseable {
  /** Returns why the guess is refused; null if it is allowed. */
  @Nullable Pause pause();

  void right();

  void wrong();

  /** Tells whether this wrong guess was the last that the limit allows. */
  boolean exhausted(Limit limit);

  @Override
  void close();
}
