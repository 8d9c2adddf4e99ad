package dev.paylink.relay;

import dev.paylink.relay.RelayOrder.Purpose;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** The metrics of a relay, for the operator. Coins are whole coins of the chain. */
final class RelayMetrics {
  private final String chain;
  private final MeterRegistry registry;
  private volatile double balance;
  private final Map<Purpose, Double> used = new ConcurrentHashMap<>();
  private final Map<Purpose, Double> budget = new ConcurrentHashMap<>();
  private volatile int underWay;
  private volatile double oldestSeconds;

  RelayMetrics(String chain, MeterRegistry registry) {
    this.chain = chain;
    this.registry = registry;
    gauge("paylink.relay.balance", "coins of the relay's account", m -> m.balance);
    gauge(
        "paylink.relay.used",
        "coins of today's budget that are spent or reserved",
        m -> coins(m.used, Purpose.payment));
    gauge(
        "paylink.relay.budget", "coins that a day may cost", m -> coins(m.budget, Purpose.payment));
    gauge(
        "paylink.relay.collect.used",
        "coins of today's budget for collecting that are spent or reserved",
        m -> coins(m.used, Purpose.collection));
    gauge(
        "paylink.relay.collect.budget",
        "coins that a day's collecting may cost",
        m -> coins(m.budget, Purpose.collection));
    gauge("paylink.relay.under.way", "transactions that are not final", m -> m.underWay);
    gauge(
        "paylink.relay.oldest.seconds",
        "how long the oldest transaction that no block has is signed",
        m -> m.oldestSeconds);
    ended(true);
    ended(false); // so that the first one is an increase
    SendOrders.REASONS.forEach(this::refusal);
  }

  private static double coins(Map<Purpose, Double> all, Purpose purpose) {
    return all.getOrDefault(purpose, 0.0);
  }

  void saw(BigInteger balanceWei, int sent) {
    balance = RelayConfig.coins(new BigDecimal(balanceWei)).doubleValue();
    underWay = sent;
  }

  void used(Purpose purpose, BigDecimal usedWei, BigInteger budgetWei) {
    used.put(purpose, RelayConfig.coins(usedWei).doubleValue());
    budget.put(purpose, RelayConfig.coins(new BigDecimal(budgetWei)).doubleValue());
  }

  void oldest(double seconds) {
    oldestSeconds = seconds;
  }

  void sent() {
    counter("paylink.relay.sent", "orders that were signed and sent", "kind", "first").increment();
  }

  void raised() {
    counter("paylink.relay.sent", "orders that were signed and sent", "kind", "again").increment();
  }

  void refused(String reason) {
    refusal(reason).increment();
  }

  private Counter refusal(String reason) {
    return counter("paylink.relay.refused", "orders that were not sent", "reason", reason);
  }

  void finished(boolean paid) {
    ended(paid).increment();
  }

  private Counter ended(boolean paid) {
    return counter(
        "paylink.relay.finished",
        "orders whose nonce is used up in a final block",
        "paid",
        Boolean.toString(paid));
  }

  private Counter counter(String name, String what, String tag, String value) {
    return Counter.builder(name)
        .description(what)
        .tag("chain", chain)
        .tag(tag, value)
        .register(registry);
  }

  private void gauge(String name, String what, ToDoubleFunction<RelayMetrics> value) {
    Gauge.builder(name, this, value).description(what).tag("chain", chain).register(registry);
  }
}
