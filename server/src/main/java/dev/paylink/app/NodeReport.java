package dev.paylink.app;

import dev.paylink.chain.ChainComponent;
import dev.paylink.desk.system.ChainState;
import dev.paylink.platform.ClockOffset;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Reports what this node leads and its problems, from its own metrics. */
final class NodeReport {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Duration RECENT = Duration.ofHours(1);

  private final Map<Meter.Id, Disagreements> disagreements = new HashMap<>();
  private final MeterRegistry registry;
  private final ClockOffset clock;
  private final BooleanSupplier leadsRetention;

  private record Disagreements(double count, Instant lastAt) {}

  NodeReport(MeterRegistry registry, ClockOffset clock, BooleanSupplier leadsRetention) {
    this.registry = registry;
    this.clock = clock;
    this.leadsRetention = leadsRetention;
  }

  /** Returns the name of the node that listens on this port of this machine. */
  static String nodeName(int port) {
    String host;
    try {
      host = Files.readString(HOST_NAME).strip();
    } catch (IOException e) { // not Linux; asking the network could take long
      host = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "node");
    }
    return host + ':' + port;
  }

  /** Returns the chains as the desk shows them. */
  static List<ChainState> chains(ChainComponent component) {
    return component.positions().stream()
        .map(
            at ->
                new ChainState(
                    at.chain().name(),
                    at.block(),
                    at.blockTime(),
                    at.halted(),
                    component.isSimulated(at.chain())))
        .toList();
  }

  Heartbeat.Report now() {
    List<String> leads = new ArrayList<>();
    on("paylink.chain.leading").forEach(chain -> leads.add(ChainState.watching(chain)));
    if (leadsRetention.getAsBoolean()) {
      leads.add("retention");
    }
    List<String> troubles = new ArrayList<>();
    String wrongClock = clock.warning();
    if (wrongClock != null) {
      troubles.add(wrongClock);
    }
    Gauge wayOut = registry.find("paylink.webhook.way.out.broken").gauge();
    if (wayOut != null && wayOut.value() == 1) {
      troubles.add(
          "No host of a webhook can be reached from here, so webhooks wait; look at DNS and the"
              + " network of this node");
    }
    on("paylink.chain.unavailable")
        .forEach(
            chain ->
                troubles.add(
                    "Chain %s: too few nodes answer, or what they answer does not fit together; look at its nodes"
                        .formatted(chain)));
    addCounts(
        "paylink.chain.disputed",
        "Chain %s: its nodes disagree about transfers to %.0f payments, which wait; look for the node that is wrong",
        troubles);
    addCounts(
        "paylink.chain.held.up",
        "Chain %s is not read: %.0f payments that can be paid there do not expire; look at its nodes",
        troubles);
    registry
        .find("paylink.chain.node.disagreements")
        .functionCounters()
        .forEach(counter -> addRecent(counter, troubles));
    return new Heartbeat.Report(leads.stream().sorted().toList(), troubles);
  }

  private void addCounts(String name, String text, List<String> troubles) {
    registry.find(name).gauges().stream()
        .filter(gauge -> gauge.value() > 0)
        .map(gauge -> text.formatted(gauge.getId().getTag("chain"), gauge.value()))
        .forEach(troubles::add);
  }

  private void addRecent(FunctionCounter counter, List<String> troubles) {
    Instant now = Instant.now();
    Disagreements seen =
        disagreements.merge(
            counter.getId(),
            new Disagreements(counter.count(), counter.count() > 0 ? now : Instant.EPOCH),
            (before, after) -> after.count > before.count ? after : before);
    if (seen.lastAt.isAfter(now.minus(RECENT))) {
      troubles.add(
          "Chain %s: its node %s contradicted the others, %.0f times since this node started; replace it if it is wrong"
              .formatted(
                  counter.getId().getTag("chain"), counter.getId().getTag("node"), seen.count));
    }
  }

  /** Returns the chains whose gauge of this name is 1. */
  private List<String> on(String name) {
    return registry.find(name).gauges().stream()
        .filter(gauge -> gauge.value() == 1)
        .map(Gauge::getId)
        .map(id -> Objects.requireNonNull(id.getTag("chain")))
        .toList();
  }
}
