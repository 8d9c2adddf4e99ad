package dev.paylink.relay;

import dev.paylink.desk.system.RelayState;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.relay.RelayOrder.Purpose;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Tells operators how the relays are, from the database: whichever processes hold the keys. */
final class RelayReport {
  private static final int MOST_SHOWN = 20;
  private static final int GWEI_DECIMALS = 9;

  private final Jdbi jdbi;
  private final List<RelayConfig> relays;
  private final InstantSource clock;
  private final RelayQueries queries = new RelayQueries();
  private final RelayDayStore days = new RelayDayStore();

  RelayReport(Jdbi jdbi, List<RelayConfig> relays, InstantSource clock) {
    this.jdbi = jdbi;
    this.relays = relays;
    this.clock = clock;
  }

  List<RelayState> states() {
    return jdbi.withHandle(handle -> relays.stream().map(relay -> state(handle, relay)).toList());
  }

  private RelayState state(Handle handle, RelayConfig relay) {
    long chain = relay.chain().deployment().chainId();
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    RelayQueries.Account account = queries.account(handle, chain);
    List<RelayState.UnderWay> underWay = new ArrayList<>();
    if (account != null) {
      queries
          .sent(handle, chain, EvmAddress.of(account.account()), MOST_SHOWN)
          .forEach(order -> underWay.add(sent(handle, order)));
    }
    queries
        .waiting(handle, chain, MOST_SHOWN)
        .forEach(order -> underWay.add(underWay(order, null, 0)));
    return new RelayState(
        relay.chain().name(),
        account == null ? null : account(account),
        day(handle, chain, today, Purpose.payment),
        relay.collects() ? day(handle, chain, today, Purpose.collection) : null,
        new RelayState.Bounds(
            coins(relay.budget()),
            coins(relay.merchantBudget()),
            coins(relay.limit(Purpose.payment).loss()),
            coins(relay.collectBudget()),
            new BigDecimal(relay.highestFee(), GWEI_DECIMALS)),
        underWay);
  }

  private RelayState.Day day(Handle handle, long chain, LocalDate today, Purpose purpose) {
    RelayDayStore.Day day = days.day(handle, chain, today, RelayDayStore.ALL, purpose);
    return new RelayState.Day(RelayConfig.coins(day.used()), RelayConfig.coins(day.lost()));
  }

  private static RelayState.Account account(RelayQueries.Account account) {
    return new RelayState.Account(
        EvmAddress.of(account.account()).hex(),
        RelayConfig.coins(account.balance()),
        account.fee().movePointLeft(GWEI_DECIMALS),
        account.seenAt());
  }

  private RelayState.UnderWay sent(Handle handle, RelayOrder order) {
    List<RelayStore.Attempt> attempts = queries.attemptsOf(handle, order);
    return underWay(order, attempts.getFirst().transaction().toString(), attempts.size());
  }

  private static RelayState.UnderWay underWay(
      RelayOrder order, @Nullable String transaction, int transactions) {
    return new RelayState.UnderWay(
        order.paymentId().toString(),
        order.merchantId().toString(),
        Instant.ofEpochMilli(UuidV7.millis(order.id())),
        order.kind() == RelayOrder.Kind.sweep,
        order.nonce(),
        transaction,
        transactions);
  }

  private static BigDecimal coins(BigInteger wei) {
    return RelayConfig.coins(new BigDecimal(wei));
  }
}
