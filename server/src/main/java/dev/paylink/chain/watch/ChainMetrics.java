package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainNode;
import dev.paylink.platform.queue.Loop;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;

/** The metrics of a chain, for the operator. */
public final class ChainMetrics {
  private final String chain;
  private final MeterRegistry registry;
  private final Counter takenBack;
  private volatile long block;
  private volatile Instant time = Instant.EPOCH;
  private volatile boolean halted;
  private volatile boolean unavailable;
  private volatile boolean leading;
  private volatile int disputed;
  private volatile int heldUp;

  public ChainMetrics(String chain, MeterRegistry registry) {
    this.chain = chain;
    this.registry = registry;
    gauge(
        "paylink.chain.block", "the last final block that was read", chain, registry, m -> m.block);
    gauge(
        "paylink.chain.age.seconds",
        "how old that block is; only of meaning where leading is 1",
        chain,
        registry,
        ChainMetrics::ageSeconds);
    gauge(
        "paylink.chain.halted",
        "1: a final block was replaced, the operator has to resume",
        chain,
        registry,
        m -> m.halted ? 1 : 0);
    gauge(
        "paylink.chain.unavailable",
        "1: too few nodes answer, or what they answer does not fit together",
        chain,
        registry,
        m -> m.unavailable ? 1 : 0);
    gauge(
        "paylink.chain.disputed",
        "payments that wait because nodes disagree about a transfer to their address",
        chain,
        registry,
        m -> m.disputed);
    gauge(
        "paylink.chain.held.up",
        "payments that ended half an hour ago or earlier, and expire once the chain is read",
        chain,
        registry,
        m -> m.heldUp);
    gauge(
        "paylink.chain.leading",
        "1: this node watches the chain",
        chain,
        registry,
        m -> m.leading ? 1 : 0);
    this.takenBack =
        Counter.builder("paylink.chain.taken.back")
            .description("payments that were confirmed before they were final, and are not there")
            .tag("chain", chain)
            .register(registry);
  }

  /** Counts the rounds that fail. */
  void count(Loop loop) {
    loop.meter(registry);
  }

  /** Counts the contradictions of this node to a quorum of the others, and its silence. */
  public void count(ChainNode node) {
    FunctionCounter.builder("paylink.chain.node.disagreements", node, ChainNode::disagreements)
        .description("answers of a node that a quorum of the others contradicted")
        .tag("chain", chain)
        .tag("node", node.name())
        .register(registry);
    FunctionCounter.builder("paylink.chain.node.silences", node, ChainNode::silences)
        .description("questions that a node did not answer, or not as soon as the others")
        .tag("chain", chain)
        .tag("node", node.name())
        .register(registry);
    Gauge.builder("paylink.chain.node.silent", node, it -> it.isSilent() ? 1 : 0)
        .description("1: the node did not answer, and is asked last for a while")
        .tag("chain", chain)
        .tag("node", node.name())
        .register(registry);
  }

  void at(Cursor cursor) {
    block = cursor.number();
    time = cursor.time();
    halted = cursor.halted() != null;
  }

  void halted() {
    halted = true;
  }

  /** Sets whether the chain is unavailable; returns true if that has changed. */
  boolean unavailable(boolean now) {
    boolean news = now != unavailable;
    unavailable = now;
    return news;
  }

  void leading(boolean now) {
    leading = now;
  }

  void disputed(int payments) {
    disputed = payments;
  }

  void heldUp(int payments) {
    heldUp = payments;
  }

  void takenBack() {
    takenBack.increment();
  }

  private double ageSeconds() {
    return leading ? Instant.now().getEpochSecond() - (double) time.getEpochSecond() : 0;
  }

  private void gauge(
      String name,
      String description,
      String chain,
      MeterRegistry registry,
      java.util.function.ToDoubleFunction<ChainMetrics> value) {
    Gauge.builder(name, this, value)
        .description(description)
        .tag("chain", chain)
        .register(registry);
  }
}
