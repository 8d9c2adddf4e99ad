package dev.paylink.app.config;

import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Mailbox;
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
    String url = settings.text("mail.smtp.url");
    if (url == null) {
      return null;
    }
    if (from == null) {
      throw new ConfigError(
          "mail.from is required with mail.smtp.url: the sender of letters, such as"
              + " Example Pay <no-reply@pay.example.com>");
    }
    return new MailSettings(SmtpUrl.parse(url), from, replyTo, customers);
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
