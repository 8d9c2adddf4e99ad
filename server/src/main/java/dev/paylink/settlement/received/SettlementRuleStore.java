package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** The rules of merchants, each from a time on. Connections belong to the caller's transaction. */
public final class SettlementRuleStore {
  private static final String AT =
      """
      select tolerated_percent, tolerated_amount, ignored_below, safe_currencies, safe_amounts
        from settlement_rule
       where merchant_id = ? and set_at <= ?
       order by set_at desc limit 1
      """;
  private static final String NOW = "select clock_timestamp()";
  private static final String SET =
      """
      insert into settlement_rule (merchant_id, set_at, tolerated_percent, tolerated_amount, ignored_below,
                                   safe_currencies, safe_amounts)
      values (:merchant, :at, :toleratedPercent, :toleratedAmount, :ignoredBelow,
              :currencies::text[], :amounts::text[]::numeric[])
          on conflict (merchant_id, set_at) do update
         set tolerated_percent = excluded.tolerated_percent, tolerated_amount = excluded.tolerated_amount,
             ignored_below = excluded.ignored_below, safe_currencies = excluded.safe_currencies,
             safe_amounts = excluded.safe_amounts
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
            ? new SettlementRule(
                row.getBigDecimal(1),
                row.getBigDecimal(2),
                row.getBigDecimal(3),
                tiers(
                    (String[]) row.getArray(4).getArray(),
                    (BigDecimal[]) row.getArray(5).getArray()))
            : SettlementRule.NONE;
      }
    }
  }

  /** Sets the rule from that time on. */
  public void set(Handle handle, MerchantId merchant, SettlementRule rule, Instant at) {
    List<String> currencies = List.copyOf(rule.safeUpTo().keySet());
    handle
        .createUpdate(SET)
        .bind("merchant", merchant)
        .bind("at", at)
        .bindArray("currencies", String.class, currencies)
        .bindArray(
            "amounts",
            String.class,
            rule.safeUpTo().values().stream().map(BigDecimal::toPlainString).toList())
        .bindMethods(rule)
        .execute();
  }

  private static Map<String, BigDecimal> tiers(String[] currencies, BigDecimal[] amounts) {
    Map<String, BigDecimal> tiers = new HashMap<>();
    for (int i = 0; i < currencies.length; i++) {
      tiers.put(currencies[i], amounts[i]);
    }
    return tiers;
  }
}
