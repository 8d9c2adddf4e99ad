package dev.paylink.relay;

import dev.paylink.chain.source.SendingNode.Fees;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.queue.Loop;
import dev.paylink.relay.RelayOrder.Purpose;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The relay of one chain: looks at its account, follows what it has sent, sends what waits, and
 * orders what it collects. Any number of them may have one key; whatever one leaves undone, another
 * does.
 */
final class ChainRelay implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ChainRelay.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final RelayKey key;
  private final RelayNodes nodes;
  private final InstantSource clock;
  private final RelayMetrics metrics;
  private final SendOrders send;
  private final FollowOrders follow;
  private final @Nullable CollectTransfers collect;
  private final Loop loop;
  private final RelayStore store = new RelayStore();
  private final RelayQueries queries = new RelayQueries();
  private final RelayDayStore days = new RelayDayStore();

  ChainRelay(Jdbi jdbi, RelayConfig config, InstantSource clock, MeterRegistry registry) {
    this(jdbi, config, RelayNodes.of(config.chain()), clock, registry);
  }

  ChainRelay(
      Jdbi jdbi,
      RelayConfig config,
      RelayNodes nodes,
      InstantSource clock,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.config = config;
    this.key = Objects.requireNonNull(config.key());
    this.clock = clock;
    this.nodes = nodes;
    this.metrics = new RelayMetrics(config.chain().name(), registry);
    OrderCalls calls = new OrderCalls(config, nodes);
    this.send = new SendOrders(jdbi, config, key, nodes, calls, clock, metrics);
    this.follow = new FollowOrders(jdbi, config, key, nodes, calls, clock, metrics);
    this.collect = config.collects() ? new CollectTransfers(jdbi, config, clock) : null;
    this.loop = new Loop("relay-" + config.chain().name(), PAUSE, this::round).meter(registry);
  }

  ChainRelay start() {
    LOG.log(
        Level.INFO,
        "the relay of chain {0} pays fees from {1}",
        config.chain().name(),
        key.account());
    loop.start().wake();
    return this;
  }

  void wake() {
    loop.wake();
  }

  void round() {
    long chain = config.chain().deployment().chainId();
    EvmAddress account = key.account();
    Instant now = clock.instant();
    // In this order: what is final is never after what is in blocks.
    long inFinalBlocks = nodes.finalNonce(account);
    long inBlocks = nodes.nonce(account);
    BigInteger balance = nodes.balance(account);
    Fees fees = nodes.fees();
    jdbi.useTransaction(
        handle -> {
          store.open(handle, chain, account, inBlocks, inFinalBlocks);
          store.seen(handle, chain, account, balance, fees.base().add(fees.tip()), now);
        });
    follow.round(sent(chain), inBlocks, inFinalBlocks);
    List<RelayOrder> underWay = sent(chain);
    tell(chain, balance, underWay, inBlocks, now);
    send.round(underWay, balance);
    if (collect != null) {
      collect.round(underWay, fees.base().add(fees.tip()));
    }
  }

  private List<RelayOrder> sent(long chain) {
    return jdbi.withHandle(
        handle -> queries.sent(handle, chain, key.account(), SendOrders.MAX_UNDER_WAY));
  }

  private void tell(
      long chain, BigInteger balance, List<RelayOrder> underWay, long inBlocks, Instant now) {
    jdbi.useHandle(
        handle -> {
          LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
          for (Purpose purpose : Purpose.values()) {
            RelayDayStore.Day day = days.day(handle, chain, today, RelayDayStore.ALL, purpose);
            metrics.used(purpose, day.used(), config.limit(purpose).budget());
          }
          metrics.saw(balance, underWay.size());
          metrics.oldest(
              underWay.stream()
                  .filter(order -> Objects.requireNonNull(order.nonce()) >= inBlocks)
                  .findFirst()
                  .map(order -> queries.attemptsOf(handle, order).getLast().signedAt())
                  .map(signed -> Duration.between(signed, now).toMillis() / 1000.0)
                  .orElse(0.0));
        });
  }

  @Override
  public void close() {
    loop.close();
    nodes.close();
    if (collect != null) {
      collect.close();
    }
  }
}
