package dev.paylink.webhook.endpoint;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A receiver on a real loopback socket that answers, byte for byte, as the test tells it to. */
final class Receiver implements AutoCloseable {
  /** What to do with one request; the connection stays open unless it is closed here. */
  @FunctionalInterface
  interface Script {
    void answer(Received request, Socket connection) throws IOException;
  }

  record Received(String head, byte[] body, int connection) {}

  private static final int END_OF_HEAD = 0x0d0a0d0a;

  private final ServerSocket server;
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();

  Receiver(Script script) throws IOException {
    this(new ServerSocket(0, 4096, InetAddress.getLoopbackAddress()), script);
  }

  Receiver(ServerSocket server, Script script) {
    this.server = server;
    this.script = script;
    Thread.ofVirtual().start(this::accept);
  }

  /** Answers each request with these characters. */
  static Receiver saying(String answer) throws IOException {
    return new Receiver((request, connection) -> say(connection, answer));
  }

  static void say(Socket connection, String answer) throws IOException {
    connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    connection.getOutputStream().flush();
  }

  /** Ends the connection with a reset instead of an orderly end. */
  static void reset(Socket connection) throws IOException {
    connection.setSoLinger(true, 0);
    connection.close();
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/hook";
  }

  int connections() {
    return connections.get();
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : open) {
      connection.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        open.add(connection);
        int number = connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(connection, number));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket connection, int number) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      Received request = read(in, number);
      while (request != null) {
        received.add(request);
        script.answer(request, connection);
        request = connection.isClosed() ? null : read(in, number);
      }
    } catch (IOException e) {
      // the sender has gone
    }
  }

  private static @Nullable Received read(InputStream in, int number) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int lastFour = 0;
    while (lastFour != END_OF_HEAD) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.write(next);
      lastFour = lastFour << 8 | next;
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    return new Received(text, in.readNBytes(contentLength(text)), number);
  }

  private static int contentLength(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElse(0);
  }
}
