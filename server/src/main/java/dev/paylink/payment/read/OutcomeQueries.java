package dev.paylink.payment.read;

import dev.paylink.ids.Id;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds payments that have an outcome. Connections belong to the caller's transaction, which holds
 * the merchants' event counters: a payment's status changes only under that lock.
 */
public final class OutcomeQueries {
  static final String MERCHANTS_OF =
      "select id, merchant_id from payment where id = any(?) and " + Shards.only("merchant_id");
  static final String FIND =
      PaymentQueries.byIds(
          PaymentQueries.COLUMNS + PaymentQueries.TRANSFERS + ", p.payee, p.link_id", "");
  // Payers choose an amount without the counter's lock. This waits for such a choice, and no other
  // comes before the end of the transaction.
  static final String LOCK_AMOUNTS =
      "select id, amount from payment where id = any(?) and "
          + Shards.only("merchant_id")
          + " for no key update";
  private final OwnerQueries owners = new OwnerQueries();

  /**
   * A payment with the data an outcome is checked against and counted in. {@code link} is the
   * reusable link that made it.
   */
  public record Found(Payment payment, String payee, int invoiceSuccesses, @Nullable LinkId link) {
    /** Whether it is known to have no transfers; those of a payment without a sum are not read. */
    public boolean hasNoTransfers() {
      return payment.money().amount() != null && payment.money().transfers() == null;
    }

    private Found with(@Nullable BigDecimal amount) {
      Payment chosen =
          payment.with(
              payment.status(),
              payment.invoiceStatus(),
              amount,
              payment.failureReason(),
              payment.transaction(),
              payment.updatedAt());
      return new Found(chosen, payee, invoiceSuccesses, link);
    }
  }

  /** Returns the merchant of each payment that exists. */
  public Map<PaymentId, MerchantId> merchantsOf(Tx tx, Collection<PaymentId> ids)
      throws SQLException {
    Map<PaymentId, MerchantId> merchants = new HashMap<>();
    if (tx.shards().areSeveral()) {
      findMerchants(tx.connection(), ids, owners.of(tx.connection(), ids).toArray(), merchants);
    }
    if (merchants.size() < ids.size()) {
      findMerchants(
          tx.connection(),
          ids.stream().filter(id -> !merchants.containsKey(id)).toList(),
          null,
          merchants);
    }
    return merchants;
  }

  private static void findMerchants(
      Connection connection,
      Collection<PaymentId> ids,
      Object @Nullable [] among,
      Map<PaymentId, MerchantId> found)
      throws SQLException {
    RowsByKey.each(
        connection,
        MERCHANTS_OF,
        Id.values(ids),
        among,
        row ->
            found.put(
                new PaymentId(row.getObject("id", UUID.class)),
                new MerchantId(row.getObject("merchant_id", UUID.class))));
  }

  /** Finds the payments. A payment's amount stays as it is found until the transaction ends. */
  public Map<PaymentId, Found> find(Tx tx, Map<PaymentId, MerchantId> merchants)
      throws SQLException {
    Map<PaymentId, Found> found = new HashMap<>();
    Object[] ids = Id.values(merchants.keySet());
    for (Object[] only : tx.shards().limits(() -> Id.values(merchants.values()))) {
      RowsByKey.each(
          tx.connection(),
          FIND,
          ids,
          only,
          row -> {
            Payment payment = PaymentQueries.paymentWithTransfers(row);
            UUID link = row.getObject("link_id", UUID.class);
            found.put(
                payment.id(),
                new Found(
                    payment,
                    row.getString("payee"),
                    row.getInt("successes"),
                    link == null ? null : new LinkId(link)));
          });
    }
    lockAmounts(tx, found);
    return found;
  }

  private static void lockAmounts(Tx tx, Map<PaymentId, Found> found) throws SQLException {
    List<Payment> open =
        found.values().stream()
            .map(Found::payment)
            .filter(payment -> payment.amount() == null)
            .toList();
    if (open.isEmpty()) {
      return;
    }
    Object[] ids = open.stream().map(payment -> payment.id().value()).toArray();
    for (Object[] only :
        tx.shards().limits(() -> Id.values(open.stream().map(Payment::merchantId).toList()))) {
      RowsByKey.each(
          tx.connection(),
          LOCK_AMOUNTS,
          ids,
          only,
          row -> {
            BigDecimal amount = row.getBigDecimal("amount");
            found.computeIfPresent(
                new PaymentId(row.getObject("id", UUID.class)), (id, read) -> read.with(amount));
          });
    }
  }
}
