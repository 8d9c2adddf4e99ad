package dev.paylink.testing;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Mailbox;
import dev.paylink.mail.SmtpServer;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real SMTP server that takes every letter, and can be away or frozen. */
public final class MailServer implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 180_000;
  private static final int BACKLOG = 50;

  private final HeldPort port = new HeldPort();
  private @Nullable GreenMail server;
  private @Nullable ServerSocket silence;

  /** It is away until it is started. */
  public static MailServer absent() {
    return new MailServer();
  }

  public static MailServer started() {
    MailServer server = new MailServer();
    server.start();
    return server;
  }

  private MailServer() {}

  /** From now on it takes connections and never says a word, until it is started. */
  public void freeze() {
    try {
      silence = new ServerSocket(port.number(), BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void start() {
    hangUp();
    ServerSetup setup = new ServerSetup(port.number(), "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
    setup.setServerStartupTimeout(PATIENCE_MILLIS);
    server = new GreenMail(setup);
    server.start();
  }

  public String url() {
    return "smtp://127.0.0.1:" + port + "?starttls=off";
  }

  public MailSettings settings() {
    return settings(true);
  }

  public MailSettings settings(boolean customers) {
    return new MailSettings(
        new SmtpServer("127.0.0.1", port.number(), SmtpServer.Security.NONE, null),
        Objects.requireNonNull(Mailbox.parse("Jörgs Payments <no-reply@pay.example>")),
        Mailbox.parse("help@pay.example"),
        customers);
  }

  public List<MimeMessage> received() {
    return server == null ? List.of() : List.of(server.getReceivedMessages());
  }

  /** Those to one address. */
  public List<MimeMessage> receivedBy(String address) {
    return received().stream().filter(message -> isTo(message, address)).toList();
  }

  /** Waits for a letter to this address whose subject ends like this; returns its plain text. */
  public String awaitText(String address, String subject) {
    return awaitText(address, subject, "");
  }

  /** The same for a letter with this word in its text. */
  public String awaitText(String address, String subject, String word) {
    Await.until(
        address + " gets: " + subject + " " + word,
        () -> texts(address, subject, word).findFirst().isPresent());
    return texts(address, subject, word).findFirst().orElseThrow();
  }

  private Stream<String> texts(String address, String subject, String word) {
    return receivedBy(address).stream()
        .filter(message -> subject(message).endsWith(subject))
        .map(MailServer::text)
        .filter(text -> text.contains(word));
  }

  /** The Message-ID of every letter, twins included. */
  public List<String> messageIds() {
    return received().stream().map(message -> read(message, MimeMessage::getMessageID)).toList();
  }

  @Override
  public void close() {
    hangUp();
    if (server != null) {
      server.stop();
    }
    port.close();
  }

  private void hangUp() {
    if (silence != null) {
      try {
        silence.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static boolean isTo(MimeMessage message, String address) {
    return read(message, it -> Arrays.toString(it.getAllRecipients())).contains(address);
  }

  public static String subject(MimeMessage message) {
    return read(message, MimeMessage::getSubject);
  }

  /** Returns its plain text. */
  public static String text(MimeMessage message) {
    return read(
        message, it -> ((Multipart) it.getContent()).getBodyPart(0).getContent().toString());
  }

  private interface Part {
    String of(MimeMessage message) throws IOException, MessagingException;
  }

  private static String read(MimeMessage message, Part part) {
    try {
      return part.of(message);
    } catch (IOException | MessagingException e) {
      throw new IllegalStateException(e);
    }
  }
}
