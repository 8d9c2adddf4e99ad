package dev.paylink.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** An SMTP server that answers as the test wants, over real sockets. */
final class ScriptedServer implements AutoCloseable {
  /** What a server that likes everybody says. */
  static final UnaryOperator<String> KIND =
      line -> line.equals("DATA") ? "354 go on" : line.equals("QUIT") ? "221 bye" : "250 ok";

  private final ServerSocket listening;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<String> plainLines = new CopyOnWriteArrayList<>();
  private final List<String> letterLines = new CopyOnWriteArrayList<>();
  private final @Nullable SSLContext tls;
  private final boolean tlsFromTheStart;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private volatile UnaryOperator<String> script = KIND;
  private volatile boolean holding;

  ScriptedServer() {
    this(null, false);
  }

  /** One that knows TLS, after STARTTLS or from the start. */
  ScriptedServer(@Nullable SSLContext tls, boolean tlsFromTheStart) {
    this.tls = tls;
    this.tlsFromTheStart = tlsFromTheStart;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /** The answer to each line outside of a letter; the end of a letter is the line ".". */
  ScriptedServer answering(UnaryOperator<String> answers) {
    script = answers;
    return this;
  }

  /** Answers the end of a letter only once it is told to. */
  void hold() {
    holding = true;
  }

  void goOn() {
    holding = false;
    held.countDown();
  }

  MailSettings settings(SmtpServer.Security security, SmtpServer.@Nullable Login login) {
    return new MailSettings(
        new SmtpServer("127.0.0.1", listening.getLocalPort(), security, login),
        Objects.requireNonNull(Mailbox.parse("no-reply@pay.example")),
        null,
        true);
  }

  MailSettings settings() {
    return settings(SmtpServer.Security.NONE, null);
  }

  /** All that clients said, those words of letters excepted. */
  List<String> lines() {
    return lines;
  }

  /** Those of them that went over no TLS. */
  List<String> plainLines() {
    return plainLines;
  }

  /** The lines of letters that begin so, from all attempts, in their order. */
  List<String> headers(String beginning) {
    return letterLines.stream().filter(line -> line.startsWith(beginning)).toList();
  }

  long count(String beginning) {
    return lines.stream().filter(line -> line.startsWith(beginning)).count();
  }

  @Override
  public void close() {
    held.countDown();
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> converse(socket));
      }
    } catch (IOException e) {
      // closed by the test
    }
  }

  private void converse(Socket accepted) {
    try (accepted) {
      Socket socket = tlsFromTheStart ? secured(accepted) : accepted;
      say(socket.getOutputStream(), "220 here");
      if (untilStartTls(socket)) {
        untilStartTls(secured(socket));
      }
    } catch (IOException | InterruptedException e) {
      // the client or the test hung up
    }
  }

  /** True when the client asks for TLS, false when it hangs up. */
  private boolean untilStartTls(Socket socket) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    boolean letter = false;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (letter && !line.equals(".")) {
        letterLines.add(line);
        continue;
      }
      lines.add(line);
      if (!(socket instanceof SSLSocket)) {
        plainLines.add(line);
      }
      if (letter && holding) {
        held.await();
      }
      String answer = line.equals("STARTTLS") ? "220 go on" : script.apply(line);
      letter = answer.startsWith("354");
      say(socket.getOutputStream(), answer);
      if (line.equals("STARTTLS")) {
        return true;
      }
    }
    return false;
  }

  private Socket secured(Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket) Objects.requireNonNull(tls).getSocketFactory().createSocket(socket, null, true);
    secured.startHandshake();
    return secured;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
