package dev.paylink.platform.http.edge;

import io.helidon.common.socket.SocketOptions;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Runs where Helidon sets the options of a socket it has just accepted: on the accepting thread,
 * before the connection gets its own thread. If it throws, Helidon closes the connection at once.
 */
final class AcceptOptions implements SocketOptions {
  /**
   * How much of a response the kernel buffers before the reader takes it. By default that would be
   * megabytes, and a slow reader would look like no reader.
   */
  private static final int SEND_BUFFER_BYTES = 128 * 1024;

  private final SocketOptions options =
      SocketOptions.builder()
          .socketSendBufferSize(SEND_BUFFER_BYTES)
          .tcpNoDelay(true) // the end of a page must not wait for the reader's ACK of its beginning
          .build();
  private final Predicate<SocketChannel> admits;

  AcceptOptions(Predicate<SocketChannel> admits) {
    this.admits = admits;
  }

  @Override
  public void configureSocket(SocketChannel channel) {
    if (!admits.test(channel)) {
      throw new RefusedConnection();
    }
    options.configureSocket(channel);
  }

  @Override
  public Map<SocketOption<?>, Object> socketOptions() {
    return options.socketOptions();
  }

  @Override
  public Duration connectTimeout() {
    return options.connectTimeout();
  }

  @Override
  public Duration readTimeout() {
    return options.readTimeout();
  }

  @Override
  public Optional<Integer> socketReceiveBufferSize() {
    return options.socketReceiveBufferSize();
  }

  @Override
  public Optional<Integer> socketSendBufferSize() {
    return options.socketSendBufferSize();
  }

  @Override
  public boolean socketReuseAddress() {
    return options.socketReuseAddress();
  }

  @Override
  public boolean socketKeepAlive() {
    return options.socketKeepAlive();
  }

  @Override
  public boolean tcpNoDelay() {
    return options.tcpNoDelay();
  }

  /** Has no stack trace: a flood must not make us walk thousands of stacks. */
  private static final class RefusedConnection extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedConnection() {
      super("refused at accept", null, false, false);
    }
  }
}
