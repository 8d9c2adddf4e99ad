package dev.paylink.webhook.endpoint;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.Interceptor.Chain;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes reuse of a connection safe for requests that are never repeated: a connection that the
 * receiver has closed in the meantime (it was restarted, or it closes after each answer without
 * saying so) is detected before a byte of the request is written, and the next connection is used
 * instead.
 */
final class KeptConnections {
  /**
   * How long a close may take to arrive if the receiver has not yet shown that it keeps
   * connections.
   */
  private static final int FIRST_REUSE_MILLIS = 10;

  /** The shortest possible wait, for a connection that was reused before. */
  private static final int LATER_REUSE_MILLIS = 1;

  /** A connection reused this recently is not checked: under load the check costs too much. */
  private static final long BUSY_NANOS = Duration.ofMillis(50).toNanos();

  /** After this many closed connections in a row, all kept ones are dropped. */
  private static final int CLOSED_UNTIL_EVICTION = 3;

  /** After this many closed connections in a row, the attempt fails. */
  private static final int MAX_CLOSED = 64;

  private final Runnable evictAll;

  /** The last use of each connection; forgotten when OkHttp forgets the connection. */
  private final Map<Connection, Use> uses = Collections.synchronizedMap(new WeakHashMap<>());

  KeptConnections(Runnable evictAll) {
    this.evictAll = evictAll;
  }

  /** Runs the whole call; tries again when, and only when, nothing was written. */
  Response untilOpen(Chain chain) throws IOException {
    Request request = chain.request();
    for (int closed = 0; closed < MAX_CLOSED; closed++) {
      try {
        return chain.proceed(request);
      } catch (FoundClosed e) {
        // OkHttp has discarded that connection: an interceptor that throws breaks its exchange.
        if (closed % CLOSED_UNTIL_EVICTION == CLOSED_UNTIL_EVICTION - 1) {
          evictAll.run(); // the receiver closed many: open a new connection next time
        }
      }
    }
    throw new IOException("every kept connection was closed");
  }

  /** Checks the connection before the request is written. */
  Response checkFirst(Chain chain) throws IOException {
    Connection connection = chain.connection();
    Use last = uses.get(connection);
    int patienceMillis = last == null ? 0 : last.patienceMillis();
    if (patienceMillis > 0 && isClosedByPeer(connection.socket(), patienceMillis)) {
      throw new FoundClosed();
    }
    uses.put(connection, new Use(last != null, System.nanoTime()));
    return chain.proceed(chain.request());
  }

  /** Treats an unexpected byte like the end: the next response would begin with it. */
  private static boolean isClosedByPeer(Socket socket, int patienceMillis) {
    try {
      int before = socket.getSoTimeout();
      socket.setSoTimeout(patienceMillis);
      try {
        socket.getInputStream().read();
        return true;
      } finally {
        socket.setSoTimeout(before);
      }
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private record Use(boolean wasReuse, long nanos) {
    /** Returns how long to wait for a sign that the connection is closed. */
    int patienceMillis() {
      if (!wasReuse) {
        return FIRST_REUSE_MILLIS;
      }
      return System.nanoTime() - nanos < BUSY_NANOS ? 0 : LATER_REUSE_MILLIS;
    }
  }

  private static final class FoundClosed extends IOException {
    private static final long serialVersionUID = 1L;

    FoundClosed() {
      super("the kept connection was closed");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
