package dev.paylink.app.config;

import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Mailbox;
import dev.paylink.mail.SmtpServer;
import dev.paylink.platform.crypto.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the settings of e-mail, which is off until a mail server is configured. */
final class MailConfig {
  private static final int SUBMISSION_PORT = 587;
  private static final int TLS_PORT = 465;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private MailConfig() {}

  /** Returns the settings, or null if e-mail is off. */
  static @Nullable MailSettings read(Settings settings) {
    Mailbox from = settings.optional(() -> mailbox(settings, "mail.from"));
    Mailbox replyTo = settings.optional(() -> mailbox(settings, "mail.reply.to"));
    boolean customers = settings.isOn("mail.customers", true);
    String ca = settings.text("mail.smtp.ca");
    String url = settings.text("mail.smtp.url");
    if (url == null) {
      return null;
    }
    SmtpServer server = server(url);
    if (from == null && settings.text("mail.from") != null) {
      return null; // it is on the list of faults
    }
    if (from == null) {
      throw new ConfigError(
          "mail.from is required with mail.smtp.url: the sender of e-mails, such as"
              + " Example Pay <no-reply@pay.example.com>");
    }
    if (ca != null && server.security() == SmtpServer.Security.NONE) {
      throw new ConfigError("mail.smtp.ca is for TLS, which mail.smtp.url switches off");
    }
    return new MailSettings(
        server, from, replyTo, customers, settings.certificates("mail.smtp.ca"));
  }

  private static @Nullable Mailbox mailbox(Settings settings, String name) {
    String text = settings.text(name);
    Mailbox mailbox = text == null ? null : Mailbox.parse(text);
    if (text != null && mailbox == null) {
      throw new ConfigError(name + " must be an e-mail address, not \"" + text + "\"");
    }
    return mailbox;
  }

  /**
   * Reads {@code smtp://user:password@host:587?starttls=required} and {@code smtps://…}. An error
   * message never shows the URL, which may contain a password. A password is never sent to another
   * machine unencrypted.
   */
  private static SmtpServer server(String url) {
    URI uri = uri(url);
    if (uri.getHost() == null
        || uri.getPort() > 65_535
        || uri.getPort() == 0
        || uri.getFragment() != null
        || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
      throw new ConfigError(
          "mail.smtp.url must look like smtp://user:password@host:587 (it is not shown here)");
    }
    SmtpServer.Security security = security(uri);
    SmtpServer.Login login = login(uri.getRawUserInfo());
    if (login != null
        && security == SmtpServer.Security.NONE
        && !LOOPBACK.contains(uri.getHost())) {
      throw new ConfigError("mail.smtp.url: starttls=off would send the password unencrypted");
    }
    int standard = security == SmtpServer.Security.TLS ? TLS_PORT : SUBMISSION_PORT;
    return new SmtpServer(
        uri.getHost(), uri.getPort() < 0 ? standard : uri.getPort(), security, login);
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new ConfigError("mail.smtp.url is not a valid address (it is not shown here)");
    }
  }

  private static SmtpServer.Security security(URI uri) {
    String asked = uri.getScheme() + '?' + (uri.getQuery() == null ? "" : uri.getQuery());
    return switch (asked) {
      case "smtps?" -> SmtpServer.Security.TLS;
      case "smtp?", "smtp?starttls=required" -> SmtpServer.Security.STARTTLS;
      case "smtp?starttls=off" -> SmtpServer.Security.NONE;
      default ->
          throw new ConfigError(
              "mail.smtp.url must begin with smtps://, or with smtp:// and may then end in"
                  + " ?starttls=required or ?starttls=off (the rest is not shown)");
    };
  }

  private static SmtpServer.@Nullable Login login(@Nullable String userInfo) {
    if (userInfo == null) {
      return null;
    }
    String[] parts = userInfo.split(":", 2);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new ConfigError("mail.smtp.url: set user and password, or neither (not shown here)");
    }
    return new SmtpServer.Login(decoded(parts[0]), new Secret(decoded(parts[1])));
  }

  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
