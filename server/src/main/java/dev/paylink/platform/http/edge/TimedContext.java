package dev.paylink.platform.http.edge;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection for Helidon's HTTP/1.1, with a deadline around each wait for the peer. One thread
 * uses it.
 */
final class TimedContext implements ConnectionContext {
  /** The pace, in bytes per second, that earns a body more time. */
  private static final long SANE_PACE = 4 * 1024;

  private static final long NOT_YET = -1;

  private final ConnectionContext context;
  private final Deadline deadline;
  private final EdgeClock clock;
  private final DataReader reader;
  private final DataWriter writer;
  private BooleanSupplier beforeRequestLine = () -> true;
  private long idleNanos;
  private boolean inHead;
  private long bodySince = NOT_YET;
  private long bodyBytes;

  TimedContext(ConnectionContext context, Deadline deadline, EdgeClock clock) {
    this.context = context;
    this.deadline = deadline;
    this.clock = clock;
    this.idleNanos = clock.firstByteNanos;
    this.reader = DataReader.create(this::more);
    this.writer = new TimedWriter(context.dataWriter(), deadline, clock);
  }

  /** Sets the condition that tells whether the next byte belongs to a request line. */
  void beforeRequestLine(BooleanSupplier condition) {
    this.beforeRequestLine = condition;
  }

  /** Returns a listener that learns from Helidon where a request's head ends. */
  static Http1ConnectionListener heads() {
    return new Http1ConnectionListener() {
      @Override
      public void prologue(ConnectionContext context, HttpPrologue prologue) {
        ((TimedContext) context).requestLineRead();
      }

      @Override
      public void headers(ConnectionContext context, Headers headers) {
        ((TimedContext) context).headRead();
      }
    };
  }

  /** Waits for the next bytes of the peer; returns null if there are no more. */
  private byte @Nullable [] more() {
    if (!inHead && !beforeRequestLine.getAsBoolean()) {
      return moreOfBody();
    }
    boolean idle = !inHead && reader.available() == 0;
    if (idle) {
      deadline.arm(Deadline.Wait.IDLE, clock.now() + idleNanos);
    } else if (!inHead) {
      beginHead();
    }
    byte[] bytes = receive();
    if (idle) {
      beginHead();
    } else if (deadline.isCut()) {
      throw cut();
    }
    return bytes;
  }

  private byte @Nullable [] moreOfBody() {
    if (bodySince == NOT_YET) {
      bodySince = clock.now();
    }
    long earned = TimeUnit.SECONDS.toNanos(bodyBytes) / SANE_PACE;
    deadline.arm(Deadline.Wait.BODY, bodySince + clock.bodyNanos + earned);
    byte[] bytes = receive();
    if (!deadline.disarm() || bytes == null) {
      return null;
    }
    bodyBytes += bytes.length;
    return bytes;
  }

  private byte @Nullable [] receive() {
    try {
      return context.serverSocket().get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("the connection broke", e);
    }
  }

  private void beginHead() {
    inHead = true;
    idleNanos = clock.idleNanos;
    if (!deadline.arm(Deadline.Wait.HEAD, clock.now() + clock.headNanos)) {
      throw cut();
    }
  }

  /**
   * Begins the head if a request line arrived together with the previous request, so that nobody
   * waited for it.
   */
  private void requestLineRead() {
    if (!inHead) {
      beginHead();
    }
  }

  private void headRead() {
    inHead = false;
    bodySince = NOT_YET;
    bodyBytes = 0;
    if (!deadline.disarm()) {
      throw cut();
    }
  }

  private static CloseConnectionException cut() {
    return new CloseConnectionException("the peer took too long");
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public DataWriter dataWriter() {
    return writer;
  }

  @Override
  public ListenerContext listenerContext() {
    return context.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return context.executor();
  }

  @Override
  public Router router() {
    return context.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return context.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return context.serverSocket();
  }

  @Override
  public PeerInfo remotePeer() {
    return context.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return context.localPeer();
  }

  @Override
  public boolean isSecure() {
    return context.isSecure();
  }

  @Override
  public String socketId() {
    return context.socketId();
  }

  @Override
  public String childSocketId() {
    return context.childSocketId();
  }
}
