package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.webhook.WebhookVerificationException;
import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.StolenCpu;
import dev.paylink.testing.Together;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes die and freeze while they deliver: no event is lost, altered, or doubled without cause. */
final class WebhookCrashTest {
  private static final double FAILING = 0.3;
  private static final int SLOWEST_ANSWER_MILLIS = 300;

  private final Random random = Seeded.random(WebhookCrashTest.class);
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  @TempDir Path folder;

  @Test
  void killed_nodes_lose_no_event_and_double_only_what_was_in_flight() {
    try (Receiver receiver = new Receiver(delivery -> 204);
        TwoNodes nodes = new TwoNodes(folder)) {
      nodes.startSecond();
      WebhookVerifier verifier = nodes.putWebhook(receiver.url("/hook"));
      WebhookVerifier ofPayouts = nodes.putPayoutWebhook(receiver.url("/payouts"));
      receiver.answerWith(
          delivery ->
              verifiedAndSometimesFailing(
                  delivery.path().equals("/payouts") ? ofPayouts : verifier, delivery));
      List<DeliveryAudit.Kill> kills = new ArrayList<>();
      SettleLoad load = new SettleLoad(nodes);
      for (int round = 0; round < Rounds.of(2, 200); round++) {
        LockSupport.parkNanos(random.nextLong(1_500_000_000));
        ServiceProcess victim = random.nextBoolean() ? nodes.first() : nodes.second();
        Set<String> recorded = DeliveryAudit.recorded(nodes.stored());
        victim.kill();
        kills.add(new DeliveryAudit.Kill(System.nanoTime(), recorded));
        victim.restart();
      }
      List<String> settled = load.stop();
      assertThat(settled).hasSizeGreaterThan(kills.size());
      Await.until(
          "no delivery is pending",
          () ->
              nodes
                  .stored()
                  .text("select count(*) from delivery where state = 'pending'")
                  .equals("0"));
      assertThat(faults).isEmpty();
      new DeliveryAudit(nodes.stored(), receiver.deliveries())
          .check(settled, kills, load.payouts());
    }
  }

  @Test
  void what_a_killed_node_had_in_flight_is_delivered_by_another_within_20_seconds() {
    try (Receiver receiver = new Receiver(delivery -> Receiver.HANG);
        TwoNodes nodes = new TwoNodes(folder)) {
      nodes.putWebhook(receiver.url("/hook"));
      nodes.startSecond();
      nodes.second().freeze(); // so that it is the first that has it in flight
      nodes.settleAtFirst();
      Await.until("it is in flight", () -> receiver.deliveries().size() == 1);
      nodes.first().kill();
      receiver.answerWith(delivery -> 204);
      StolenCpu stolen = new StolenCpu();
      nodes.second().thaw();
      Standstill still = new Standstill();
      long killed = System.nanoTime();
      Await.until("another node has sent it", () -> receiver.deliveries().size() == 2);
      Duration took =
          still.without(Duration.ofNanos(receiver.deliveries().getLast().atNanos() - killed));
      still.close();
      assertThat(receiver.deliveries())
          .extracting(Receiver.Delivery::attempt)
          .containsExactly(1, 1);
      nodes.first().restart(); // closed properly below
      stolen.assumeLittle();
      assertThat(took).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void node_that_was_frozen_changes_nothing_it_no_longer_owns() throws Exception {
    try (Receiver receiver = new Receiver(delivery -> Receiver.HANG);
        TwoNodes nodes = new TwoNodes(folder)) {
      nodes.putWebhook(receiver.url("/hook"));
      Together.times(3, nodes::settle); // before the first of them times out
      Await.until("all are in flight", () -> receiver.deliveries().size() == 3);
      nodes.first().freeze();
      long frozen = System.nanoTime();
      receiver.answerWith(delivery -> 204); // before the other sends: its start may take long
      nodes.startSecond();
      Await.until("the other has taken over", () -> receiver.deliveries().size() == 6);
      Await.until(
          "and recorded it",
          () -> deliveries(nodes).stream().allMatch(r -> r.contains("delivered")));
      List<String> before = deliveries(nodes);
      long left =
          Duration.ofSeconds(Rounds.seconds(20, 60)).toNanos() - (System.nanoTime() - frozen);
      LockSupport.parkNanos(Math.max(0, left));
      nodes.first().thaw();
      // It is back when it settles again, and that one it may deliver.
      String settled = nodes.settle();
      Await.until( // connections from before may end only now
          "it takes a report",
          () ->
              nodes.first().callback().report("taken-back", "payment.failed", settled).status()
                  == 200);
      Await.until("the new ones are there", () -> receiver.deliveries().size() == 8);
      assertThat(deliveries(nodes)).containsAll(before);
      assertThat(receiver.deliveries()).hasSize(8);
    }
  }

  private static List<String> deliveries(TwoNodes nodes) {
    return nodes.stored().rows("delivery");
  }

  private int verifiedAndSometimesFailing(WebhookVerifier verifier, Receiver.Delivery delivery)
      throws InterruptedException {
    try {
      verifier.verify(delivery.headers(), delivery.body().getBytes(StandardCharsets.UTF_8));
    } catch (WebhookVerificationException e) {
      faults.add(e.getMessage() + " in " + delivery);
    }
    synchronized (random) {
      if (random.nextDouble() < FAILING) {
        return 500;
      }
    }
    TimeUnit.MILLISECONDS.sleep(randomMillis());
    return 204;
  }

  private int randomMillis() {
    synchronized (random) {
      return random.nextInt(SLOWEST_ANSWER_MILLIS);
    }
  }
}
