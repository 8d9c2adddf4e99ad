package dev.paylink.settlement.apply;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.BinaryCopy;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.id.UuidV7;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Reports by their reference. Connections belong to the caller's transaction. A report about an old
 * payment that is sent again after it was deleted counts as new, so reports are kept for a year at
 * least.
 */
public final class ReportStore implements Retention.Removal {
  static final String KNOWN =
      """
      select s.merchant_id, s.event_ref
        from unnest(?::uuid[], ?::text[]) as k (merchant_id, event_ref)
       cross join lateral (
             select merchant_id, event_ref from settlement_event
              where event_ref = k.event_ref and merchant_id = k.merchant_id and %s
             offset 0) s
      """
          .formatted(Shards.only("merchant_id"));
  private static final String COPY =
      """
      copy settlement_event (merchant_id, event_ref, payment_id, type, applied, reason,
                             transaction, occurred_at, recorded_at)
      from stdin binary
      """;
  private static final int COPY_COLUMNS = 9;
  private static final String INSERT_MISMATCH =
      """
      insert into settlement_mismatch (merchant_id, event_ref, payment_id, mismatch, transaction,
                                       occurred_at, recorded_at, id)
      values (?, ?, ?, ?, ?::json, ?, ?, ?) on conflict do nothing
      """;

  private static final String DELETE_OLD =
      """
      delete from settlement_event where (event_ref, merchant_id) in (
        select event_ref, merchant_id from settlement_event
         where payment_id >= :from and payment_id < :end
         order by payment_id, recorded_at limit :most)
      returning payment_id
      """;
  private static final String IS_SAME =
      """
      select payment_id = ? and reason = ? from settlement_event
       where event_ref = ? and merchant_id = ?
      """;
  private static final String SUSPENDED =
      "select id from merchant where id = any(?) and verification = 'Suspended'";

  /** The reference of an outcome, unique within its merchant. */
  record Ref(MerchantId merchantId, String eventRef) {}

  /** A report to store. */
  record Row(MerchantId merchantId, Report report, boolean applied, Instant recordedAt) {}

  Set<Ref> known(Tx tx, List<Ref> refs) throws SQLException {
    Set<Ref> known = new HashSet<>();
    try (PreparedStatement find = tx.connection().prepareStatement(KNOWN)) {
      find.setArray(
          1,
          tx.connection()
              .createArrayOf("uuid", Id.values(refs.stream().map(Ref::merchantId).toList())));
      find.setArray(
          2, tx.connection().createArrayOf("text", refs.stream().map(Ref::eventRef).toArray()));
      for (Object[] only :
          tx.shards().limits(() -> Id.values(refs.stream().map(Ref::merchantId).toList()))) {
        Shards.bind(find, 3, 4, only);
        try (ResultSet row = find.executeQuery()) {
          while (row.next()) {
            known.add(new Ref(new MerchantId(row.getObject(1, UUID.class)), row.getString(2)));
          }
        }
      }
    }
    return known;
  }

  /** Returns whether the accept's reference is recorded for the same payment and sum. */
  boolean isSame(Connection connection, Accept accept) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(IS_SAME)) {
      find.setObject(1, accept.paymentId().value());
      find.setString(2, accept.reason());
      find.setString(3, accept.eventRef());
      find.setObject(4, accept.merchantId().value());
      try (ResultSet row = find.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  void insert(Connection connection, List<Row> rows) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COPY_COLUMNS);
    for (Row row : rows) {
      Report report = row.report;
      copy.row()
          .uuid(row.merchantId.value())
          .text(report.eventRef())
          .uuid(report.paymentId().value())
          .text(report.type().text())
          .bool(row.applied)
          .text(report.reason())
          .text(json(report))
          .timestamp(report.occurredAt())
          .timestamp(row.recordedAt);
    }
    copy.send(connection, COPY);
  }

  /** Stores a mismatch; returns true if it is the first. A repeated report is not stored again. */
  boolean insertMismatch(
      Connection connection, MerchantId merchantId, Report report, String what, Instant at)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT_MISMATCH)) {
      insert.setObject(1, merchantId.value());
      insert.setString(2, report.eventRef());
      insert.setObject(3, report.paymentId().value());
      insert.setString(4, what);
      insert.setString(5, json(report));
      Instant occurredAt = report.occurredAt();
      insert.setObject(6, occurredAt == null ? null : occurredAt.atOffset(ZoneOffset.UTC));
      insert.setObject(7, at.atOffset(ZoneOffset.UTC));
      insert.setObject(8, UuidV7.at(at));
      return insert.executeUpdate() == 1;
    }
  }

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    return Retention.Step.of(handle, DELETE_OLD, range, most);
  }

  /** Returns the merchants that may not collect now. */
  Set<MerchantId> suspended(Connection connection, Set<MerchantId> merchants) throws SQLException {
    Set<MerchantId> suspended = new HashSet<>();
    RowsByKey.each(
        connection,
        SUSPENDED,
        Id.values(merchants),
        row -> suspended.add(new MerchantId(row.getObject("id", UUID.class))));
    return suspended;
  }

  static @Nullable String json(Report report) {
    OnChainTransaction transaction = report.transaction();
    return transaction == null ? null : transaction.json();
  }
}
