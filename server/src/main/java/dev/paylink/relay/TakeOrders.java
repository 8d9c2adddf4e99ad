package dev.paylink.relay;

import dev.paylink.checkout.wallet.RelayedPayments.Result;
import dev.paylink.checkout.wallet.SignedTransfers.UnderWay;
import dev.paylink.ids.MerchantId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.relay.RelayOrder.Kind;
import dev.paylink.relay.RelayOrder.Purpose;
import dev.paylink.relay.RelayOrder.State;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Takes what payers have signed, and waits until a relay has stored a transaction of it.
 *
 * <ul>
 *   <li>Under the payment's lock: of two signatures for a payment one is taken, and a wallet's
 *       signature and a signed transfer never both.
 *   <li>The same signature again is the same order.
 *   <li>An order that no relay takes up in time is taken back, or it is in a transaction: the payer
 *       always learns which.
 * </ul>
 */
final class TakeOrders {
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final Duration LOOK = Duration.ofMillis(100);

  /** A relay that was not seen for so long is away. */
  private static final Duration AWAY = Duration.ofSeconds(30);

  /** A usual payment, to tell in advance whether a budget has room for it. */
  private static final BigInteger USUAL_GAS = BigInteger.valueOf(200_000);

  private final Jdbi jdbi;
  private final Map<Long, RelayConfig> relays;
  private final InstantSource clock;
  private final Runnable wake;
  private final RelayStore store = new RelayStore();
  private final RelayQueries queries = new RelayQueries();
  private final RelayDayStore days = new RelayDayStore();

  /**
   * @param relays by the ids of their chains
   * @param wake tells relays that there is an order
   */
  TakeOrders(Jdbi jdbi, Map<Long, RelayConfig> relays, InstantSource clock, Runnable wake) {
    this.jdbi = jdbi;
    this.relays = relays;
    this.clock = clock;
    this.wake = wake;
  }

  /** Tells whether a relay of the chain is configured. */
  boolean knows(long chain) {
    return relays.containsKey(chain);
  }

  /** Tells whether a relay of the chain would send a payment of this amount now. */
  boolean isReady(long chain, MerchantId merchant, BigDecimal amount) {
    RelayConfig config = relays.get(chain);
    if (config == null || amount.compareTo(config.smallest()) < 0) {
      return false;
    }
    Instant now = clock.instant();
    return jdbi.withHandle(
        handle -> {
          RelayQueries.Account account = queries.account(handle, chain);
          if (account == null || account.seenAt().isBefore(now.minus(AWAY))) {
            return false;
          }
          BigInteger fee = account.fee().toBigInteger();
          BigInteger reserved = Plan.about(USUAL_GAS, fee, config.highestFee());
          LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
          RelayDayStore.Day all = days.day(handle, chain, day, RelayDayStore.ALL, Purpose.payment);
          RelayDayStore.Day own = days.day(handle, chain, day, merchant, Purpose.payment);
          return fee.compareTo(config.highestFee()) <= 0
              && !config.isTooDear(fee.multiply(USUAL_GAS), amount)
              && account.balance().toBigInteger().compareTo(reserved) >= 0
              && all.hasRoom(reserved, config.limit(Purpose.payment))
              && own.hasRoom(reserved, config.merchantLimit(Purpose.payment));
        });
  }

  /**
   * What a payer has signed; the rest of an order follows from it.
   *
   * @param noted false if nothing keeps the payer from paying in another way meanwhile: then it is
   *     not taken
   */
  record Given(
      Kind kind,
      long chain,
      String token,
      byte[] payer,
      byte[] given,
      long validAfter,
      long validBefore,
      byte[] signature,
      boolean noted) {}

