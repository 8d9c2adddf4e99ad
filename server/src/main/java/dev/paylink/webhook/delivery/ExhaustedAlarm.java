package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.ExhaustedLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.platform.queue.Loop;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Writes to merchants whose events could not be delivered: one letter for all of them, and no more
 * than one within {@link #QUIET}, on however many nodes.
 *
 * <ul>
 *   <li>An event is counted in the transaction that gives it up.
 *   <li>Counts are reset in the transaction that stores the letter, under the row's lock: every
 *       event is reported exactly once.
 * </ul>
 */
public final class ExhaustedAlarm implements AutoCloseable {
  /** The time after a letter in which the same merchant gets no other. */
  static final Duration QUIET = Duration.ofHours(1);

  /** The time to gather events before a letter: an endpoint that goes away fails many at once. */
  static final Duration GATHER = Duration.ofMinutes(1);

  private static final Duration LOOK = Duration.ofSeconds(20);
  private static final int MAX_MERCHANTS = 50;

  private final AlarmStore store = new AlarmStore();
  private final Jdbi jdbi;
  private final Outbox outbox;
  private final LetterTexts texts;
  private final String url;
  private final Loop looking;

  /** Creates the alarm; its letters link to {@code eventsUrl}. */
  public ExhaustedAlarm(Jdbi jdbi, Outbox outbox, LetterTexts texts, String eventsUrl) {
    this.jdbi = jdbi;
    this.outbox = outbox;
    this.texts = texts;
    this.url = eventsUrl;
    this.looking = new Loop("exhausted-alarm", LOOK, this::tell).start();
  }

  /**
   * Counts events given up, in the transaction that does so; {@code merchants} has one entry per
   * event.
   */
  void count(Connection connection, List<MerchantId> merchants) throws SQLException {
    if (merchants.isEmpty()) {
      return;
    }
    SortedMap<MerchantId, Integer> counts = new TreeMap<>(Comparator.comparing(MerchantId::value));
    merchants.forEach(merchant -> counts.merge(merchant, 1, Integer::sum));
    store.count(connection, counts, GATHER);
  }

  /** Writes to the merchants who are due a letter. */
  void tell() {
    jdbi.useTransaction(
        handle -> store.due(handle, MAX_MERCHANTS).forEach(due -> tell(handle, due)));
  }

  @Override
  public void close() {
    looking.close();
  }

  private void tell(Handle handle, AlarmStore.Due due) {
    for (String to : MerchantAddresses.of(handle, due.merchantId())) {
      outbox.post(
          handle,
          due.merchantId(),
          new ExhaustedLetter(to, due.events(), due.since(), url).write(texts));
    }
    store.told(handle, due.merchantId(), QUIET);
  }
}
