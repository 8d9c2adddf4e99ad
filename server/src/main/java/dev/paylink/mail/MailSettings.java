package dev.paylink.mail;

import org.jspecify.annotations.Nullable;

/**
 * How this instance sends e-mail.
 *
 * @param customers whether merchants' customers get invoices and receipts
 */
public record MailSettings(
    SmtpServer server, Mailbox from, @Nullable Mailbox replyTo, boolean customers) {}
