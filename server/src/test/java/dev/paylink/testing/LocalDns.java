package dev.paylink.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A name server on loopback that knows the TXT records a test has given it, and nothing else. */
public final class LocalDns implements AutoCloseable {
  private static final int HEADER = 12;
  private static final int NO_ERROR = 0;
  private static final int SERVER_FAILURE = 2;
  private static final int NO_SUCH_NAME = 3;

  private final Map<String, List<String>> texts = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final DatagramSocket socket;
  private volatile boolean failing;

  public LocalDns() {
    try {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("local-dns").start(this::serve);
  }

  /** Its host and port. */
  public String server() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Gives the name these records in place of those it had. */
  public LocalDns put(String name, String... records) {
    texts.put(name.toLowerCase(Locale.ROOT), List.of(records));
    return this;
  }

  public void remove(String name) {
    texts.remove(name.toLowerCase(Locale.ROOT));
  }

  /** Answers every question with a failure from now on, or no longer. */
  public void failing(boolean now) {
    failing = now;
  }

  /** The names that were asked for. */
  public List<String> asked() {
    return asked;
  }

  private void serve() {
    byte[] buffer = new byte[512];
    try {
      while (!socket.isClosed()) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      }
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private byte[] answer(byte[] question) {
    int end = HEADER;
    StringBuilder name = new StringBuilder();
    while (question[end] != 0) {
      int length = question[end];
      name.append(name.isEmpty() ? "" : ".")
          .append(new String(question, end + 1, length, StandardCharsets.US_ASCII));
      end += length + 1;
    }
    asked.add(name.toString());
    List<String> found = failing ? null : texts.get(name.toString().toLowerCase(Locale.ROOT));
    int code = failing ? SERVER_FAILURE : found == null ? NO_SUCH_NAME : NO_ERROR;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(question, 0, 2);
    write(out, 0x81, 0x80 | code, 0, 1, 0, found == null ? 0 : found.size(), 0, 0, 0, 0);
    out.write(question, HEADER, end + 5 - HEADER);
    for (String text : found == null ? List.<String>of() : found) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      write(out, 0xC0, HEADER, 0, 16, 0, 1, 0, 0, 0, 60, 0, bytes.length + 1, bytes.length);
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, int... bytes) {
    for (int each : bytes) {
      out.write(each);
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
