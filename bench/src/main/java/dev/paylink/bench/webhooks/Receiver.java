package dev.paylink.bench.webhooks;

import dev.paylink.bench.load.MessageReader;
import dev.paylink.bench.load.MessageReader.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Receives webhooks on loopback: {@code /e/<n>} is an endpoint's, {@code /bare} is answered at
 * once, {@code /payouts} at once or never. A connection is kept for as long as the sender wants it
 * and has a virtual thread of its own.
 */
final class Receiver implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final String ENDPOINT = "/e/";
  private static final String BARE = "/bare";
  private static final String PAYOUTS = "/payouts";
  private static final byte[] ACCEPTED =
      "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final List<Endpoint> endpoints;
  private final ServerSocket server;
  private final LongAdder hung = new LongAdder();
  private volatile boolean payoutsHang;

  Receiver(List<Endpoint> endpoints) throws IOException {
    this.endpoints = List.copyOf(endpoints);
    this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("receiver").start(this::accept);
  }

  String url(int endpoint) {
    return origin() + ENDPOINT + endpoint;
  }

  String bareUrl() {
    return origin() + BARE;
  }

  String payoutUrl() {
    return origin() + PAYOUTS;
  }

  /** Lets webhooks of payouts be answered, or not. */
  void letPayoutsHang(boolean hang) {
    payoutsHang = hang;
  }

  /** Returns how many webhooks of payouts got no answer. */
  long hung() {
    return hung.sum();
  }

  /** Takes no more connections; those there are end with the senders. */
  @Override
  public void close() throws IOException {
    server.close();
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().name("receiver-connection").start(() -> serve(socket));
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        System.err.println("the receiver has stopped: " + e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream()) {
      socket.setTcpNoDelay(true);
      MessageReader reader = new MessageReader(in);
      Message request = reader.next();
      while (request != null) {
        byte[] answer = receive(request, System.nanoTime());
        if (answer != null) {
          out.write(answer);
        }
        request = reader.next(); // where nothing is answered, this waits until the sender gives up
      }
    } catch (IOException e) {
      // The sender has gone, as after the bench or in the middle of an attempt that it gave up.
    }
  }

  private byte @Nullable [] receive(Message request, long nanos) {
    String path = request.firstLine().split(" ", 3)[1];
    if (payoutsHang && path.equals(PAYOUTS)) {
      hung.increment();
      return null;
    }
    return path.startsWith(ENDPOINT)
        ? endpoints
            .get(Integer.parseInt(path, ENDPOINT.length(), path.length(), 10))
            .receive(request, nanos)
        : ACCEPTED;
  }
}
