package dev.paylink.relay;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.money.EvmAddress;
import dev.paylink.relay.RelayOrder.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of orders from what is stored of their payments: the ref, or the transfer
 * address, the payee, the token and the amount. Only the signature is the payer's; a sweep has
 * none.
 */
final class OrderCalls {
  private final RelayConfig config;
  private final RelayNodes nodes;
  private final RelayQueries queries = new RelayQueries();
  private final SweepQueries sweeps = new SweepQueries();

  OrderCalls(RelayConfig config, RelayNodes nodes) {
    this.config = config;
    this.nodes = nodes;
  }

  /** Returns the call of an order; null if its payment or its ref is not open any more. */
  @Nullable RelayedCall call(Handle handle, RelayOrder order) {
    EvmAddress payee =
        order.kind() == Kind.sweep
            ? sweeps.payee(handle, order, config.chain().factory())
            : queries.payee(handle, order);
    Token token =
        config.chain().tokens().stream()
            .filter(it -> it.symbol().equals(order.token()) && !it.isCoin())
            .findFirst()
            .orElse(null);
    if (payee == null || token == null) {
      return null;
    }
    return switch (order.kind()) {
      case authorization -> settle(handle, order, payee, token, WalletPayments.Kind.authorization);
      case permit2 -> settle(handle, order, payee, token, WalletPayments.Kind.permit2);
      case transfer -> transfer(handle, order, token);
      case sweep ->
          new RelayedCall.Sweep(
              Objects.requireNonNull(config.chain().factory()),
              new Place(payee, order.givenHash(), token.address()));
    };
  }

  private @Nullable RelayedCall settle(
      Handle handle, RelayOrder order, EvmAddress payee, Token token, WalletPayments.Kind kind) {
    Terms terms = queries.terms(handle, order, payee, token.address());
    return terms == null || !terms.deployment().equals(config.chain().deployment())
        ? null
        : new RelayedCall.Settle(
            terms, order.validBefore(), order.payerAddress(), kind, order.signature());
  }

  private @Nullable RelayedCall transfer(Handle handle, RelayOrder order, Token token) {
    RelayQueries.Address address = queries.address(handle, order, token.address());
    return address == null
        ? null
        : new RelayedCall.Transfer(
            token.address(),
            order.payerAddress(),
            EvmAddress.of(address.address()),
            address.units(),
            order.validAfter(),
            order.validBefore(),
            order.givenHash(),
            order.signature());
  }

  /** Returns what a call pays, in the currency of its payment; of a sweep, what lies there now. */
  BigDecimal amount(RelayedCall call, RelayOrder order) {
    BigInteger units =
        switch (call) {
          case RelayedCall.Settle settle -> settle.terms().amount();
          case RelayedCall.Transfer transfer -> transfer.units();
          case RelayedCall.Sweep sweep -> nodes.held(sweep);
          case RelayedCall.Nothing nothing -> BigInteger.ZERO;
        };
    int decimals =
        config.chain().tokens().stream()
            .filter(token -> token.symbol().equals(order.token()))
            .mapToInt(Token::decimals)
            .findFirst()
            .orElseThrow();
    return new BigDecimal(units, decimals);
  }
}
