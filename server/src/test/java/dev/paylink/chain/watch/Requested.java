package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.ids.RefundId;
import dev.paylink.payment.HostedPayment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;

/** A refund that was requested and given to a wallet, and its terms. */
record Requested(RefundId id, Terms terms) {
  /** A refund to the payer, which can be sent for so many blocks. */
  static Requested of(
      ChainWorld world, TestChain chain, HostedPayment payment, int blocks, BigDecimal amount) {
    RefundId id = RefundId.at(Instant.now());
    BigInteger units = amount.movePointRight(6).toBigIntegerExact();
    Terms terms =
        Terms.single(
            chain.config.deployment(),
            Terms.idOf(id),
            ChainWorld.PAYER,
            new Prices.Price("USDC", TestChain.USDC.address(), units),
            chain.inBlocks(blocks).getEpochSecond());
    chain.promise(terms);
    world
        .database
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createUpdate(
                        """
                        insert into refund (merchant_id, id, payment_id, amount, currency, payee, chain_id,
                                            contract, token, token_address, units, deadline, ref, status, open,
                                            given_at, idempotency_key, request_hash, created_at, updated_at)
                        values (:merchant, :id, :payment, :amount, 'USD', :payee, :chain, :contract, 'USDC',
                                :token, :units, :deadline, :ref, 'requested', true, now(), :id::text, '', now(),
                                now())
                        """)
                    .bind("merchant", payment.payment().merchantId())
                    .bind("id", id)
                    .bind("payment", payment.payment().id())
                    .bind("amount", amount)
                    .bind("payee", ChainWorld.PAYER.toString())
                    .bind("chain", terms.deployment().chainId())
                    .bind("contract", terms.deployment().contract().bytes())
                    .bind("token", terms.token().bytes())
                    .bind("units", new BigDecimal(units))
                    .bind("deadline", terms.deadline())
                    .bind("ref", terms.ref().bytes())
                    .execute());
    return new Requested(id, terms);
  }
}
