package dev.paylink.mail;

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
}
