package dev.paylink.relay;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.rpc.SendingNode.Fees;
import dev.paylink.chain.rpc.SendingNode.Reverts;
import dev.paylink.chain.rpc.SendingNode.Trial;
import dev.paylink.chain.rpc.SendingNode.Works;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.money.EvmAddress;
import dev.paylink.relay.RelayKey.Envelope;
import dev.paylink.relay.RelayKey.Signed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs and sends the orders that wait.
 *
 * <ul>
 *   <li>A transaction is committed before it leaves. If the process dies in between, {@link
 *       FollowOrders} of any relay sends it.
 *   <li>One payment, one order: {@code relay_order_one}. One signature pays once, by the contract
 *       or the token.
 *   <li>Nonces are taken under the account's row lock, in the transaction that stores what uses
 *       them: none is left out, none is used twice, however many relays have the key.
 *   <li>The most that a nonce can cost is reserved before it is used, on the day's row of all
 *       merchants and of this one, which refuse what is above the budget.
 *   <li>What is signed is a {@link RelayedCall} made from a stored, open ref (or a stored transfer
 *       address of an open payment) with the amount that is stored there.
 *   <li>A call that fails in the newest block is not sent.
 * </ul>
 */
final class SendOrders {
  /** Transactions of an account that no final block has; nodes keep about as many. */
  static final int MAX_UNDER_WAY = 64;

  private static final Logger LOG = System.getLogger(SendOrders.class.getName());
  private static final int MAX_A_ROUND = 16;
  private static final long MOST_GAS = 600_000;
  private static final long LEAST_SECONDS = 45;
  private static final int MOST_LOSSES = 2;

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final RelayKey key;
  private final RelayNodes nodes;
  private final InstantSource clock;
  private final RelayMetrics metrics;
  private final RelayStore store = new RelayStore();
  private final RelayQueries queries = new RelayQueries();

