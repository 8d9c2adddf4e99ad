package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Receiver;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.endpoint.AttemptResult.Reach;
import dev.paylink.webhook.event.DeliveryState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A failure of our own network costs merchants no attempt; a failure of theirs does. */
final class WayOutTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long nanos = 1;
  private final WayOut way = new WayOut(() -> nanos, registry);

  @Test
  void the_fifth_host_that_cannot_be_reached_makes_it_ours_until_one_is() {
    for (int i = 1; i < WayOut.MANY; i++) {
      assertThat(note("h" + i, Reach.NO_CONNECTION)).isNull();
      assertThat(note("h" + i, Reach.NO_CONNECTION)).as("the same host again").isNull();
    }
    assertThat(broken()).isZero();
    try (LoggedBy log = new LoggedBy(WayOut.class)) {
      assertThat(note("h5", Reach.NO_CONNECTION)).isEqualTo(Duration.ofSeconds(10));
      assertThat(note("h1", Reach.NO_CONNECTION)).isNotNull();
      assertThat(broken()).isEqualTo(1);
      forward(Duration.ofSeconds(70));
      assertThat(note("other", Reach.ENDPOINT)).isNull();
      assertThat(broken()).as("a host that never failed proves nothing").isEqualTo(1);
      assertThat(note("h1", Reach.NO_CONNECTION)).isEqualTo(Duration.ofSeconds(70).dividedBy(6));
      assertThat(note("h2", Reach.ENDPOINT)).isNull();
      assertThat(broken()).isZero();
      assertThat(log.lines()).hasSize(2);
      assertThat(log.lines().getFirst())
          .startsWith("WARNING the way out of this node is broken: 5");
      assertThat(log.lines().getLast())
          .isEqualTo(
              "INFO the way out of this node works again after 70 s; 3 attempts were not counted");
    }
    assertThat(note("h1", Reach.NO_CONNECTION)).isNull();
  }

  @Test
  void hosts_that_fail_in_different_ways_or_one_after_the_other_count() {
    for (int i = 0; i < 4; i++) {
      assertThat(note("a" + i, Reach.NO_CONNECTION)).isNull();
      assertThat(note("b" + i, Reach.NO_RESOLVER)).isNull();
      assertThat(note("c" + i, Reach.NOT_TRIED)).isNull();
    }
    forward(WayOut.WITHIN.plusMillis(1));
    assertThat(note("a9", Reach.NO_CONNECTION)).isNull();
    assertThat(broken()).isZero();
  }

  @Test
  void dead_hosts_among_many_that_are_reached_count() {
    note("dead", Reach.NO_CONNECTION);
    for (int i = 0; i < 20; i++) {
      note("alive" + i, Reach.ENDPOINT);
    }
    for (int i = 0; i < 50; i++) {
      assertThat(note("dead" + i, Reach.NO_CONNECTION)).isNull();
    }
  }

  @Test
  void it_waits_six_hours_and_no_longer() {
    for (int i = 0; i < WayOut.MANY; i++) {
      note("h" + i, Reach.NO_RESOLVER);
    }
    forward(WayOut.LONGEST);
    assertThat(note("h1", Reach.NO_RESOLVER)).isEqualTo(Duration.ofSeconds(60));
    forward(Duration.ofSeconds(1));
    assertThat(note("h1", Reach.NO_RESOLVER)).isNull();
    assertThat(broken()).isZero();
  }

  @Test
  void webhooks_of_many_merchants_survive_an_hour_without_network_by_real_dispatchers() {
    try (Outbox outbox = new Outbox();
        HeldPort nobody = new HeldPort();
        Receiver receiver = new Receiver(delivery -> 204)) {
      List<MerchantId> merchants = new ArrayList<>();
      for (int i = 2; i < 10; i++) {
        merchants.add(outbox.merchant("http://127.0.0." + i + ":" + nobody + "/hook"));
      }
      merchants.forEach(merchant -> outbox.record(merchant, 2));
      outbox.startNode();
      for (int i = 0; i < 6; i++) { // more rounds than a run has attempts
        long before = held(outbox);
        outbox.sql("update delivery set due_at = now() where claim_id is null");
        Await.until("all of them waited again", () -> held(outbox) >= before + 16);
      }
      assertThat(outbox.rows()).allMatch(row -> row.state().equals("pending"));
      assertThat(outbox.rows()).allMatch(row -> row.attempts() <= 1);

      outbox.sql("update webhook set url = '" + receiver.url("/hook") + "'");
      outbox.sql("update delivery set due_at = now() where claim_id is null");
      Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    }
  }

  private static long held(Outbox outbox) {
    return (long)
        outbox.registry().get("paylink.webhook.attempts").tag("result", "held").counter().count();
  }

  private @Nullable Duration note(String host, Reach reach) {
    return way.noted(host, new AttemptResult(null, Duration.ZERO, "failed", null, reach));
  }

  private void forward(Duration time) {
    nanos += time.toNanos();
  }

  private double broken() {
    return registry.get("paylink.webhook.way.out.broken").gauge().value();
  }
}
