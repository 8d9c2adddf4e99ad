package dev.paylink.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * One guess at a credential, counted before it is looked at. It must end as right or wrong; one
 * that is closed before that was never made, and does not count.
 */
public interface Guess extends AutoCloseable {
  /** Why it must not be made; null when it may. */
  @Nullable Pause pause();

  void right();

  void wrong();

  @Override
  void close();
}
