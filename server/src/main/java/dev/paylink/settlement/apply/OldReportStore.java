package dev.paylink.settlement.apply;

import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Deletes the reports about the oldest payments. A report that is sent again after that counts as
 * new, so reports are kept for a year at least.
 */
public final class OldReportStore implements Retention.Removal {
  static final String DELETE =
      """
      delete from settlement_event where (event_ref, merchant_id) in (
        select event_ref, merchant_id from settlement_event
         where payment_id >= :from and payment_id < :end
         order by payment_id, recorded_at limit :most)
      returning payment_id
      """;

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<UUID> payments =
        handle
            .createQuery(DELETE)
            .bind("from", range.from())
            .bind("end", UuidV7.floor(range.before()))
            .bind("most", most)
            .mapTo(UUID.class)
            .list();
    return new Retention.Step(
        payments.size(), payments.size(), payments.stream().reduce(range.from(), UuidV7::later));
  }
}
