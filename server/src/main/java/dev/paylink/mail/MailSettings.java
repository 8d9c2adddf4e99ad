package dev.paylink.mail;

import jakarta.mail.MessagingException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How this instance sends e-mail.
 *
 * @param customers whether merchants' customers get invoices and receipts
 * @param authorities the certificates that vouch for the mail server in place of the public ones;
 *     none for the public ones
 */
public record MailSettings(
    SmtpServer server,
    Mailbox from,
    @Nullable Mailbox replyTo,
    boolean customers,
    List<X509Certificate> authorities) {

  public MailSettings {
    authorities = List.copyOf(authorities);
  }

  /** Settings for a mail server with a public certificate. */
  public MailSettings(
      SmtpServer server, Mailbox from, @Nullable Mailbox replyTo, boolean customers) {
    this(server, from, replyTo, customers, List.of());
  }

  /** Returns in one line why the mail server does not take us; null if it does. */
  public @Nullable String unreachable() {
    try (SmtpConnection connection = SmtpConnection.open(SmtpConnection.session(this), server)) {
      return connection.isOpen() ? null : "the mail server has hung up";
    } catch (MessagingException e) {
      String message = e.getMessage();
      return message == null
          ? e.getClass().getSimpleName()
          : message.lines().findFirst().orElse("");
    }
  }
}
