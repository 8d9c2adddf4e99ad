package dev.paylink.relay;

import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.SendingNode.Fees;
import dev.paylink.chain.source.SendingNode.Reverts;
import dev.paylink.chain.source.SendingNode.Trial;
import dev.paylink.chain.source.SendingNode.Works;
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
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Signs and sends the orders that wait.
 *
 * <ul>
 *   <li>A transaction is committed before it leaves. If the process dies in between, {@link
 *       FollowOrders} of any relay sends it.
 *   <li>One payment, one order: {@code relay_order_one}. One signature pays once, by the contract
 *       or the token. One sweep of an address is under way: {@code relay_order_sweep}.
 *   <li>A nonce is taken by the update that locks the account's row, in the transaction that stores
 *       what uses it, and is free again if that is rolled back: none is left out, none is used
 *       twice, however many relays have the key.
 *   <li>The most that a nonce can cost is reserved before it is used, on the day's row of all
 *       merchants and of this one, which refuse what is above the budget. Payments and sweeps have
 *       a budget each.
 *   <li>What is signed is a {@link RelayedCall} made from a stored, open ref (or a stored transfer
 *       address of an open payment) with the amount that is stored there, or the sweep of a stored
 *       transfer address.
 *   <li>A call that fails in the newest block is not sent.
 *   <li>What payers wait for goes first. Of sweeps one is sent in a round, so that a payer who
 *       comes meanwhile waits for no more.
 * </ul>
 */
final class SendOrders {
  /** Transactions of an account that no final block has; nodes keep about as many. */
  static final int MAX_UNDER_WAY = 64;

  /** Why an order is not sent. */
  static final List<String> REASONS =
      List.of(
          "late", "closed", "small", "payer", "reverts", "gas", "fee", "share", "balance",
          "budget");

  private static final Logger LOG = System.getLogger(SendOrders.class.getName());
  private static final int MAX_A_ROUND = 16;
  private static final long MOST_GAS = 600_000;
  private static final long LEAST_SECONDS = 45;
  private static final int MOST_LOSSES = 2;

  /** The size of a signed transaction without its call, at most. */
  static final int ENVELOPE_BYTES = 160;

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final RelayKey key;
  private final RelayNodes nodes;
  private final OrderCalls calls;
  private final InstantSource clock;
  private final RelayMetrics metrics;
  private final RelayStore store = new RelayStore();
  private final RelayDayStore days = new RelayDayStore();
  private final RelayQueries queries = new RelayQueries();

  SendOrders(
      Jdbi jdbi,
      RelayConfig config,
      RelayKey key,
      RelayNodes nodes,
      OrderCalls calls,
      InstantSource clock,
      RelayMetrics metrics) {
    this.jdbi = jdbi;
    this.config = config;
    this.key = key;
    this.nodes = nodes;
    this.calls = calls;
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
    boolean maySweep =
        underWay.stream().filter(SendOrders::isSweep).count() < CollectTransfers.MAX_SWEEPS;
    for (RelayOrder order : jdbi.withHandle(handle -> queries.waiting(handle, chainId(), room))) {
      if (isSweep(order) && !maySweep) {
        return; // only sweeps follow
      }
      Result result = sendOrSkip(order, left);
      switch (result) {
        case Result.Refused refused -> refuse(order, refused.reason);
        case Result.Sent sent -> left = left.subtract(sent.reserved);
        case Result.Skipped skipped -> {}
      }
      maySweep &= !isSweep(order) || result instanceof Result.Skipped;
    }
  }

  private static boolean isSweep(RelayOrder order) {
    return order.kind() == RelayOrder.Kind.sweep;
  }

  /** The result of an order. */
  private sealed interface Result {
    record Refused(String reason) implements Result {}

    record Sent(BigInteger reserved) implements Result {}

    /** Another relay has it, its payer's page has taken it back, or no node answers. */
    record Skipped() implements Result {}
  }

  /** An order that nodes do not answer about keeps no other from being sent. */
  private Result sendOrSkip(RelayOrder order, BigInteger left) {
    try {
      return send(order, left);
    } catch (ChainUnavailable e) {
      LOG.log(Level.WARNING, "order {0} waits: {1}", order.id(), e.getMessage());
      return new Result.Skipped();
    }
  }

  private Result send(RelayOrder order, BigInteger left) {
    Instant now = clock.instant();
    if (now.getEpochSecond() + LEAST_SECONDS > order.validBefore()) {
      return new Result.Refused("late");
    }
    RelayedCall call = jdbi.withHandle(handle -> calls.call(handle, order));
    if (call == null) {
      return new Result.Refused("closed");
    }
    BigDecimal amount = calls.amount(call, order);
    if (amount.compareTo(config.smallest()) < 0) {
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
    Plan plan = Plan.first(gas, fees, config.highestFee(), nodes.otherFee(asLong(call)));
    if (config.isTooDear(price.multiply(BigInteger.valueOf(gas)).add(plan.other()), amount)) {
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
    long nonce = store.takeNonce(handle, chainId(), key.account());
    if (!store.lockWaiting(handle, order)) {
      return new Result.Skipped();
    }
    RelayOrder.Purpose purpose = order.kind().purpose();
    if (purpose == RelayOrder.Purpose.payment
        && !queries.lockOpen(handle, order.merchantId(), order.paymentId())) {
      return new Result.Refused("closed");
    }
    LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
    BigInteger wei = plan.reserved();
    RelayConfig.Limit ofAll = config.limit(purpose);
    RelayConfig.Limit ofOne = config.merchantLimit(purpose);
    if (!days.use(handle, chainId(), day, RelayDayStore.ALL, purpose, wei, ofAll)
        || !days.use(handle, chainId(), day, order.merchantId(), purpose, wei, ofOne)) {
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

  /** Returns bytes about as many as those of the transaction, of which nothing is signed yet. */
  private static byte[] asLong(RelayedCall call) {
    byte[] like = new byte[call.data().length() / 2 + ENVELOPE_BYTES];
    Arrays.fill(like, (byte) -1);
    return like;
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