  /** Takes a signature and returns the result. */
  Result take(HostedPayment hosted, Given given) {
    if (!knows(given.chain)) {
      return new Result.Refused("off");
    }
    Payment payment = hosted.payment();
    Instant now = clock.instant();
    RelayOrder wanted =
        new RelayOrder(
            RelayStore.newId(now),
            payment.merchantId(),
            payment.id(),
            given.chain,
            given.kind,
            given.token,
            given.payer,
            given.given,
            given.validAfter,
            given.validBefore,
            given.signature,
            State.waiting,
            null,
            null,
            null,
            0,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            LocalDate.ofInstant(now, ZoneOffset.UTC));
    RelayOrder taken = jdbi.inTransaction(handle -> take(handle, wanted, given.noted, now));
    if (taken == null) {
      return new Result.Refused("other");
    }
    wake.run();
    return await(taken);
  }

  /** Returns the order of this signature, or null if something else is paying. */
  private @Nullable RelayOrder take(Handle handle, RelayOrder wanted, boolean noted, Instant now) {
    if (!queries.lockOpen(handle, wanted.merchantId(), wanted.paymentId())) {
      return null;
    }
    RelayOrder known = queries.ofPayment(handle, wanted.merchantId(), wanted.paymentId());
    if (known != null && known.isLive() && known.isSame(wanted)) {
      return known;
    }
    if (known != null && !known.isSame(wanted) && stillPays(handle, known, now)) {
      return null;
    }
    if (!noted) {
      return null;
    }
    if (wanted.kind() == Kind.transfer
        && queries.isWalletPaying(handle, wanted.merchantId(), wanted.paymentId(), now)) {
      return null;
    }
    return store.insert(handle, wanted) ? wanted : null;
  }

  /**
   * Tells whether an order may have paid, or may still pay. One that was left by who waited for it,
   * as no relay was there, is taken back, so that it locks its payment no longer.
   */
  private boolean stillPays(Handle handle, RelayOrder order, Instant now) {
    boolean isTakenBack =
        order.isAbandoned(now)
            && store.lockWaiting(handle, order)
            && store.refuse(handle, order, "away");
    return (order.isLive() && !isTakenBack)
        || queries.isInOtherHands(handle, order.merchantId(), order.paymentId(), now);
  }

  private Result await(RelayOrder order) {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      RelayOrder now = jdbi.withHandle(handle -> queries.find(handle, order));
      Result result = result(now);
      if (result != null) {
        return result;
      }
      if (Instant.now().isAfter(end)
          && jdbi.inTransaction(handle -> store.refuse(handle, order, "away"))) {
        return new Result.Refused("away");
      }
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a relay was asked", e);
      }
    }
  }

  /** Returns the result of an order; null while it waits. */
  private @Nullable Result result(RelayOrder order) {
    return switch (order.state()) {
      case waiting -> null;
      case sent, done -> {
        Bytes32 hash = hash(order);
        yield hash == null ? null : new Result.Sent(hash);
      }
      case failed, refused -> new Result.Refused(order.reason() == null ? "" : order.reason());
    };
  }

  /** Returns the transaction of an order that pays, or null if it is in none. */
  private @Nullable Bytes32 hash(RelayOrder order) {
    return jdbi.withHandle(
        handle -> {
          List<RelayStore.Attempt> attempts = queries.attemptsOf(handle, order);
          return attempts.stream()
              .filter(attempt -> !attempt.empty())
              .findFirst()
              .map(RelayStore.Attempt::transaction)
              .orElse(null);
        });
  }

  /** Returns the transaction of a live order; null if the payment has none. */
  @Nullable UnderWay underWay(Payment payment) {
    RelayOrder order =
        jdbi.withHandle(handle -> queries.ofPayment(handle, payment.merchantId(), payment.id()));
    Bytes32 hash = order == null || !order.isLive() ? null : hash(order);
    return order == null || hash == null ? null : new UnderWay(order.chainId(), hash);
  }

  /** Tells whether a signed transfer is paying, or has paid. */
  boolean isTransferred(Handle handle, Payment payment) {
    RelayOrder order = queries.ofPayment(handle, payment.merchantId(), payment.id());
    return order != null
        && (order.kind() == Kind.transfer || !order.isLive())
        && stillPays(handle, order, clock.instant());
  }
}
