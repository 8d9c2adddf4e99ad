package dev.paylink.platform.dns;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.dns.TxtQuestion.Answer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a name server for the TXT records of a name. "There are none" and "nobody answered" are
 * different results: the first one is about the name, the second one may be about us.
 *
 * <ul>
 *   <li>Only the server that was asked can answer, with the id and the question that were sent.
 *   <li>An answer that was cut is asked for again over TCP, and never taken for the whole. The
 *       JDK's own client takes it for that when TCP fails, which is why it is not used.
 *   <li>Every server has its time for the whole answer, also when that comes byte by byte.
 * </ul>
 *
 * <p>dnsjava 3.7.1 passes the tests with hostile servers but one: it gives up at the first datagram
 * with another id or question, or none at all, instead of waiting past it, so that anybody who can
 * send one stops a check.
 */
public final class TxtLookup {
  /** A server is asked twice: the second question waits twice as long for its answer. */
  private static final int TRIES = 2;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final int PORT = 53;
  private static final int MAX_SERVERS = 3;
  private static final int MAX_DATAGRAM = 4096;
  private static final Path MACHINES_OWN = Path.of("/etc/resolv.conf");

  private final @Nullable String server;
  private final Duration firstWait;

  /**
   * Prepares the questions.
   *
   * @param server a host, and perhaps a colon and a port; null for the servers that this machine
   *     uses
   */
  public TxtLookup(@Nullable String server) {
    this(server, FIRST_WAIT);
  }

  TxtLookup(@Nullable String server, Duration firstWait) {
    this.server = server;
    this.firstWait = firstWait;
  }

  /** What came of a question. */
  public sealed interface Result {
    /** The name has these texts; none if there is no such name. */
    record Found(List<String> texts) implements Result {}

    /** No server gave an answer about the name. */
    record Unanswered(String why) implements Result {}
  }

  /** Returns the texts of the name, as they are now. */
  public Result find(String name) {
    String why = "no name server is known";
    try {
      List<InetSocketAddress> servers = servers();
      for (int attempt = 0; attempt < TRIES; attempt++) {
        for (InetSocketAddress each : servers) {
          Answer answer = ask(each, name, firstWait.multipliedBy(1L << attempt));
          if (answer instanceof Answer.Texts found) {
            return new Result.Found(found.texts());
          }
          why = each + ": " + (answer instanceof Answer.Unusable said ? said.why() : "no answer");
        }
      }
    } catch (IOException | IllegalArgumentException e) { // not a server, or not a name
      why = String.valueOf(e.getMessage());
    }
    return new Result.Unanswered(why);
  }

  private static Answer ask(InetSocketAddress server, String name, Duration wait) {
    int id = ByteBuffer.wrap(RandomToken.bytes(Short.BYTES)).getShort();
    TxtQuestion question = new TxtQuestion(name, id);
    try {
      Answer answer = askByDatagram(server, question, new Patience(wait));
      return answer instanceof Answer.Truncated
          ? askByTcp(server, question, new Patience(wait))
          : answer;
    } catch (IOException e) {
      return new Answer.Unusable(String.valueOf(e.getMessage()));
    }
  }

  private static Answer askByDatagram(
      InetSocketAddress server, TxtQuestion question, Patience patience) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(server); // what others send is not received
      byte[] sent = question.bytes();
      socket.send(new DatagramPacket(sent, sent.length));
      byte[] buffer = new byte[MAX_DATAGRAM];
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.setSoTimeout(patience.leftMillis());
        socket.receive(packet);
        Answer answer = question.read(Arrays.copyOf(buffer, packet.getLength()));
        if (answer instanceof Answer.Foreign) {
          continue; // ours may still come
        }
        boolean isPerhapsCut = packet.getLength() == MAX_DATAGRAM;
        return isPerhapsCut ? new Answer.Truncated() : answer;
      }
    }
  }

  private static Answer askByTcp(InetSocketAddress server, TxtQuestion question, Patience patience)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(server, patience.leftMillis());
      byte[] sent = question.bytes();
      socket
          .getOutputStream()
          .write(
              ByteBuffer.allocate(Short.BYTES + sent.length)
                  .putShort((short) sent.length)
                  .put(sent)
                  .array());
      DataInputStream in = new DataInputStream(patience.reading(socket));
      byte[] answer = new byte[in.readUnsignedShort()];
      in.readFully(answer);
      return question.read(answer);
    }
  }

  private List<InetSocketAddress> servers() throws IOException {
    if (server != null) {
      int colon = server.lastIndexOf(':');
      boolean hasPort = colon > server.lastIndexOf(']');
      String host = hasPort ? server.substring(0, colon) : server;
      int port = hasPort ? Integer.parseInt(server.substring(colon + 1)) : PORT;
      return List.of(new InetSocketAddress(InetAddress.getByName(host), port));
    }
    List<InetSocketAddress> found = new ArrayList<>();
    for (String line : Files.readAllLines(MACHINES_OWN, StandardCharsets.ISO_8859_1)) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > 1 && words[0].equals("nameserver") && found.size() < MAX_SERVERS) {
        found.add(new InetSocketAddress(InetAddress.getByName(words[1]), PORT));
      }
    }
    return found;
  }

  /** The time that is left for one answer. */
  private static final class Patience {
    private final long end;

    Patience(Duration wait) {
      this.end = System.nanoTime() + wait.toNanos();
    }

    int leftMillis() throws SocketTimeoutException {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw new SocketTimeoutException("no answer in time");
      }
      return (int) left;
    }

    /** Returns what comes in, until the time is over. */
    InputStream reading(Socket socket) throws IOException {
      InputStream in = socket.getInputStream();
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
          socket.setSoTimeout(leftMillis());
          return in.read(into, offset, length);
        }
      };
    }
  }
}
