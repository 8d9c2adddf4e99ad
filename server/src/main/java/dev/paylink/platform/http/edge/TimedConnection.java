package dev.paylink.platform.http.edge;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http1.Http1Connection;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector.Support;
import java.time.Duration;

/** Runs HTTP/1.1 over a {@link TimedContext}, and reports when it is over. */
final class TimedConnection implements ServerConnection, InterruptableTask<Void> {
  private final TimedContext context;
  private final Http1ConnectionSelector selector;
  private final Http1Connection http;
  private final Runnable onEnd;
  private volatile boolean begun;

  TimedConnection(TimedContext context, Http1ConnectionSelector selector, Runnable onEnd) {
    this.context = context;
    this.selector = selector;
    this.http = (Http1Connection) selector.connection(context);
    this.onEnd = onEnd;
    context.beforeRequestLine(this::canInterrupt);
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    try {
      requireHttp(context.dataReader());
      begun = true;
      http.handle(limit);
    } finally {
      onEnd.run();
    }
  }

  /** Closes the connection without an answer if it is not HTTP/1.1 at all. */
  private void requireHttp(DataReader reader) {
    try {
      reader.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException e) {
      throw new CloseConnectionException("closed before the first byte", e);
    }
    if (selector.supports(reader.getBuffer(reader.available())) != Support.SUPPORTED) {
      throw new CloseConnectionException("not HTTP/1.1");
    }
  }

  /**
   * Returns true while the next byte would be the first of a request, or belong to its first line.
   */
  @Override
  public boolean canInterrupt() {
    return !begun || http.canInterrupt();
  }

  @Override
  public void close(boolean interrupt) {
    http.close(interrupt);
  }

  /** Returns zero: the deadline ends idle connections, not Helidon. */
  @Override
  public Duration idleTime() {
    return Duration.ZERO;
  }
}
