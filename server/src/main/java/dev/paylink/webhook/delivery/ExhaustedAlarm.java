package dev.paylink.webhook.delivery;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.mail.ExhaustedLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.platform.queue.Repeating;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Writes to merchants whose events could not be delivered: one letter for all of them, and no more
 * than one in {@link #QUIET}, on however many nodes.
 *
 * <ul>
 *   <li>An event is counted in the transaction that gives it up.
 *   <li>Counts are set back in the transaction that keeps the letter, under the row's lock: no
 *       event is told twice, none is forgotten.
 * </ul>
 */
public final class ExhaustedAlarm implements AutoCloseable {
  // In the order of their ids, so that two nodes never deadlock.
  private static final String COUNT =
      """
      insert into exhausted_alarm as a (merchant_id, events, since, due_at)
      select merchant_id, events, now(), now() + ? * interval '1 millisecond'
        from unnest(?::uuid[], ?::integer[]) as n (merchant_id, events) order by merchant_id
      on conflict (merchant_id) do update
        set events = a.events + excluded.events,
            since = coalesce(a.since, excluded.since),
            due_at = case when a.events = 0 then greatest(a.due_at, excluded.due_at) else a.due_at end
      """;
  static final String DUE =
      """
      select merchant_id, events, since from exhausted_alarm
       where events > 0 and due_at <= now()
       order by due_at limit :most for update skip locked
      """;
  private static final String TOLD =
      """
      update exhausted_alarm
         set events = 0, since = null, due_at = now() + :quietMillis * interval '1 millisecond'
       where merchant_id = :merchantId
      """;

  /** After a letter, for this long there is none to the same merchant. */
  static final Duration QUIET = Duration.ofHours(1);

  /** An endpoint that goes away fails many events at once: they are gathered first. */
  static final Duration GATHER = Duration.ofMinutes(1);

  private static final Duration LOOK = Duration.ofSeconds(20);
  private static final int MAX_MERCHANTS = 50;

  private final Jdbi jdbi;
  private final Outbox outbox;
  private final LetterTexts texts;
  private final String url;
  private final Repeating looking;

  /** Letters link to {@code eventsUrl}. */
  public ExhaustedAlarm(Jdbi jdbi, Outbox outbox, LetterTexts texts, String eventsUrl) {
    this.jdbi = jdbi;
    this.outbox = outbox;
    this.texts = texts;
    this.url = eventsUrl;
    this.looking = new Repeating("exhausted-alarm", LOOK, this::tell);
  }

  private record Due(MerchantId merchantId, int events, Instant since) {}

  /** One entry for each event that is given up, in the transaction that does so. */
  void count(Connection connection, List<MerchantId> merchants) throws SQLException {
    if (merchants.isEmpty()) {
      return;
    }
    Map<MerchantId, Integer> counts = new TreeMap<>(Comparator.comparing(MerchantId::value));
    merchants.forEach(merchant -> counts.merge(merchant, 1, Integer::sum));
    try (PreparedStatement count = connection.prepareStatement(COUNT)) {
      count.setLong(1, GATHER.toMillis());
      count.setArray(2, connection.createArrayOf("uuid", Id.values(counts.keySet())));
      count.setArray(3, connection.createArrayOf("integer", counts.values().toArray()));
      count.executeUpdate();
    }
  }

  /** Writes to the merchants who are due a letter. */
  void tell() {
    jdbi.useTransaction(handle -> due(handle).forEach(due -> tell(handle, due)));
  }

  @Override
  public void close() {
    looking.close();
  }

  private static List<Due> due(Handle handle) {
    return handle
        .createQuery(DUE)
        .bind("most", MAX_MERCHANTS)
        .map(
            row ->
                new Due(
                    row.getColumn(1, MerchantId.class),
                    row.getColumn(2, Integer.class),
                    row.getColumn(3, Instant.class)))
        .list();
  }

  private void tell(Handle handle, Due due) {
    for (String to : MerchantAddresses.of(handle, due.merchantId)) {
      outbox.post(
          handle, due.merchantId, new ExhaustedLetter(to, due.events, due.since, url).write(texts));
    }
    handle
        .createUpdate(TOLD)
        .bind("quietMillis", QUIET.toMillis())
        .bind("merchantId", due.merchantId)
        .execute();
  }
}
