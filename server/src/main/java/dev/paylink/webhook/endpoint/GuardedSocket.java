package dev.paylink.webhook.endpoint;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;

/**
 * Checks an address right before it is dialled, on the very object that is dialled, and limits what
 * a peer may send for one request. The limit is needed below the HTTP client: it gathers a line of
 * a chunked body in memory, for example, however long it is.
 */
final class GuardedSocket extends Socket {
  /** Ample for the certificates of a handshake, or for headers and the stored part of a body. */
  static final int MAX_UNASKED_BYTES = 128 * 1024;

  private final AllowedAddresses reach;
  private int bytesSinceWrite; // each side's streams are used by one thread at a time

  GuardedSocket(AllowedAddresses reach) {
    super(Proxy.NO_PROXY); // otherwise the JDK would use a SOCKS proxy from the system properties
    this.reach = reach;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetAddress address =
        endpoint instanceof InetSocketAddress internet ? internet.getAddress() : null;
    if (address == null) {
      throw new NotDialled("refused: the address is not known");
    }
    AllowedAddresses.Fault fault = reach.fault(address);
    if (fault != null) {
      throw new NotDialled("refused: " + fault.message().english());
    }
    super.connect(endpoint, timeoutMillis);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        int read = in.read();
        count(read < 0 ? 0 : 1);
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in.read(bytes, offset, length);
        count(count);
        return count;
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(int one) throws IOException {
        bytesSinceWrite = 0;
        out.write(one);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        bytesSinceWrite = 0;
        out.write(bytes, offset, length);
      }
    };
  }

  private void count(int bytes) throws AnswerTooLong {
    bytesSinceWrite += Math.max(bytes, 0);
    if (bytesSinceWrite > MAX_UNASKED_BYTES) {
      throw new AnswerTooLong();
    }
  }

  /** The peer sends more than any answer needs. */
  static final class AnswerTooLong extends IOException {
    private static final long serialVersionUID = 1L;

    AnswerTooLong() {
      super("the response is too long");
    }
  }
}
