package dev.paylink.relay;

import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.SendingNode.Fees;
import dev.paylink.chain.source.SendingNode.Receipt;
import dev.paylink.chain.source.SendingNode.Reverts;
import dev.paylink.money.Bytes32;
import dev.paylink.relay.RelayKey.Envelope;
import dev.paylink.relay.RelayKey.Signed;
import dev.paylink.relay.RelayOrder.State;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Follows the orders that are in a transaction until their nonce is used up in a final block.
 *
 * <ul>
 *   <li>Whatever no block has is sent again in each round, from the first nonce that the chain
 *       lacks: a node may have lost it, or a reorganisation taken it back. So no gap stays.
 *   <li>What waits too long is signed again for a higher fee, up to its ceiling. What can no longer
 *       pay is replaced by a transaction that does nothing. Both have the same nonce, so one of
 *       them is mined, and none costs more than was reserved.
 *   <li>An order is over when a quorum says so of final blocks. If something else has used its
 *       nonce, its transactions can never be mined, and it waits again.
 * </ul>
 */
final class FollowOrders {
  private static final Logger LOG = System.getLogger(FollowOrders.class.getName());

  /** What is mined later than its end fails, and costs all the same. */
  private static final long LEAST_SECONDS = 15;

  private static final BigInteger NOTHING_GAS = BigInteger.valueOf(Plan.NOTHING);

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final RelayKey key;
  private final RelayNodes nodes;
  private final OrderCalls calls;
  private final InstantSource clock;
  private final RelayMetrics metrics;
  private final RelayStore store = new RelayStore();
  private final RelayQueries queries = new RelayQueries();

  FollowOrders(
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

  /** Follows these orders, those with the lowest nonces first. */
  void round(List<RelayOrder> sent, long inBlocks, long inFinalBlocks) {
    for (RelayOrder order : sent) {
      try {
        follow(order, inBlocks, inFinalBlocks);
      } catch (ChainUnavailable e) { // about this one; the next round asks again
        LOG.log(Level.WARNING, "order {0} is not followed: {1}", order.id(), e.getMessage());
      }
    }
    jdbi.withHandle(
            handle ->
                queries.fromNonce(
                    handle, chainId(), key.account(), inBlocks, SendOrders.MAX_UNDER_WAY))
        .forEach(nodes::send);
  }

  private void follow(RelayOrder order, long inBlocks, long inFinalBlocks) {
    if (nonce(order) < inFinalBlocks) {
      finish(order);
    } else if (nonce(order) >= inBlocks) {
      renew(order);
    }
  }

  private void finish(RelayOrder order) {
    List<RelayStore.Attempt> attempts = attempts(order);
    for (RelayStore.Attempt attempt : attempts) {
      Optional<Receipt> receipt = nodes.receipt(attempt.transaction());
      if (receipt.isPresent()) {
        finish(order, attempt, receipt.get());
        return;
      }
    }
    List<Bytes32> ours = attempts.stream().map(RelayStore.Attempt::transaction).toList();
    if (!nodes.isUsedByOthers(key.account(), nonce(order), ours)) {
      return; // a node lags
    }
    LOG.log(
        Level.ERROR,
        "nonce {0} of {1} was used by a transaction that is not ours: is its key used elsewhere?",
        Long.toString(nonce(order)),
        key.account());
    jdbi.useTransaction(handle -> store.requeue(handle, order));
  }

  private void finish(RelayOrder order, RelayStore.Attempt attempt, Receipt receipt) {
    boolean paid = receipt.succeeded() && !attempt.empty();
    String reason = attempt.empty() ? "lapsed" : "reverted";
    jdbi.useTransaction(
        handle ->
            store.finish(
                handle,
                order,
                paid ? State.done : State.failed,
                paid ? null : reason,
                receipt.cost()));
    metrics.finished(paid);
  }

  /** Signs an order again if it waits too long or can no longer pay. */
  private void renew(RelayOrder order) {
    RelayStore.Attempt last = attempts(order).getFirst();
    Instant now = clock.instant();
    boolean isLate = now.getEpochSecond() + LEAST_SECONDS > order.validBefore();
    boolean isDue = !now.isBefore(last.signedAt().plus(config.patience()));
    if (last.empty() ? !isDue : !isLate && !isDue) {
      return;
    }
    Fees fees = nodes.fees();
    BigInteger wanted = Plan.above(last.feeWei()).max(fees.base().add(fees.base()).add(fees.tip()));
    RelayedCall call = last.empty() || isLate ? null : stillPays(order);
    BigInteger most = call == null ? mostForNothing(order) : order.ceilingWei();
    BigInteger fee = wanted.min(most);
    if (fee.compareTo(Plan.above(last.feeWei()).subtract(BigInteger.ONE)) < 0) {
      return; // it waits for lower fees, or for its end
    }
    sign(order, last, call, fee, fees.tip().max(Plan.above(last.tipWei())).min(fee), now);
  }

  /** Returns the most wei per gas for a transaction that does nothing, out of what is reserved. */
  private BigInteger mostForNothing(RelayOrder order) {
    byte[] like = new byte[SendOrders.ENVELOPE_BYTES];
    Arrays.fill(like, (byte) -1);
    return order
        .reservedWei()
        .subtract(nodes.otherFee(like))
        .max(BigInteger.ZERO)
        .divide(NOTHING_GAS)
        .min(config.highestFee());
  }

  private void sign(
      RelayOrder order,
      RelayStore.Attempt last,
      @Nullable RelayedCall call,
      BigInteger fee,
      BigInteger tip,
      Instant now) {
    long gas = call == null ? Plan.NOTHING : order.gas();
    Signed signed =
        key.sign(
            call == null ? new RelayedCall.Nothing(key.account()) : call,
            new Envelope(chainId(), nonce(order), fee, tip, gas));
    RelayStore.Attempt next =
        new RelayStore.Attempt(
            last.attempt() + 1,
            signed.hash().bytes(),
            signed.raw(),
            new BigDecimal(fee),
            new BigDecimal(tip),
            call == null,
            now);
    boolean stored =
        jdbi.inTransaction(
            handle -> store.add(handle, chainId(), key.account(), nonce(order), next));
    if (stored) {
      LOG.log(
          Level.INFO,
          "nonce {0} of {1} is signed again, {2}, for at most {3} wei per gas",
          Long.toString(nonce(order)),
          key.account(),
          call == null ? "to do nothing" : "as it was",
          fee.toString());
      metrics.raised();
    }
  }

  /** Returns the order's call if it works in the newest block, else null. */
  private @Nullable RelayedCall stillPays(RelayOrder order) {
    RelayedCall call = jdbi.withHandle(handle -> calls.call(handle, order));
    return call == null || nodes.attempt(key.account(), call) instanceof Reverts ? null : call;
  }

  private List<RelayStore.Attempt> attempts(RelayOrder order) {
    return jdbi.withHandle(handle -> queries.attemptsOf(handle, order));
  }

  private static long nonce(RelayOrder order) {
    return Objects.requireNonNull(order.nonce());
  }

  private long chainId() {
    return config.chain().deployment().chainId();
  }
}
