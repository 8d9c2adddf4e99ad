package dev.paylink.relay;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.PaymentStatus;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads what relays have to send and what they may. Handles belong to the caller. */
final class RelayQueries {
  private static final String OF_PAYMENT =
      """
      select o.* from relay_order o
       where o.payment_id = :payment and o.merchant_id = :merchant and o.kind <> 'sweep'
       order by o.created_at desc limit 1
      """;
  private static final String FIND =
      "select o.* from relay_order o where o.id = :id and o.merchant_id = :merchant";
  // Sweeps last: nobody waits for them.
  private static final String WAITING =
      """
      select o.* from relay_order o
       where o.chain_id = :chain and o.state = 'waiting' order by (o.kind = 'sweep'), o.created_at limit :most
      """;
  private static final String SENT =
      """
      select o.* from relay_order o
       where o.chain_id = :chain and o.account = :account and o.state = 'sent' order by o.nonce limit :most
      """;
  private static final String ATTEMPTS =
      """
      select attempt, hash, raw, fee, tip, empty, signed_at from relay_attempt
       where chain_id = :chain and account = :account and nonce = :nonce order by attempt desc
      """;
  private static final String FROM_NONCE =
      """
      select distinct on (nonce) raw from relay_attempt
       where chain_id = :chain and account = :account and nonce >= :nonce
       order by nonce, attempt desc limit :most
      """;
  private static final String STATE =
      """
      select account, balance, fee, seen_at from relay_account where chain_id = :chain
       order by seen_at desc limit 1
      """;
  private static final String LOSSES =
      """
      select count(*) from (select from relay_order
         where payer = :payer and chain_id = :chain and state = 'failed' and created_at > :since limit :most) l
      """;
  // The payment stays open until the transaction ends.
  private static final String LOCK_PAYMENT =
      "select status from payment where id = :payment and merchant_id = :merchant for no key update";
  private static final String OPEN_PAYMENT =
      "select payee from payment where id = :payment and merchant_id = :merchant and status in ('created', 'submitted')";
  // Whether it is open is looked at afterwards: as a condition it would fit the index of all open
  // refs.
  private static final String REF =
      """
      select contract, deadline, prices, settled_block is null as open from payment_ref
       where ref = :ref and chain_id = :chain and payment_id = :payment and merchant_id = :merchant
      """;
  private static final String WALLET_PAYS =
      """
      select exists (select from payment_ref
                      where payment_id = :payment and merchant_id = :merchant
                        and (settled_block is not null
                             or ((signed_at is not null or sent_known) and coalesce(given_until, deadline) > :now)))
      """;
  // Not "state = 'failed'", which would fit the index of all that have failed.
  private static final String IN_OTHER_HANDS =
      """
      select exists (select from relay_order
                      where payment_id = :payment and merchant_id = :merchant
                        and kind = 'transfer' and valid_before > :now
                        and state not in ('waiting', 'sent', 'done', 'refused'))
      """;
  private static final String ADDRESS =
      """
      select address, token_address, decimals, expected, received + late as received from transfer_address
       where payment_id = :payment and chain_id = :chain and token_address = :token and merchant_id = :merchant
      """;

  @Nullable RelayOrder ofPayment(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(OF_PAYMENT)
        .bind("payment", payment)
        .bind("merchant", merchant)
        .mapTo(RelayOrder.class)
        .findOne()
        .orElse(null);
  }

  RelayOrder find(Handle handle, RelayOrder order) {
    return handle
        .createQuery(FIND)
        .bind("id", order.id())
        .bind("merchant", order.merchantId())
        .mapTo(RelayOrder.class)
        .one();
  }

  List<RelayOrder> waiting(Handle handle, long chain, int most) {
    return handle
        .createQuery(WAITING)
        .bind("chain", chain)
        .bind("most", most)
        .mapTo(RelayOrder.class)
        .list();
  }

  List<RelayOrder> sent(Handle handle, long chain, EvmAddress account, int most) {
    return handle
        .createQuery(SENT)
        .bind("chain", chain)
        .bind("account", account.bytes())
        .bind("most", most)
        .mapTo(RelayOrder.class)
        .list();
  }

  /** Returns the transactions with the nonce of an order, the newest first. */
  List<RelayStore.Attempt> attemptsOf(Handle handle, RelayOrder order) {
    return handle
        .createQuery(ATTEMPTS)
        .bind("chain", order.chainId())
        .bind("account", order.account())
        .bind("nonce", order.nonce())
        .mapTo(RelayStore.Attempt.class)
        .list();
  }

