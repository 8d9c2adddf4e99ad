package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.assertRefused;
import static dev.paylink.app.config.SomeSettings.liveWith;
import static dev.paylink.app.config.SomeSettings.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.mail.MailSettings;
import dev.paylink.mail.SmtpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of e-mail; a password in them is never shown. */
final class MailConfigTest {
  private static final String CERTIFICATE =
      """
      -----BEGIN CERTIFICATE-----
      MIIBgTCCASegAwIBAgIUJQLQ6e1kdCs87lYnBzoC0v4ki/gwCgYIKoZIzj0EAwIw
      FTETMBEGA1UEAwwKUHJpdmF0ZSBDQTAgFw0yNjExMTYwODU5NDNaGA8yMTI2MTAy
      MzA4NTk0M1owFTETMBEGA1UEAwwKUHJpdmF0ZSBDQTBZMBMGByqGSM49AgEGCCqG
      SM49AwEHA0IABITSD41EWg0ZXvRlPRN3uz9fG89RA8NHvpsgWSbRrvQ19OKR3EMV
      UvedYQGCB6KOJ2294HKAYdnzlE8fTe+p3BCjUzBRMB0GA1UdDgQWBBRAdErTOBXV
      b4ysAiz+pRkP/rCJZzAfBgNVHSMEGDAWgBRAdErTOBXVb4ysAiz+pRkP/rCJZzAP
      BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIEVOMnA7RTzTicNzqYgp
      F3aTjb51HfUu+qDBCeVLPYbdAiEA0G9vM76ePLtWN+7KDoYLipb3lMWseNyIjik8
      IymXUVc=
      -----END CERTIFICATE-----
      """;
  private static final String FROM = "Example Pay <no-reply@pay.example.com>";

  private static Map<String, String> mail(String url) {
    Map<String, String> settings = liveWith("mail.smtp.url", url);
    settings.put("mail.from", FROM);
    return settings;
  }

  private static MailSettings settings(Map<String, String> settings) {
    return Objects.requireNonNull(read(settings).mail());
  }

  @Test
  void mail_is_off_until_a_server_is_named() {
    assertThat(read(liveWith("mail.from", FROM)).mail()).isNull();
    MailSettings on = settings(mail("smtps://mail.example"));
    assertThat(on.from()).hasToString(FROM);
    assertThat(on.replyTo()).isNull();
    assertThat(on.customers()).isTrue();
  }

  @Test
  void private_authority_is_read_from_a_file_and_what_is_none_is_refused(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("ca.pem"), CERTIFICATE + CERTIFICATE);
    Map<String, String> settings = mail("smtps://mail.example");
    settings.put("mail.smtp.ca", file.toString());
    assertThat(settings(settings).authorities())
        .hasSize(2)
        .allMatch(each -> each.getSubjectX500Principal().getName().equals("CN=Private CA"));
    settings.put("mail.smtp.url", "smtp://mail.example?starttls=off");
    assertRefused(settings, "mail.smtp.ca is for TLS, which mail.smtp.url switches off");
    settings.put("mail.smtp.url", "smtp://mail.example");
    for (String wrong : List.of("", "no certificate", CERTIFICATE.replace("MIIB", "MIIX"))) {
      Files.writeString(file, wrong);
      assertRefused(
          settings, "mail.smtp.ca: " + file + " must have certificates in PEM, such as your CA's");
    }
    Path missing = folder.resolve("none");
    settings.put("mail.smtp.ca", missing.toString());
    assertRefused(settings, "mail.smtp.ca: cannot read " + missing);
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mail.example, mail.example, 587, STARTTLS",
    "smtp://mail.example:2525?starttls=required, mail.example, 2525, STARTTLS",
    "smtps://mail.example, mail.example, 465, TLS",
    "smtp://relay.internal:25?starttls=off, relay.internal, 25, NONE",
  })
  void server_is_read_from_its_address(
      String url, String host, int port, SmtpServer.Security security) {
    assertThat(settings(mail(url)).server()).isEqualTo(new SmtpServer(host, port, security, null));
  }

  @Test
  void user_and_password_may_hold_any_character_and_are_not_printed() {
    SmtpServer server = settings(mail("smtp://us%40er:p%3A%2F+w@mail.example")).server();
    SmtpServer.Login login = Objects.requireNonNull(server.login());
    assertThat(login.user()).isEqualTo("us@er");
    assertThat(login.password().reveal()).isEqualTo("p:/+w");
    assertThat(server.toString()).doesNotContain("p:/+w");
  }

  @Test
  void password_in_the_clear_goes_to_this_machine_only() {
    assertThat(settings(mail("smtp://user:hunter2@127.0.0.1?starttls=off")).server().login())
        .isNotNull();
    assertRefused(
        mail("smtp://user:hunter2@mail.example?starttls=off"),
        "mail.smtp.url: starttls=off would send the password unencrypted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mail.example",
        "http://user:hunter2@mail.example",
        "smtp://user:hunter2@mail.example?starttls=maybe",
        "smtps://user:hunter2@mail.example?starttls=off",
        "smtp://user:hunter2@mail.example/path",
        "smtp://user:hunter2@mail.example:70000",
        "smtp://hunter2@mail.example",
        "smtp://user:@mail.example",
        "smtp://user:hunter2@",
        "smtp://user:hun ter2@mail.example"
      })
  void other_addresses_are_refused_unshown(String url) {
    assertThatThrownBy(() -> read(mail(url)))
        .isInstanceOf(ConfigError.class)
        .message()
        .startsWith("mail.smtp.url")
        .doesNotContain("hunter2", "\n");
  }

  @Test
  void sender_and_reply_address_must_be_addresses() {
    assertRefused(
        liveWith("mail.smtp.url", "smtps://mail.example"),
        "mail.from is required with mail.smtp.url: the sender of e-mails, such as"
            + " Example Pay <no-reply@pay.example.com>");
    assertRefused(
        liveWith("mail.from", "nobody"), "mail.from must be an e-mail address, not \"nobody\"");
    assertRefused(
        liveWith("mail.reply.to", "a@b.example, c@d.example"),
        "mail.reply.to must be an e-mail address, not \"a@b.example, c@d.example\"");
  }

  @Test
  void letters_to_customers_can_be_turned_off() {
    Map<String, String> settings = mail("smtps://mail.example");
    settings.put("mail.customers", "off");
    assertThat(settings(settings).customers()).isFalse();
    assertRefused(liveWith("mail.customers", "no"), "mail.customers must be on or off");
  }
}
