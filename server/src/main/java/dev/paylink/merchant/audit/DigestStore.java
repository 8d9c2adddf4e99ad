package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.LetterKind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Notices that wait for a digest, counted by reader and subject. */
final class DigestStore {
  private static final String ADD =
      """
      insert into mail_digest as d (recipient, merchant_id, subject, stoppable, times, first_at, last_at)
      values (:recipient, :merchant, :subject, :stoppable, 1, :at, :at)
          on conflict (recipient, merchant_id, subject) do update
         set times = d.times + 1, last_at = greatest(d.last_at, excluded.last_at),
             stoppable = d.stoppable or excluded.stoppable
      """;
  private static final String DUE =
      """
      select recipient, merchant_id from mail_digest
       where first_at <= now() - make_interval(secs => :seconds) order by first_at limit :most
      """;
  // Of two nodes one gets the rows; a node that dies before its letter is stored leaves them.
  private static final String TAKE =
      """
      delete from mail_digest where recipient = :recipient and merchant_id = :merchant
      returning subject, stoppable, times, last_at
      """;

  /** A notice for one reader. */
  record Line(String recipient, LetterKind kind, String subject, Instant at) {}

  /** Somebody for whom notices wait. */
  record Reader(String recipient, MerchantId merchantId) {}

  /** How often a notice was not sent. */
  record Counted(String subject, boolean stoppable, int times, Instant lastAt) {}

  void add(Handle handle, MerchantId merchant, Line line) {
    handle
        .createUpdate(ADD)
        .bind("recipient", line.recipient)
        .bind("merchant", merchant)
        .bind("subject", line.subject)
        .bind("stoppable", line.kind == LetterKind.alarm)
        .bind("at", line.at.atOffset(ZoneOffset.UTC))
        .execute();
  }

  /** Returns those whose first notice has waited so long. */
  List<Reader> due(Handle handle, Duration waited, int most) {
    return handle
        .createQuery(DUE)
        .bind("seconds", waited.toSeconds())
        .bind("most", most)
        .mapTo(Reader.class)
        .list()
        .stream()
        .distinct()
        .toList();
  }

  /** Takes what waits for a reader; it is gone unless the transaction fails. */
  List<Counted> take(Handle handle, Reader reader) {
    return handle
        .createQuery(TAKE)
        .bind("recipient", reader.recipient)
        .bind("merchant", reader.merchantId)
        .mapTo(Counted.class)
        .list();
  }
}
