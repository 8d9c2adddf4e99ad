package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * What was paid by each reusable link, updated in the transaction that changes the payments: a
 * payment counts while it is a success, and no longer when it is taken back. Plain JDBC, because it
 * is part of a batch of outcomes. The merchant's event counter is locked, so no two transactions
 * meet here.
 */
public final class LinkSumStore {
  private static final String ADD =
      """
      insert into payment_link_sum as s (merchant_id, link_id, currency, payments, volume)
      select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::bigint[], ?::numeric[])
          on conflict (link_id, currency, merchant_id) do update
         set payments = s.payments + excluded.payments, volume = s.volume + excluded.volume
      """;
  private static final String OF_LINKS =
      """
      select merchant_id as merchant, link_id as link, currency, payments, volume
        from payment_link_sum
       where link_id = any(:links) and merchant_id = :merchant order by link_id, currency
      """;

  /** What was paid by a link in one currency; negative if payments are taken back. */
  public record Sum(
      MerchantId merchant, LinkId link, String currency, long payments, BigDecimal volume) {
    private Sum plus(Sum other) {
      return new Sum(merchant, link, currency, payments + other.payments, volume.add(other.volume));
    }
  }

  private record Key(LinkId link, String currency) {}

  public void add(Connection connection, List<Sum> sums) throws SQLException {
    if (sums.isEmpty()) {
      return;
    }
    Map<Key, Sum> added = new HashMap<>(); // one statement changes a row once
    for (Sum sum : sums) {
      added.merge(new Key(sum.link, sum.currency), sum, Sum::plus);
    }
    try (PreparedStatement add = connection.prepareStatement(ADD)) {
      ColumnArrays<Sum> columns =
          new ColumnArrays<>(connection, add, new ArrayList<>(added.values()));
      columns.set(1, "uuid", sum -> sum.merchant.value());
      columns.set(2, "uuid", sum -> sum.link.value());
      columns.set(3, "text", Sum::currency);
      columns.set(4, "bigint", Sum::payments);
      columns.set(5, "numeric", Sum::volume);
      add.executeUpdate();
    }
  }

  /** Returns what was paid by these links of one merchant. */
  List<Sum> of(Handle handle, MerchantId merchant, List<LinkId> links) {
    return handle
        .createQuery(OF_LINKS)
        .bind("merchant", merchant)
        .bindArray("links", LinkId.class, links)
        .mapTo(Sum.class)
        .list();
  }
}
