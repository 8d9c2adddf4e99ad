package dev.paylink.relay;

import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.ids.MerchantId;
import dev.paylink.money.EvmAddress;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads what a relay may collect for merchants. Handles belong to the caller. */
final class SweepQueries {
  private static final String NEXT_MERCHANT =
      """
      select merchant_id from incoming_transfer where not collected and merchant_id > :merchant
       order by merchant_id limit 1
      """;
  private static final String ADDRESS =
      """
      select factory, payee from transfer_address
       where payment_id = :payment and chain_id = :chain and merchant_id = :merchant and address = :address
       limit 1
      """;
  private static final String SINCE =
      """
      select exists (select from relay_order
                      where payment_id = :payment and created_at > :since and merchant_id = :merchant
                        and chain_id = :chain and kind = 'sweep' and token = :token)
      """;

  /** Returns the next merchant to whose addresses something came that was not seen to leave. */
  @Nullable MerchantId next(Handle handle, MerchantId after) {
    return handle
        .createQuery(NEXT_MERCHANT)
        .bind("merchant", after)
        .mapTo(MerchantId.class)
        .findOne()
        .orElse(null);
  }

  private record Stored(byte[] factory, String payee) {}

  /** Returns whom the order's stored address pays; null if it is not one of this factory. */
  @Nullable EvmAddress payee(Handle handle, RelayOrder order, @Nullable EvmAddress factory) {
    return handle
        .createQuery(ADDRESS)
        .bind("payment", order.paymentId())
        .bind("chain", order.chainId())
        .bind("merchant", order.merchantId())
        .bind("address", order.payer())
        .mapTo(Stored.class)
        .findOne()
        .filter(it -> factory != null && EvmAddress.of(it.factory).equals(factory))
        .map(it -> EvmAddress.of(it.payee))
        .filter(
            payee ->
                factory != null
                    && TransferAddresses.of(factory, payee, order.givenHash())
                        .equals(order.payerAddress()))
        .orElse(null);
  }

  /** Tells whether a sweep of the same money was tried since then. */
  boolean wasTried(Handle handle, RelayOrder sweep, Instant since) {
    return handle
        .createQuery(SINCE)
        .bind("payment", sweep.paymentId())
        .bind("since", since)
        .bind("merchant", sweep.merchantId())
        .bind("chain", sweep.chainId())
        .bind("token", sweep.token())
        .mapTo(Boolean.class)
        .one();
  }
}
