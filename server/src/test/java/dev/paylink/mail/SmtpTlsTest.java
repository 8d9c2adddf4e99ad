package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.LetterId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.id.UuidV7;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Letters and passwords go over TLS where that is asked for, and only to whom we trust. */
final class SmtpTlsTest {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final SmtpServer.Login LOGIN = new SmtpServer.Login("user", new Secret("hunter2"));

  @TempDir static Path folder;

  private static SSLContext context;

  @BeforeAll
  static void makeCertificate() throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory ours = KeyManagerFactory.getInstance("PKIX");
    ours.init(keys, PASSWORD);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    context = SSLContext.getInstance("TLS");
    context.init(ours.getKeyManagers(), trusted.getTrustManagers(), null);
  }

  @ParameterizedTest
  @EnumSource(names = {"STARTTLS", "TLS"})
  void letter_and_sign_in_go_over_tls(SmtpServer.Security security) throws MessagingException {
    try (ScriptedServer server = server(security)) {
      MailSettings settings = server.settings(security, LOGIN);
      Session session = session(settings);
      session.getProperties().put("mail.smtp.ssl.socketFactory", context.getSocketFactory());
      try (SmtpConnection connection = SmtpConnection.open(session, settings.server())) {
        connection.send(new LetterMessage(session, settings, claim()));
      }
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
      assertThatThrownBy(() -> SmtpConnection.open(session(settings), settings.server()))
          .isInstanceOf(MessagingException.class);
      assertThat(server.lines()).noneMatch(line -> line.startsWith("AUTH"));
    }
  }

  @Test
  void certificate_for_another_name_is_refused() {
    try (ScriptedServer server = server(SmtpServer.Security.TLS)) {
      MailSettings settings = server.settings(SmtpServer.Security.TLS, LOGIN);
      Session session = session(settings);
      session.getProperties().put("mail.smtp.ssl.socketFactory", context.getSocketFactory());
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

  private static Session session(MailSettings settings) {
    return SmtpConnection.session(settings.server(), settings.from().domain());
  }

  private static LetterClaim claim() {
    LetterId id = new LetterId(UuidV7.at(Instant.now()));
    FrozenLetter letter =
        new FrozenLetter(id, null, "ada@there.example", "<" + id + "@pay.example>", "s", "t", "h");
    return new LetterClaim(UUID.randomUUID(), letter, Instant.now(), 1, Long.MAX_VALUE);
  }
}