  /** Returns the newest transaction of each nonce from this one on. */
  List<byte[]> fromNonce(Handle handle, long chain, EvmAddress account, long nonce, int most) {
    return handle
        .createQuery(FROM_NONCE)
        .bind("chain", chain)
        .bind("account", account.bytes())
        .bind("nonce", nonce)
        .bind("most", most)
        .mapTo(byte[].class)
        .list();
  }

  /** An account of a relay as it was last seen. */
  record Account(byte[] account, BigDecimal balance, BigDecimal fee, Instant seenAt) {}

  @Nullable Account account(Handle handle, long chain) {
    return handle
        .createQuery(STATE)
        .bind("chain", chain)
        .mapTo(Account.class)
        .findOne()
        .orElse(null);
  }

  /** Returns how often signatures of this payer have failed on the chain since then. */
  int losses(Handle handle, long chain, EvmAddress payer, Instant since, int most) {
    return handle
        .createQuery(LOSSES)
        .bind("chain", chain)
        .bind("payer", payer.bytes())
        .bind("since", since)
        .bind("most", most)
        .mapTo(Integer.class)
        .one();
  }

  /** Lets no outcome and no other signature in before the transaction ends; tells if it is open. */
  boolean lockOpen(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(LOCK_PAYMENT)
        .bind("payment", payment)
        .bind("merchant", merchant)
        .mapTo(PaymentStatus.class)
        .findOne()
        .filter(PaymentStatus::isOpen)
        .isPresent();
  }

  /** Tells whether a wallet has signed or sent what may still pay, or has paid. */
  boolean isWalletPaying(Handle handle, MerchantId merchant, PaymentId payment, Instant now) {
    return handle
        .createQuery(WALLET_PAYS)
        .bind("payment", payment)
        .bind("merchant", merchant)
        .bind("now", now.getEpochSecond())
        .mapTo(Boolean.class)
        .one();
  }

  /**
   * Tells whether a signed transfer was public in a transaction that failed, and has not ended:
   * anybody could have it paid.
   */
  boolean isInOtherHands(Handle handle, MerchantId merchant, PaymentId payment, Instant now) {
    return handle
        .createQuery(IN_OTHER_HANDS)
        .bind("payment", payment)
        .bind("merchant", merchant)
        .bind("now", now.getEpochSecond())
        .mapTo(Boolean.class)
        .one();
  }

  /** Returns whom an open payment pays; null if it is not open. */
  @Nullable EvmAddress payee(Handle handle, RelayOrder order) {
    return handle
        .createQuery(OPEN_PAYMENT)
        .bind("payment", order.paymentId())
        .bind("merchant", order.merchantId())
        .mapTo(String.class)
        .findOne()
        .map(EvmAddress::of)
        .orElse(null);
  }

  /** Returns the terms whose stored ref the order's signature is for; null if none are open. */
  @Nullable Terms terms(Handle handle, RelayOrder order, EvmAddress payee, EvmAddress token) {
    return handle
        .createQuery(REF)
        .bind("ref", order.given())
        .bind("chain", order.chainId())
        .bind("payment", order.paymentId())
        .bind("merchant", order.merchantId())
        .map(
            row -> {
              Prices prices = Prices.read(row.getColumn("prices", String[].class));
              Prices.Price price = prices.find(token);
              return price == null || !row.getColumn("open", Boolean.class)
                  ? null
                  : new Terms(
                      new Deployment(
                          order.chainId(), EvmAddress.of(row.getColumn("contract", byte[].class))),
                      Terms.idOf(order.paymentId()),
                      payee,
                      token,
                      price.amount(),
                      row.getColumn("deadline", Long.class),
                      prices);
            })
        .findOne()
        .filter(terms -> terms.ref().equals(order.givenHash()))
        .orElse(null);
  }

  /** Where a payment takes plain transfers of a token, and how much is to come there. */
  record Address(
      byte[] address, byte[] tokenAddress, int decimals, BigDecimal expected, BigDecimal received) {
    BigInteger units() {
      return expected.movePointRight(decimals).toBigIntegerExact();
    }
  }

  /** Returns the payment's stored address; null if it has none, or something has come there. */
  @Nullable Address address(Handle handle, RelayOrder order, EvmAddress token) {
    return handle
        .createQuery(ADDRESS)
        .bind("payment", order.paymentId())
        .bind("chain", order.chainId())
        .bind("token", token.bytes())
        .bind("merchant", order.merchantId())
        .mapTo(Address.class)
        .findOne()
        .filter(address -> address.received.signum() == 0)
        .orElse(null);
  }
}
