package dev.paylink.platform.trace;

import org.jspecify.annotations.Nullable;

/**
 * One piece of work in a trace, from when it is made until it is closed on the same thread; in
 * between it is the thread's {@link #current} span.
 */
public abstract class Span implements AutoCloseable {
  private static final ThreadLocal<@Nullable Span> CURRENT = new ThreadLocal<>();

  /** Whether any service of this JVM has traces. A thread is asked for its span only then. */
  private static volatile boolean on;

  private final @Nullable Span outer;

  /** Makes this the span of the thread. */
  Span() {
    this.outer = CURRENT.get();
    CURRENT.set(this);
  }

  /** Lets threads be asked for their spans from now on. */
  static void switchOn() {
    on = true;
  }

  /** Returns the span of this thread, recorded or not; null while traces are off. */
  public static @Nullable Span current() {
    return on ? CURRENT.get() : null;
  }

  /** Starts a span below that of this thread; null if nobody would see it. */
  public static @Nullable Span below(String name) {
    Span span = current();
    return span == null || !span.isRecorded() ? null : span.start(name, false);
  }

  /** Starts the span of a request that we send, below that of this thread; null without one. */
  public static @Nullable Span sendingBelow(String name) {
    Span span = current();
    return span == null ? null : span.start(name, true);
  }

  abstract Span start(String name, boolean sending);

  abstract void end();

  /** Returns whether this span will be sent to the collector. */
  public abstract boolean isRecorded();

  public abstract void rename(String name);

  public abstract void put(String attribute, String value);

  public abstract void put(String attribute, long value);

  /**
   * Marks this span as failed.
   *
   * @param type a word out of few: a problem's code, an exception's class
   */
  public abstract void failed(String type);

  /** Returns the header that hands this span on (W3C Trace Context). */
  public abstract String traceparent();

  /** Remembers on this node, for a while, that this span caused something. */
  public abstract void causes(Object effect);

  /** Links this span to the one that {@link #causes caused} something, if it is remembered. */
  public abstract void linkToCauseOf(Object effect);

  /** Ends the span; the one around it is the thread's again. */
  @Override
  public final void close() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
    end();
  }
}
