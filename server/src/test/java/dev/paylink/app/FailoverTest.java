package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylink.platform.db.Migrations;
import dev.paylink.testing.Await;
import dev.paylink.testing.PatroniCluster;
import dev.paylink.testing.Receiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./paylink soak failover}: the leader of a Patroni cluster loses power, hangs, loses its
 * network or fills its disk, again and again, under two nodes at work. Nothing is lost or doubled,
 * and both nodes are back soon after there is a new leader, without a restart.
 */
final class FailoverTest {
  /** From the moment at which the new leader takes a durable commit of anybody. */
  private static final Duration BACK = Duration.ofSeconds(5);

  private static final int ROUNDS = Integer.getInteger("paylink.soak.rounds", 10);

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "power failure", PatroniCluster.Machine::powerOff, PatroniCluster.Machine::start),
          new Fault("hangs", PatroniCluster.Machine::freeze, PatroniCluster.Machine::thaw),
          new Fault("cut off", PatroniCluster.Machine::unplug, PatroniCluster.Machine::plugIn),
          new Fault("disk full", FailoverTest::fillDisk, PatroniCluster.Machine::freeDisk));

  /** What happens to the leader, and how it ends. */
  private record Fault(
      String name, Consumer<PatroniCluster.Machine> begin, Consumer<PatroniCluster.Machine> end) {}

  @TempDir Path folder;

  @Test
  void a_leader_that_fails_costs_no_answered_payment() {
    assumeTrue(Boolean.getBoolean("paylink.soak"), "only in ./paylink soak failover");
    String missing = PatroniCluster.missing();
    assumeTrue(missing == null, () -> "needs " + missing + "; see ./paylink soak failover");
    try (PatroniCluster cluster = new PatroniCluster();
        Receiver receiver = new Receiver(delivery -> 204)) {
      Migrations.run(cluster.ownerUrl(), cluster.serviceUrl());
      try (TwoNodes nodes =
          new TwoNodes(
              folder,
              cluster.serviceUrl(),
              Map.of(
                  "PAYLINK_DATABASE_MIGRATE", "off",
                  "PAYLINK_DATABASE_TIMEOUT", "", // as operators have it
                  "PAYLINK_KEY_LIMIT", "1000000"))) {
        nodes.startSecond();
        nodes.putWebhook(receiver.url("/hook"));
        List<ProcessHandle> processes = List.of(nodes.first().handle(), nodes.second().handle());
        ClientLedger ledger =
            new ClientLedger(
                List.of(
                    new ClientLedger.Node(nodes.first().calls(), nodes.first().callback()),
                    new ClientLedger.Node(
                        nodes.second().callsAs(nodes.first()), nodes.second().callback())));
        Await.until("payments are made", () -> ledger.payments() > 50);
        for (int round = 0; round < ROUNDS; round++) {
          round(cluster, FAULTS.get(round % FAULTS.size()), ledger, round + 1);
          assertThat(processes).allMatch(ProcessHandle::isAlive);
          cluster.awaitWhole();
          ledger.verifyStored(nodes.stored());
        }
        ledger.stop();
        Await.until(
            "no delivery is pending",
            () ->
                nodes
                    .stored()
                    .text("select count(*) from delivery where state = 'pending'")
                    .equals("0"));
        ledger.verifyStored(nodes.stored());
        ledger.verifyDelivered(nodes.stored(), receiver.deliveries());
        ledger.replaySome(200);
        assertThat(processes).allMatch(ProcessHandle::isAlive);
        System.out.printf(
            "soak failover: %d rounds, %d payments made and settled, none lost or doubled, numbers"
                + " without gaps, every event delivered (%d requests), no node restarted; answers: %s%n",
            ROUNDS, ledger.payments(), receiver.deliveries().size(), ledger.statuses());
      }
    }
  }

  private static void round(PatroniCluster cluster, Fault fault, ClientLedger ledger, int number) {
    cluster.awaitWhole();
    PatroniCluster.Machine former = cluster.leader();
    long begun = System.nanoTime();
    fault.begin.accept(former);
    PatroniCluster.Machine leader = cluster.awaitOther(former);
    long elected = System.nanoTime();
    Await.until("the new leader commits", leader::commits);
    long commits = System.nanoTime();
    Await.until(
        "both nodes create",
        () -> {
          ledger.assertFine();
          return ledger.allHaveCreatedSince(elected);
        });
    long back = System.nanoTime();
    System.out.printf(
        Locale.ROOT,
        "round %d, %s, %s > %s: a new leader after %.1f s, it commits after %.1f s, both nodes create"
            + " after %.1f s; %d payments%n",
        number,
        fault.name,
        former,
        leader,
        seconds(begun, elected),
        seconds(elected, commits),
        seconds(elected, back),
        ledger.payments());
    assertThat(Duration.ofNanos(back - commits)).isLessThan(BACK);
    LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    fault.end.accept(former); // a machine that hung goes on as the primary it was
    ledger.assertFine();
  }

  /** PostgreSQL runs on, refuses what needs space, and stays the leader until somebody acts. */
  private static void fillDisk(PatroniCluster.Machine leader) {
    leader.fillDisk();
    LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
    leader.switchOver();
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }
}
