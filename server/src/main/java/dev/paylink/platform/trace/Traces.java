package dev.paylink.platform.trace;

import org.jspecify.annotations.Nullable;

/**
 * Starts spans that have no span of this thread above them. Parts hold null while traces are off.
 */
public interface Traces extends AutoCloseable {
  /**
   * Starts the span of a request, below the caller's if it names one.
   *
   * @param traceparent the caller's header (W3C Trace Context); null if there is none, or several.
   *     A malformed one counts as none
   */
  Span request(@Nullable String traceparent);

  /**
   * Starts the span of a request that we send, below the span that {@link Span#causes caused} it if
   * this node remembers one, otherwise as a trace of its own.
   */
  Span attempt(Object cause);

  /** Sends what waits, for two seconds at most. */
  @Override
  void close();
}
