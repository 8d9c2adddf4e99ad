package dev.paylink.settlement.apply;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryArray;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.platform.id.UuidV7;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
      select k.number
        from unnest(?::uuid[], ?::text[], ?::integer[]) as k (merchant_id, event_ref, number)
       cross join lateral (
             select 1 from settlement_event
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

  /** Finds the references that are recorded. */
  void known(Tx.Together together, List<Ref> refs, Consumer<Ref> found) {
    if (refs.isEmpty()) {
      return;
    }
    for (Object[] only :
        together
            .tx()
            .shards()
            .limits(() -> Id.values(refs.stream().map(Ref::merchantId).toList()))) {
      together.query(
          KNOWN,
          (find, before) -> {
            ColumnArrays<Integer> columns =
                new ColumnArrays<>(
                    find.getConnection(),
                    find,
                    before,
                    IntStream.range(0, refs.size()).boxed().toList());
            columns.set(1, "uuid", number -> refs.get(number).merchantId.value());
            columns.set(2, "text", number -> refs.get(number).eventRef);
            columns.set(3, "integer", number -> number);
            Shards.bind(find, before + 4, before + 5, only);
          },
          row -> found.accept(refs.get(row.getInt(1))));
    }
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

  /** Finds the merchants that may not collect now. */
  static void suspended(
      Tx.Together together, Set<MerchantId> merchants, Consumer<MerchantId> found) {
    together.query(
        SUSPENDED,
        (find, before) ->
            find.setArray(
                before + 1, BinaryArray.uuids(find.getConnection(), Id.values(merchants))),
        row -> found.accept(new MerchantId(row.getObject("id", UUID.class))));
  }

  static @Nullable String json(Report report) {
    OnChainTransaction transaction = report.transaction();
    return transaction == null ? null : transaction.json();
  }
}
