package dev.paylink.webhook.endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Creates sockets that check the address before they connect. */
final class GuardedSockets extends SocketFactory {
  private final AllowedAddresses reach;

  GuardedSockets(AllowedAddresses reach) {
    this.reach = reach;
  }

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new GuardedSocket(reach);
    socket.setTcpNoDelay(true); // a request's last bytes must not wait for the peer's ACK
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw connectsUnchecked();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw connectsUnchecked();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw connectsUnchecked();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw connectsUnchecked();
  }

  private static UnsupportedOperationException connectsUnchecked() {
    return new UnsupportedOperationException("only unconnected sockets are made here");
  }
}