  SendOrders(
      Jdbi jdbi,
      RelayConfig config,
      RelayKey key,
      RelayNodes nodes,
      InstantSource clock,
      RelayMetrics metrics) {
    this.jdbi = jdbi;
    this.config = config;
    this.key = key;
    this.nodes = nodes;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Sends what waits; {@code underWay} is what the account has sent before. */
  void round(List<RelayOrder> underWay, BigInteger balance) {
    BigInteger left =
        underWay.stream().map(RelayOrder::reservedWei).reduce(balance, BigInteger::subtract);
    int room = Math.min(MAX_A_ROUND, MAX_UNDER_WAY - underWay.size());
    if (room <= 0) {
      return;
    }
    for (RelayOrder order : jdbi.withHandle(handle -> queries.waiting(handle, chainId(), room))) {
      Result result = send(order, left);
      switch (result) {
        case Result.Refused refused -> refuse(order, refused.reason);
        case Result.Sent sent -> left = left.subtract(sent.reserved);
        case Result.Skipped skipped -> {}
      }
    }
  }

  /** What became of an order. */
  private sealed interface Result {
    record Refused(String reason) implements Result {}

    record Sent(BigInteger reserved) implements Result {}

    /** Another relay has it, or its payer's page has taken it back. */
    record Skipped() implements Result {}
  }

  private Result send(RelayOrder order, BigInteger left) {
    Instant now = clock.instant();
    if (now.getEpochSecond() + LEAST_SECONDS > order.validBefore()) {
      return new Result.Refused("late");
    }
    RelayedCall call = jdbi.withHandle(handle -> call(handle, order));
    if (call == null) {
      return new Result.Refused("closed");
    }
    if (amount(call, order).compareTo(config.smallest()) < 0) {
      return new Result.Refused("small");
    }
    if (isOftenLost(order, now)) {
      return new Result.Refused("payer");
    }
    Trial trial = nodes.attempt(key.account(), call);
    long gas =
        switch (trial) {
          case Reverts reverts -> {
            LOG.log(Level.INFO, "order {0} would fail: {1}", order.id(), reverts.reason());
            yield 0;
          }
          case Works works -> withRoom(works.gas());
        };
    if (gas == 0 || gas > MOST_GAS) {
      return new Result.Refused(gas == 0 ? "reverts" : "gas");
    }
    Fees fees = nodes.fees();
    BigInteger price = fees.base().add(fees.tip());
    if (price.compareTo(config.highestFee()) > 0) {
      return new Result.Refused("fee");
    }
    Envelope sample =
        new Envelope(chainId(), Integer.MAX_VALUE, config.highestFee(), fees.tip(), gas);
    Plan plan =
        Plan.first(gas, fees, config.highestFee(), nodes.otherFee(key.sign(call, sample).raw()));
    if (config.isTooDear(
        price.multiply(BigInteger.valueOf(gas)).add(plan.other()), amount(call, order))) {
      return new Result.Refused("share");
    }
    if (left.compareTo(plan.reserved()) < 0) {
      return new Result.Refused("balance");
    }
    return commitAndSend(order, call, plan, now);
  }

  private Result commitAndSend(RelayOrder order, RelayedCall call, Plan plan, Instant now) {
    byte[][] raw = new byte[1][];
    Result result =
        jdbi.inTransaction(
            handle -> {
              Result committed = commit(handle, order, call, plan, now, raw);
              if (!(committed instanceof Result.Sent)) {
                handle.rollback();
              }
              return committed;
            });
    if (result instanceof Result.Sent) {
      nodes.send(raw[0]);
      metrics.sent();
    }
    return result;
  }

  private Result commit(
      Handle handle, RelayOrder order, RelayedCall call, Plan plan, Instant now, byte[][] raw) {
    long nonce = store.lock(handle, chainId(), key.account());
    if (!store.lockWaiting(handle, order)) {
      return new Result.Skipped();
    }
    if (!queries.lockOpen(handle, order.merchantId(), order.paymentId())) {
      return new Result.Refused("closed");
    }
    LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
    BigInteger wei = plan.reserved();
    if (!store.use(handle, chainId(), day, RelayStore.ALL, wei, config.budget(), config.loss())
        || !store.use(
            handle,
            chainId(),
            day,
            order.merchantId(),
            wei,
            config.merchantBudget(),
            config.loss())) {
      return new Result.Refused("budget");
    }
    Signed signed =
        key.sign(call, new Envelope(chainId(), nonce, plan.fee(), plan.tip(), plan.gas()));
    store.markSent(handle, order, key.account(), nonce, plan, day);
    RelayStore.Attempt attempt =
        new RelayStore.Attempt(
            0,
            signed.hash().bytes(),
            signed.raw(),
            new BigDecimal(plan.fee()),
            new BigDecimal(plan.tip()),
            false,
            now);
    if (!store.add(handle, chainId(), key.account(), nonce, attempt)) {
      throw new IllegalStateException("nonce " + nonce + " of " + key.account() + " was used");
    }
    raw[0] = signed.raw();
    return new Result.Sent(wei);
  }

  /** Makes the call of an order from what is stored; null if that is not open any more. */
  @Nullable RelayedCall call(Handle handle, RelayOrder order) {
    EvmAddress payee = queries.payee(handle, order);
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

  /** Whose signatures have failed on the chain twice a day pays the fee alone. */
  private boolean isOftenLost(RelayOrder order, Instant now) {
    return jdbi.withHandle(
        handle ->
            queries.losses(
                    handle,
                    chainId(),
                    order.payerAddress(),
                    now.minus(Duration.ofDays(1)),
                    MOST_LOSSES)
                >= MOST_LOSSES);
  }

  private BigDecimal amount(RelayedCall call, RelayOrder order) {
    BigInteger units =
        switch (call) {
          case RelayedCall.Settle settle -> settle.terms().amount();
          case RelayedCall.Transfer transfer -> transfer.units();
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

  /** The chain may need a little more than it did when it was asked. */
  private static long withRoom(BigInteger gas) {
    return gas.bitLength() > 40 ? Long.MAX_VALUE : gas.longValueExact() * 5 / 4 + 10_000;
  }

  private void refuse(RelayOrder order, String reason) {
    if (jdbi.inTransaction(handle -> store.refuse(handle, order, reason))) {
      metrics.refused(reason);
      LOG.log(
          Level.INFO,
          "relay of chain {0} refused payment {1}: {2}",
          config.chain().name(),
          order.paymentId(),
          reason);
    }
  }

  private long chainId() {
    return config.chain().deployment().chainId();
  }
}
