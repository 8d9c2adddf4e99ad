package dev.paylink.app.config;

import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Mailbox;
import dev.paylink.mail.SmtpServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the settings of e-mail, which is off until a mail server is configured. */
final class MailConfig {
  private MailConfig() {}

  /** Returns the settings, or null if e-mail is off. */
  static @Nullable MailSettings read(Settings settings) {
    Mailbox from = mailbox(settings, "mail.from");
    Mailbox replyTo = mailbox(settings, "mail.reply.to");
    boolean customers =
        switch (settings.text("mail.customers", "on")) {
          case "on" -> true;
          case "off" -> false;
          default -> throw new ConfigError("mail.customers must be on or off");
        };
    String ca = settings.text("mail.smtp.ca");
    String url = settings.text("mail.smtp.url");
    if (url == null) {
      return null;
    }
    if (from == null) {
      throw new ConfigError(
          "mail.from is required with mail.smtp.url: the sender of letters, such as"
              + " Example Pay <no-reply@pay.example.com>");
    }
    SmtpServer server = SmtpUrl.parse(url);
    if (ca != null && server.security() == SmtpServer.Security.NONE) {
      throw new ConfigError("mail.smtp.ca is for TLS, which mail.smtp.url switches off");
    }
    return new MailSettings(
        server, from, replyTo, customers, ca == null ? List.of() : authorities(Path.of(ca)));
  }

  /** Reads the certificates of a PEM file; refuses one that has none. */
  private static List<X509Certificate> authorities(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> all = new ArrayList<>();
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        all.add((X509Certificate) each);
      }
      if (!all.isEmpty()) {
        return all;
      }
    } catch (IOException e) {
      throw new ConfigError("mail.smtp.ca: cannot read " + file);
    } catch (CertificateException e) {
      // the same answer as for a file without any
    }
    throw new ConfigError(
        "mail.smtp.ca: " + file + " must have certificates in PEM, such as your CA's");
  }

  private static @Nullable Mailbox mailbox(Settings settings, String name) {
    String text = settings.text(name);
    Mailbox mailbox = text == null ? null : Mailbox.parse(text);
    if (text != null && mailbox == null) {
      throw new ConfigError(name + " must be an e-mail address, not \"" + text + "\"");
    }
    return mailbox;
  }
}
