package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.paylink.ids.LetterId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.TestKeys;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.HeldPort;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Letters and passwords go over TLS where that is asked for, and only to whom we trust. */
final class SmtpTlsTest {
  private static final char[] PASSWORD = TestKeys.password();
  private static final SmtpServer.Login LOGIN = new SmtpServer.Login("user", new Secret("hunter2"));

  @TempDir static Path folder;

  private static X509Certificate authority;
  private static SSLContext context;
  private static Path serverKeys;

  /** The server's certificate is signed by an authority of our own. */
  @BeforeAll
  static void makeCertificates()
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve("keys.p12");
    TestKeys.add(file, "-alias", "ca", "-dname", "CN=Private CA", "-ext", "bc:c");
    KeyStore keys =
        TestKeys.add(
            file,
            "-alias",
            "server",
            "-dname",
            "CN=mail",
            "-ext",
            "san=ip:127.0.0.1",
            "-signer",
            "ca");
    authority = (X509Certificate) keys.getCertificate("ca");
    KeyStore ofServer = KeyStore.getInstance("PKCS12");
    ofServer.load(null, null);
    ofServer.setKeyEntry(
        "server", keys.getKey("server", PASSWORD), PASSWORD, keys.getCertificateChain("server"));
    serverKeys = folder.resolve("server.p12");
    try (OutputStream out = Files.newOutputStream(serverKeys)) {
      ofServer.store(out, PASSWORD);
    }
    KeyManagerFactory ours = KeyManagerFactory.getInstance("PKIX");
    ours.init(ofServer, PASSWORD);
    context = SSLContext.getInstance("TLS");
    context.init(ours.getKeyManagers(), null, null);
  }

  @Test
  void server_of_a_private_authority_gets_letters_where_that_authority_is_set() throws Exception {
    System.setProperty("greenmail.tls.keystore.file", serverKeys.toString());
    System.setProperty("greenmail.tls.keystore.password", new String(PASSWORD));
    System.setProperty("greenmail.tls.key.password", new String(PASSWORD));
    HeldPort port = new HeldPort();
    ServerSetup setup = new ServerSetup(port.number(), "127.0.0.1", ServerSetup.PROTOCOL_SMTPS);
    setup.setServerStartupTimeout(30_000); // on a busy machine
    GreenMail server = new GreenMail(setup);
    try {
      server.start();
      MailSettings without =
          new MailSettings(
              new SmtpServer("127.0.0.1", setup.getPort(), SmtpServer.Security.TLS, null),
              Objects.requireNonNull(Mailbox.parse("no-reply@pay.example")),
              null,
              true);
      assertThatThrownBy(() -> send(without)).hasCauseInstanceOf(SSLHandshakeException.class);
      assertThat(server.getReceivedMessages()).isEmpty();
      send(trusting(without));
      assertThat(server.getReceivedMessages()).hasSize(1);
    } finally {
      server.stop();
      port.close();
      System.clearProperty("greenmail.tls.keystore.file");
      System.clearProperty("greenmail.tls.keystore.password");
      System.clearProperty("greenmail.tls.key.password");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STARTTLS", "TLS"})
  void letter_and_sign_in_go_over_tls(SmtpServer.Security security) throws MessagingException {
    try (ScriptedServer server = server(security)) {
      send(trusting(server.settings(security, LOGIN)));
      assertThat(server.plainLines())
          .containsExactlyElementsOf(
              security == SmtpServer.Security.TLS
                  ? List.of()
                  : List.of("EHLO pay.example", "STARTTLS"));
      assertThat(server.lines()).anyMatch(line -> line.startsWith("AUTH")).contains(".");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STARTTLS", "TLS"})
  void server_that_nobody_vouches_for_hears_nothing(SmtpServer.Security security) {
    try (ScriptedServer server = server(security)) {
      MailSettings settings = server.settings(security, LOGIN);
      assertThatThrownBy(
              () -> SmtpConnection.open(SmtpConnection.session(settings), settings.server()))
          .isInstanceOf(MessagingException.class);
      assertThat(server.lines()).noneMatch(line -> line.startsWith("AUTH"));
    }
  }

  @Test
  void certificate_for_another_name_is_refused() {
    try (ScriptedServer server = server(SmtpServer.Security.TLS)) {
      MailSettings settings = trusting(server.settings(SmtpServer.Security.TLS, LOGIN));
      Session session = SmtpConnection.session(settings);
      SmtpServer renamed =
          new SmtpServer("localhost", settings.server().port(), SmtpServer.Security.TLS, LOGIN);
      assertThatThrownBy(() -> SmtpConnection.open(session, renamed))
          .isInstanceOf(MessagingException.class);
      assertThat(server.lines()).isEmpty();
    }
  }

  private static ScriptedServer server(SmtpServer.Security security) {
    ScriptedServer server = new ScriptedServer(context, security == SmtpServer.Security.TLS);
    return server.answering(
        line ->
            line.startsWith("EHLO")
                ? "250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN"
                : line.startsWith("AUTH") ? "235 welcome" : ScriptedServer.KIND.apply(line));
  }

  private static MailSettings trusting(MailSettings settings) {
    return new MailSettings(
        settings.server(),
        settings.from(),
        settings.replyTo(),
        settings.customers(),
        List.of(authority));
  }

  private static void send(MailSettings settings) throws MessagingException {
    Session session = SmtpConnection.session(settings);
    try (SmtpConnection connection = SmtpConnection.open(session, settings.server())) {
      connection.send(new LetterMessage(session, settings, claim(), null));
    }
  }

  private static LetterClaim claim() {
    LetterId id = new LetterId(UuidV7.at(Instant.now()));
    FrozenLetter letter =
        new FrozenLetter(
            id, null, "ada@there.example", "<" + id + "@pay.example>", "s", "t", "h", null);
    return new LetterClaim(UUID.randomUUID(), letter, Instant.now(), 1, Long.MAX_VALUE);
  }
}
