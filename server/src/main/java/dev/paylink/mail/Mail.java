package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.web.Templates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The wiring of the mail part, and its API for the rest of the service. */
public final class Mail implements AutoCloseable {
  public static final int MAX_COUNTED = 50_000;

  private static final Duration COUNT_PAUSE = Duration.ofSeconds(15);

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final LetterTexts texts;
  private final boolean customers;
  private final Sender sender;
  private final StoredOutbox outbox;
  private final AtomicLong waiting = new AtomicLong();
  private final Loop counting;

  /**
   * @param logos finds the logo of a merchant as PNG, if it has one; asked when a letter is sent
   */
  public Mail(
      Jdbi jdbi,
      MailSettings settings,
      Templates templates,
      BaseUrl baseUrl,
      boolean testMode,
      Function<MerchantId, byte @Nullable []> logos,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.texts = new LetterTexts(Texts.all(Mail.class));
    this.customers = settings.customers();
    this.sender = new Sender(jdbi, settings, logos, registry);
    this.outbox =
        new StoredOutbox(
            new LetterLayout(templates, texts.all(), baseUrl.host(), testMode),
            settings.from().domain(),
            sender::wake,
            new LetterBudget(registry));
    Gauge.builder("paylink.mail.queue", waiting, AtomicLong::get)
        .description("letters waiting to be sent, of all nodes")
        .register(registry);
    this.counting = new Loop("mail-count", COUNT_PAUSE, this::count).start();
  }

  /**
   * The letters that wait, on all nodes together.
   *
   * @param waiting at most {@link #MAX_COUNTED}
   * @param oldestDue how long the oldest has been due; null if none is
   */
  public record Depth(int waiting, @Nullable Duration oldestDue) {}

  /** Returns the length of the queue, whether or not this node sends. */
  public static Depth depth(Handle handle) {
    return new MailStore().depth(handle, MAX_COUNTED);
  }

  /** Returns what deletes letters that were sent or given up long ago. */
  public static Retention.Removal removal() {
    return new MailStore()::remove;
  }

  /**
   * Deletes letters about a merchant to one address, at most {@code most}; returns how many. One
   * that is being sent now still arrives.
   */
  public static int erase(Handle handle, MerchantId merchant, String recipient, int most) {
    return new MailStore().erase(handle, merchant, recipient, most);
  }

  public StoredOutbox outbox() {
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
    counting.close();
    sender.close();
  }

  private void count() {
    waiting.set(jdbi.withHandle(store::countPending));
  }
}
