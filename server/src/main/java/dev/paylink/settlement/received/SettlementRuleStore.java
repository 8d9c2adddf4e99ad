package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jdbi.v3.core.Handle;

/** The rules of merchants, each from a time on. Connections belong to the caller's transaction. */
public final class SettlementRuleStore {
  private static final String AT =
      """
      select tolerated_percent, tolerated_amount, ignored_below from settlement_rule
       where merchant_id = ? and set_at <= ?
       order by set_at desc limit 1
      """;
  private static final String NOW = "select clock_timestamp()";
  private static final String SET =
      """
      insert into settlement_rule (merchant_id, set_at, tolerated_percent, tolerated_amount, ignored_below)
      values (:merchant, :at, :toleratedPercent, :toleratedAmount, :ignoredBelow)
          on conflict (merchant_id, set_at) do update
         set tolerated_percent = excluded.tolerated_percent, tolerated_amount = excluded.tolerated_amount,
             ignored_below = excluded.ignored_below
      """;

  /** Returns the database's time, by which payments are created too. */
  public Instant now(Handle handle) {
    return handle.createQuery(NOW).mapTo(Instant.class).one();
  }

  /** Returns the rule of a time: the one that a payment keeps that was created then. */
  public SettlementRule at(Connection connection, MerchantId merchant, Instant at)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(AT)) {
      find.setObject(1, merchant.value());
      find.setObject(2, at.atOffset(ZoneOffset.UTC));
      try (ResultSet row = find.executeQuery()) {
        return row.next()
            ? new SettlementRule(row.getBigDecimal(1), row.getBigDecimal(2), row.getBigDecimal(3))
            : SettlementRule.NONE;
      }
    }
  }

  /** Sets the rule from that time on. */
  public void set(Handle handle, MerchantId merchant, SettlementRule rule, Instant at) {
    handle.createUpdate(SET).bind("merchant", merchant).bind("at", at).bindMethods(rule).execute();
  }
}
