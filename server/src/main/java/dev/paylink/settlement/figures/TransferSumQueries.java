package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** Reads what came by plain transfer to the payments on a page. */
public final class TransferSumQueries {
  // The largest sums pay first: what is beyond the amount then is in the others.
  static final String OF_PAYMENTS =
      """
      select k.id, d.chain_id, d.token, d.address, d.expected, d.received, d.late,
             sum(d.received + d.late) over (partition by k.id) as total,
             least(d.received + d.late, greatest(sum(d.received + d.late) over largest - d.expected, 0)) as surplus
        from unnest(cast(:payments as uuid[])) as k (id)
       cross join lateral (
             select * from transfer_address
              where payment_id = k.id and merchant_id = :merchant and received + late > 0
             offset 0) d
      window largest as (partition by k.id order by d.received + d.late desc, d.chain_id, d.token_address
                         rows unbounded preceding)
       order by d.chain_id, d.token
      """;

  private final Jdbi jdbi;

  public TransferSumQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns what came for each payment that got some. */
  public Map<PaymentId, List<TransferSum>> of(MerchantId merchant, List<Payment> payments) {
    if (payments.isEmpty()) {
      return Map.of();
    }
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(OF_PAYMENTS)
                .bind("merchant", merchant)
                .bindArray(
                    "payments", PaymentId.class, payments.stream().map(Payment::id).toArray())
                .map(
                    row ->
                        new TransferSum(
                            row.getColumn("id", PaymentId.class),
                            row.getColumn("chain_id", Long.class),
                            row.getColumn("token", String.class),
                            EvmAddress.of(row.getColumn("address", byte[].class)).toString(),
                            row.getColumn("expected", BigDecimal.class),
                            row.getColumn("received", BigDecimal.class),
                            row.getColumn("late", BigDecimal.class),
                            row.getColumn("total", BigDecimal.class),
                            row.getColumn("surplus", BigDecimal.class)))
                .list()
                .stream()
                .collect(Collectors.groupingBy(TransferSum::payment)));
  }
}
