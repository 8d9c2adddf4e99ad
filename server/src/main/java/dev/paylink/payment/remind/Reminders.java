package dev.paylink.payment.remind;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.CustomerLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.StoredOutbox;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Writes to customers whose links end soon, for merchants who want it.
 *
 * <ul>
 *   <li>A payment has at most one reminder, on however many nodes and across restarts: it is taken
 *       from its table by the transaction that stores the letter.
 *   <li>None is written once the payment was seen, paid, failed or canceled, or its invoice was
 *       paid by another payment.
 * </ul>
 */
public final class Reminders implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final int MAX_AT_ONCE = 100;

  private final ReminderStore store = new ReminderStore();
  private final Jdbi jdbi;
  private final StoredOutbox outbox;
  private final LetterTexts texts;
  private final PaymentLinks links;
  private final InstantSource clock;
  private final Loop looking;

  /**
   * @param clock the business clock, in which links end
   */
  public Reminders(
      Jdbi jdbi, StoredOutbox outbox, LetterTexts texts, BaseUrl baseUrl, InstantSource clock) {
    this.jdbi = jdbi;
    this.outbox = outbox;
    this.texts = texts;
    this.links = new PaymentLinks(baseUrl);
    this.clock = clock;
    this.looking = new Loop("reminders", LOOK, this::remindAll).start();
  }

  /**
   * Returns when to remind of a payment; null if its merchant does not want it, or if the link is
   * valid for less than twice that time: the letter with it is not old enough then.
   */
  public static @Nullable Instant at(CreatedPayment payment, @Nullable Integer hours) {
    if (hours == null) {
      return null;
    }
    Instant at = payment.expiresAt().minus(Duration.ofHours(hours));
    return at.isBefore(payment.createdAt().plus(Duration.ofHours(hours))) ? null : at;
  }

  private void remindAll() {
    while (remind() == MAX_AT_ONCE) {
      // as many are left
    }
  }

  /** Writes the reminders that are due, a limited number; returns how many were looked at. */
  int remind() {
    return jdbi.inTransaction(
        handle -> {
          Instant now = clock.instant();
          List<ReminderStore.Due> due = store.take(handle, now, MAX_AT_ONCE);
          List<StoredOutbox.Posting> letters = new ArrayList<>();
          due.forEach(each -> write(handle, each, now, letters));
          outbox.postToCustomers(handle, letters);
          return due.size();
        });
  }

  private void write(
      Handle handle, ReminderStore.Due due, Instant now, List<StoredOutbox.Posting> letters) {
    ReminderStore.Open open = store.open(handle, due, now);
    if (open != null) {
      MerchantId merchant = due.merchantId();
      letters.add(new StoredOutbox.Posting(merchant, letter(open).write(texts)));
    }
  }

  private CustomerLetter letter(ReminderStore.Open open) {
    return new CustomerLetter(
        CustomerLetter.Kind.reminder,
        new CustomerLetter.Sender(open.merchant(), open.color()),
        new CustomerLetter.Reader(open.email(), open.locale(), open.name()),
        open.description(),
        open.invoiceNumber(),
        open.amount(),
        open.currency(),
        open.expiresAt(),
        null,
        links.page(open.id(), open.linkToken()));
  }

  @Override
  public void close() {
    looking.close();
  }
}
