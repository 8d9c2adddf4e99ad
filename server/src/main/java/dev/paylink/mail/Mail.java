package dev.paylink.mail;

import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.queue.Repeating;
import dev.paylink.platform.web.Templates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Jdbi;

/** The wiring of the mail part, and its API for the rest of the service. */
public final class Mail implements AutoCloseable {
  /** Letters contain names and addresses. After they have ended, they are kept for this long. */
  static final Duration KEEP_ENDED = Duration.ofDays(14);

  private static final Duration HOUSEKEEPING = Duration.ofSeconds(15);
  private static final int MAX_REMOVED = 1_000;

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final LetterTexts texts;
  private final boolean customers;
  private final Sender sender;
  private final PostOffice outbox;
  private final AtomicLong waiting = new AtomicLong();
  private final Repeating housekeeping;

  public Mail(
      Jdbi jdbi,
      MailSettings settings,
      Templates templates,
      BaseUrl baseUrl,
      boolean testMode,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.texts = new LetterTexts(Texts.all(Mail.class));
    this.customers = settings.customers();
    this.sender = new Sender(jdbi, settings, registry);
    this.outbox =
        new PostOffice(
            new Stationery(templates, texts.all(), baseUrl.host(), testMode),
            settings.from().domain(),
            sender::wake,
            new LetterBudget(registry));
    Gauge.builder("paylink.mail.queue", waiting, AtomicLong::get)
        .description("letters waiting to be sent, of all nodes")
        .register(registry);
    this.housekeeping = new Repeating("mail-housekeeping", HOUSEKEEPING, this::keepHouse);
  }

  public PostOffice outbox() {
    return outbox;
  }

  /** Returns the texts of letters, in all languages. */
  public LetterTexts texts() {
    return texts;
  }

  /** Tells whether merchants' customers get invoices and receipts. */
  public boolean writesToCustomers() {
    return customers;
  }

  @Override
  public void close() {
    housekeeping.close();
    sender.close();
  }

  private void keepHouse() {
    try {
      jdbi.useHandle(
          handle -> {
            waiting.set(store.countPending(handle.getConnection()));
            store.remove(handle.getConnection(), KEEP_ENDED, MAX_REMOVED);
          });
    } catch (SQLException e) {
      throw new IllegalStateException("could not look after the letters", e);
    }
  }
}
