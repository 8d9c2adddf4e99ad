package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.mail.Mail;
import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.audit.NoticeDigest;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.payment.create.InvoiceLetters;
import dev.paylink.payment.remind.Reminders;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.web.Templates;
import dev.paylink.settlement.apply.ReceiptLetters;
import dev.paylink.settlement.figures.FlagLetters;
import dev.paylink.settlement.refund.RefundLetters;
import dev.paylink.webhook.delivery.ExhaustedAlarm;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** The parts of this node that write letters. Without a configured mail server they write none. */
final class Letters implements AutoCloseable {
  private final Database database;
  private final BaseUrl baseUrl;
  private final @Nullable Mail mail;
  private final @Nullable Reminders reminders;
  private final @Nullable NoticeDigest digest;

  Letters(Config config, Database database, Templates templates, MeterRegistry registry) {
    this.database = database;
    this.baseUrl = config.baseUrl();
    MailSettings settings = config.mail();
    this.mail =
        settings == null
            ? null
            : new Mail(
                database.workers(),
                settings,
                templates,
                baseUrl,
                config.sandbox(),
                new Logos(database.workers())::ofLetter,
                registry);
    this.reminders =
        mail == null || !mail.writesToCustomers()
            ? null
            : new Reminders(
                database.workers(), mail.outbox(), mail.texts(), baseUrl, database.clock());
    this.digest =
        mail == null
            ? null
            : new NoticeDigest(database.workers(), mail.outbox(), Dashboard.accountLinks(baseUrl));
  }

  /**
   * Returns the audit log, which notifies the people of a merchant of changes they may not know
   * about.
   */
  AuditLog audit() {
    return new AuditLog(new Announcements(outbox(), Dashboard.accountLinks(baseUrl)));
  }

  /** Returns the letters to customers about created payments, or null if none are sent. */
  @Nullable InvoiceLetters invoices() {
    return mail == null || !mail.writesToCustomers()
        ? null
        : new InvoiceLetters(mail.outbox(), mail.texts(), baseUrl);
  }

  /** Returns the letters to customers about confirmed payments, or null if none are sent. */
  @Nullable ReceiptLetters receipts() {
    return mail == null || !mail.writesToCustomers()
        ? null
        : new ReceiptLetters(mail.outbox(), mail.texts(), baseUrl);
  }

  /** Returns the letters to merchants about payments they have to look at. */
  FlagLetters flags() {
    return new FlagLetters(outbox(), id -> Dashboard.paymentUrl(baseUrl, id));
  }

  /** Returns the letters about refunds, to merchants and to customers. */
  RefundLetters refunds() {
    return new RefundLetters(
        outbox(),
        mail == null || !mail.writesToCustomers()
            ? null
            : new RefundLetters.Customers(mail.outbox(), mail.texts(), new PaymentLinks(baseUrl)),
        id -> Dashboard.paymentUrl(baseUrl, id));
  }

  /**
   * Returns the alarm, which writes to merchants whose events could not be delivered, or null if no
   * letters are sent. The caller closes it.
   */
  @Nullable ExhaustedAlarm exhausted() {
    return mail == null
        ? null
        : new ExhaustedAlarm(
            database.workers(), mail.outbox(), mail.texts(), Dashboard.eventsUrl(baseUrl));
  }

  @Override
  public void close() {
    if (digest != null) {
      digest.close();
    }
    if (reminders != null) {
      reminders.close();
    }
    if (mail != null) {
      mail.close();
    }
  }

  /** Returns where letters are put; it drops them while no mail server is configured. */
  Outbox outbox() {
    return mail == null ? Outbox.OFF : mail.outbox();
  }
}
