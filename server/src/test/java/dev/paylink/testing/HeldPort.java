package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of loopback that is its holder's until it is closed.
 *
 * <ul>
 *   <li>Nobody else is given it: neither whoever asks for any port nor an outgoing connection.
 *   <li>Nobody listens on it: connections are refused until the holder's own program listens.
 *   <li>That program can, and again after its end, if it sets {@code SO_REUSEADDR}, as the JVM,
 *       Node, PHP, PostgreSQL, Redis and HAProxy do for whatever listens.
 * </ul>
 */
public final class HeldPort implements AutoCloseable {
  private final Socket socket = new Socket();

  public HeldPort() {
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int number() {
    return socket.getLocalPort();
  }

  /** Its address as that of a web server. */
  public String url() {
    return "http://127.0.0.1:" + number();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return Integer.toString(number());
  }
}
