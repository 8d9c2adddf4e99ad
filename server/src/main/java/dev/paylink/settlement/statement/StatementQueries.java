package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.ids.RefundId;
import dev.paylink.payout.PayoutStatus;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads the books of merchants, whose lines never change, and the sums of their months. */
final class StatementQueries {
  static final int CHUNK = 1000;

  // The range spans both columns: only the key of the table has this order.
  static final String LINES =
      """
      select m.id, m.kind, m.payment_id, coalesce(p.customer_name, p.customer_email) as customer,
             i.number, p.reference, m.amount, m.currency, m.chain_id, m.token,
             '0x' || encode(m.hash, 'hex') as hash, m.log_index, m.refund_id, m.reason,
             o.id as payout_id, o.status as payout_status
        from (select * from movement
               where (merchant_id, id) > (:merchant, :after) and (merchant_id, id) < (:merchant, :end)
                 and %s
               order by merchant_id, id limit :look) m
        left join payment p on p.id = m.payment_id and p.merchant_id = m.merchant_id and %s
        left join invoice i on i.id = p.invoice_id and i.merchant_id = m.merchant_id and %s
        left join payout o on o.id = p.payout_id and o.merchant_id = m.merchant_id and %s
       order by m.id
      """
          .formatted(
              Shards.onlyNamed("merchant_id"),
              Shards.onlyNamed("p.merchant_id"),
              Shards.onlyNamed("i.merchant_id"),
              Shards.onlyNamed("o.merchant_id"));
  static final String MONTHS =
      """
      select month, chain_id, token, received, taken_back, refunded from movement_month
       where merchant_id = :merchant and month < :end
       order by month, chain_id, token
      """;
  static final String BUSINESS_NAME = "select business_name from merchant where id = :merchant";

  /** Some lines, and the movement after which the next begin; null if there are no more. */
  record Chunk(List<StatementLine> lines, @Nullable UUID next) {}

  /** What moved in a month, in one token on one chain. */
  record TokenMonth(
      LocalDate month,
      long chainId,
      String token,
      BigDecimal received,
      BigDecimal takenBack,
      BigDecimal refunded) {
    BigDecimal total() {
      return received.add(takenBack).add(refunded);
    }
  }

  /** Returns the lines of the next movements of that time, after this one. */
  Chunk chunk(Handle handle, MerchantId merchant, UUID after, UUID end) {
    List<StatementLine> lines = new ArrayList<>();
    List<UUID> seen =
        handle
            .createQuery(LINES)
            .bind("merchant", merchant)
            .bind("only", Shards.of(handle).only(merchant.value()))
            .bind("after", after)
            .bind("end", end)
            .bind("look", CHUNK)
            .map(row -> add(row, lines))
            .list();
    return new Chunk(lines, seen.size() < CHUNK ? null : seen.getLast());
  }

  private static UUID add(RowView row, List<StatementLine> lines) {
    UUID id = row.getColumn("id", UUID.class);
    lines.add(
        new StatementLine(
            StatementLine.Kind.valueOf(row.getColumn("kind", String.class)),
            Instant.ofEpochMilli(UuidV7.millis(id)),
            row.getColumn("payment_id", PaymentId.class),
            row.getColumn("customer", String.class),
            row.getColumn("number", String.class),
            row.getColumn("reference", String.class),
            row.getColumn("amount", BigDecimal.class),
            row.getColumn("currency", String.class),
            row.getColumn("chain_id", Long.class),
            row.getColumn("token", String.class),
            row.getColumn("hash", String.class),
            row.getColumn("log_index", Long.class),
            row.getColumn("refund_id", RefundId.class),
            row.getColumn("reason", String.class),
            payout(row)));
    return id;
  }

  private static StatementLine.@Nullable InPayout payout(RowView row) {
    PayoutId id = row.getColumn("payout_id", PayoutId.class);
    return id == null
        ? null
        : new StatementLine.InPayout(id, row.getColumn("payout_status", PayoutStatus.class));
  }

  /** Returns what moved in all months up to this one, in their order. */
  List<TokenMonth> sums(Handle handle, MerchantId merchant, YearMonth last) {
    return handle
        .createQuery(MONTHS)
        .bind("merchant", merchant)
        .bind("end", last.plusMonths(1).atDay(1))
        .mapTo(TokenMonth.class)
        .list();
  }

  String businessName(Handle handle, MerchantId merchant) {
    return handle.createQuery(BUSINESS_NAME).bind("merchant", merchant).mapTo(String.class).one();
  }
}
