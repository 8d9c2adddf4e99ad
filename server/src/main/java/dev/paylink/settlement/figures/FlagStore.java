package dev.paylink.settlement.figures;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each flag of a payment once. Connections belong to the caller's transaction, which holds
 * the merchants' event counters.
 */
public final class FlagStore {
  private static final String INSERT =
      """
      insert into payment_flag (merchant_id, payment_id, flag, what, flagged_at)
      select merchant_id, payment_id, flag, what, ?::timestamptz
        from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[])
             as k (merchant_id, payment_id, flag, what)
          on conflict do nothing
      returning payment_id, flag
      """;

  private static final String SET_DONE =
      """
      update payment_flag set done = ?
       where payment_id = ? and merchant_id = ? and flag = ? and done <> ?
      returning flagged_at
      """;

  private record Key(UUID payment, String flag) {}

  /** Returns those that are new; of several alike, the first. */
  public List<Flagged> add(Connection connection, List<Flagged> all, Instant at)
      throws SQLException {
    if (all.isEmpty()) {
      return List.of();
    }
    Map<Key, Flagged> flags = new LinkedHashMap<>();
    all.forEach(
        flag -> flags.putIfAbsent(new Key(flag.payment().id().value(), flag.kind().name()), flag));
    List<Flagged> added = new ArrayList<>();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, at.atOffset(ZoneOffset.UTC));
      ColumnArrays<Flagged> columns =
          new ColumnArrays<>(connection, insert, List.copyOf(flags.values()));
      columns.set(2, "uuid", flag -> flag.payment().merchantId().value());
      columns.set(3, "uuid", flag -> flag.payment().id().value());
      columns.set(4, "text", flag -> flag.kind().name());
      columns.set(5, "text", Flagged::what);
      try (ResultSet row = insert.executeQuery()) {
        while (row.next()) {
          Key key = new Key(row.getObject(1, UUID.class), row.getString(2));
          added.add(Objects.requireNonNull(flags.get(key)));
        }
      }
    }
    return added;
  }

  /**
   * Notes whether nothing is left to do about a flag; returns when it was set, or null if nothing
   * has changed.
   */
  public @Nullable Instant setDone(
      Connection connection, Payment payment, PaymentFlag kind, boolean done) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(SET_DONE)) {
      update.setBoolean(1, done);
      update.setObject(2, payment.id().value());
      update.setObject(3, payment.merchantId().value());
      update.setString(4, kind.name());
      update.setBoolean(5, done);
      try (ResultSet row = update.executeQuery()) {
        return row.next() ? row.getObject(1, OffsetDateTime.class).toInstant() : null;
      }
    }
  }
}
