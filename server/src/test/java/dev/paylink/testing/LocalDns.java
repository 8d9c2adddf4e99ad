package dev.paylink.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A name server on loopback, over UDP and TCP, that knows the TXT records a test has given it, and
 * nothing else. A test may also have it answer in ways in which no name server should.
 */
public final class LocalDns implements AutoCloseable {
  private static final int MAX_UDP = 512;
  private static final int TRIES = 20;

  private final Map<String, List<String>> texts = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final ServerSocket listener;
  private final DatagramSocket socket;
  private volatile boolean failing;
  private volatile Function<byte[], List<byte[]>> datagrams = this::honestDatagram;
  private volatile Function<byte[], List<byte[]>> elsewhere = question -> List.of();
  private volatile OverTcp overTcp = this::honestOverTcp;

  /** Answers one question on a connection, which is closed afterwards. */
  @FunctionalInterface
  public interface OverTcp {
    void answer(byte[] question, OutputStream out) throws IOException;
  }

  public LocalDns() {
    Sockets sockets = Sockets.open();
    listener = sockets.tcp;
    socket = sockets.udp;
    Thread.ofVirtual().name("local-dns").start(this::serve);
    Thread.ofVirtual().name("local-dns-tcp").start(this::accept);
  }

  /** Both on a port of the same number. */
  private record Sockets(ServerSocket tcp, DatagramSocket udp) {
    static Sockets open() {
      InetAddress here = InetAddress.getLoopbackAddress();
      try {
        for (int i = 0; i < TRIES; i++) {
          ServerSocket tcp = new ServerSocket(0, 50, here);
          try {
            return new Sockets(tcp, new DatagramSocket(tcp.getLocalPort(), here));
          } catch (SocketException e) { // somebody else has it
            tcp.close();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      throw new IllegalStateException("no port is free for both");
    }
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

  /** Answers each question with these datagrams from now on. */
  public LocalDns datagrams(Function<byte[], List<byte[]>> answers) {
    datagrams = answers;
    return this;
  }

  /** Has somebody else answer each question with these datagrams first. */
  public LocalDns fromElsewhere(Function<byte[], List<byte[]>> answers) {
    elsewhere = answers;
    return this;
  }

  /** Answers in this way over TCP from now on. */
  public LocalDns overTcp(OverTcp answers) {
    overTcp = answers;
    return this;
  }

  /** Answers as a name server should again. */
  public void honest() {
    datagrams = this::honestDatagram;
    elsewhere = question -> List.of();
    overTcp = this::honestOverTcp;
  }

  /** The names that were asked for. */
  public List<String> asked() {
    return asked;
  }

  private void serve() {
    byte[] buffer = new byte[MAX_UDP];
    try {
      while (!socket.isClosed()) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] question = Arrays.copyOf(packet.getData(), packet.getLength());
        asked.add(DnsReply.name(question));
        sendFromElsewhere(elsewhere.apply(question), packet);
        for (byte[] answer : datagrams.apply(question)) {
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      }
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void sendFromElsewhere(List<byte[]> answers, DatagramPacket asked)
      throws IOException {
    try (DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      for (byte[] answer : answers) {
        other.send(new DatagramPacket(answer, answer.length, asked.getSocketAddress()));
      }
    }
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket connection = listener.accept();
        Thread.ofVirtual().name("local-dns-connection").start(() -> serve(connection));
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      DataInputStream in = new DataInputStream(connection.getInputStream());
      byte[] question = new byte[in.readUnsignedShort()];
      in.readFully(question);
      overTcp.answer(question, connection.getOutputStream());
    } catch (IOException e) {
      // whoever asked has gone
    }
  }

  private List<byte[]> honestDatagram(byte[] question) {
    byte[] answer = answer(question).bytes();
    return List.of(answer.length <= MAX_UDP ? answer : new DnsReply(question).truncated().bytes());
  }

  private void honestOverTcp(byte[] question, OutputStream out) throws IOException {
    send(out, answer(question).bytes());
  }

  /** Sends a message behind its length. */
  public static void send(OutputStream out, byte[] message) throws IOException {
    out.write(
        ByteBuffer.allocate(Short.BYTES + message.length)
            .putShort((short) message.length)
            .put(message)
            .array());
  }

  private DnsReply answer(byte[] question) {
    String name = DnsReply.name(question);
    DnsReply reply = new DnsReply(question);
    List<String> found = texts.get(name.toLowerCase(Locale.ROOT));
    if (failing) {
      return reply.code(DnsReply.SERVER_FAILURE);
    }
    if (found == null) {
      return reply.code(DnsReply.NO_SUCH_NAME);
    }
    found.forEach(text -> reply.text(name, text));
    return reply;
  }

  @Override
  public void close() {
    socket.close();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
