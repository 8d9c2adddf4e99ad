package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the refs of a payment: as its payer has prepared them, and as contracts know it. Handles
 * belong to the caller.
 */
public final class RefQueries {
  private static final String FINAL_AFTER =
      "select max(final_after)::float8 from chain_cursor where chain_id = :chain";
  private static final String OF_PAYMENT =
      """
      select r.chain_id, r.contract, r.ref, r.deadline, r.settled_block is not null as settled,
             r.signed_at is not null or r.sent_known as given, r.prices, r.given_until,
             case when not r.sent_known then r.sent_hash end as hint, r.sent_until,
             (select c.time from chain_cursor c
               where c.chain_id = r.chain_id and c.contract = r.contract and c.halted is null) as read_to
        from payment_ref r
       where r.payment_id = :id and r.merchant_id = :merchant
      """;
  // What the contract needs to know of a payment to give back a part of it.
  private static final String ON_CHAIN =
      """
      select r.contract, r.deadline, r.prices, r.settled_block is not null as settled, r.token, p.payee
        from payment_ref r
        join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id
       where r.payment_id = :id and r.merchant_id = :merchant and r.chain_id = :chain
         and p.id = :id and p.merchant_id = :merchant
      """;
  private static final String PAYEE =
      "select payee from payment where id = :id and merchant_id = :merchant";

  /** Returns all refs of the payment, as they are at this moment. */
  PreparedRefs ofPayment(Handle handle, Payment payment, Instant now) {
    List<PreparedRefs.Prepared> all =
        handle
            .createQuery(OF_PAYMENT)
            .bind("id", payment.id())
            .bind("merchant", payment.merchantId())
            .map(RefQueries::prepared)
            .list();
    return new PreparedRefs(all, payment.status(), now);
  }

  private static PreparedRefs.Prepared prepared(RowView row) {
    return new PreparedRefs.Prepared(
        new Deployment(
            row.getColumn("chain_id", Long.class),
            EvmAddress.of(row.getColumn("contract", byte[].class))),
        Bytes32.of(row.getColumn("ref", byte[].class)),
        row.getColumn("deadline", Long.class),
        Prices.read(row.getColumn("prices", String[].class)),
        row.getColumn("given", Boolean.class),
        row.getColumn("given_until", Long.class),
        row.getColumn("settled", Boolean.class),
        row.getColumn("read_to", Instant.class),
        hint(row));
  }

  private static PreparedRefs.@Nullable Hint hint(RowView row) {
    byte[] hash = row.getColumn("hint", byte[].class);
    Long until = row.getColumn("sent_until", Long.class);
    return hash == null || until == null ? null : new PreparedRefs.Hint(Bytes32.of(hash), until);
  }

  /**
   * A payment as a contract knows it.
   *
   * @param paidIn the token it was paid in, as the currency lists it; null if it was not
   */
  record Stored(
      Deployment deployment,
      EvmAddress payee,
      Prices accepted,
      long deadline,
      @Nullable String paidIn) {

    /** Returns the terms with the price in this token; null if it is not accepted. */
    @Nullable Terms terms(PaymentId payment, EvmAddress token) {
      Prices.Price price = accepted.find(token);
      return price == null
          ? null
          : new Terms(
              deployment, Terms.idOf(payment), payee, token, price.amount(), deadline, accepted);
    }
  }

  /** Returns the payment's refs on the contracts of a chain; usually there is one. */
  List<Stored> onChain(Handle handle, MerchantId merchant, PaymentId payment, long chainId) {
    return handle
        .createQuery(ON_CHAIN)
        .bind("merchant", merchant)
        .bind("id", payment)
        .bind("chain", chainId)
        .map(
            row ->
                new Stored(
                    new Deployment(chainId, EvmAddress.of(row.getColumn("contract", byte[].class))),
                    EvmAddress.of(row.getColumn("payee", String.class)),
                    Prices.read(row.getColumn("prices", String[].class)),
                    row.getColumn("deadline", Long.class),
                    row.getColumn("settled", Boolean.class)
                        ? row.getColumn("token", String.class)
                        : null))
        .list();
  }

  /** Returns in how many seconds a block of the chain is usually final; null if nobody knows. */
  @Nullable Double finalAfter(Handle handle, long chainId) {
    return handle
        .createQuery(FINAL_AFTER)
        .bind("chain", chainId)
        .mapTo(Double.class)
        .findOne()
        .orElse(null);
  }

  /** Returns the address to which the payment is made. */
  public String payee(Handle handle, Payment payment) {
    return handle
        .createQuery(PAYEE)
        .bind("merchant", payment.merchantId())
        .bind("id", payment.id())
        .mapTo(String.class)
        .one();
  }
}
