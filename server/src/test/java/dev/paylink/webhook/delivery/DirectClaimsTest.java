package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.FirstAttempts;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node sends of the events it records itself: claimed with them, sent after the commit. */
final class DirectClaimsTest {
  private final Outbox outbox = new Outbox();
  private final Receiver receiver = new Receiver(delivery -> 204);
  private final Dispatcher node = outbox.startPatientNode();
  private final MerchantId merchant = outbox.merchant(receiver.url("/a"));

  @AfterEach
  void close() {
    receiver.close(); // first, so that what hangs ends
    outbox.close();
  }

  @Test
  void first_attempt_is_claimed_with_its_event_and_made_after_the_commit() {
    try (FirstAttempts firstAttempts = node.firstAttempts()) {
      EventId event = outbox.record(merchant, 1, firstAttempts).getFirst();
      assertThat(outbox.rows()).extracting(Outbox.Row::claimed).containsExactly(true);
      assertThat(receiver.deliveries()).as("committed, but not told so").isEmpty();
      firstAttempts.start();
      Await.until("it is delivered", () -> outbox.allAre(DeliveryState.delivered));
      assertThat(receiver.deliveriesOf(event.toString()))
          .extracting(Receiver.Delivery::attempt)
          .containsExactly(1);
    }
    assertThat(outbox.rows()).extracting(Outbox.Row::attempts).containsExactly(1);
    assertThat(outbox.rows()).extracting(Outbox.Row::claimed).containsExactly(false);
    assertThat(outbox.attemptsLogged()).isEqualTo(1);
  }

  @Test
  void transaction_that_fails_sends_nothing_and_gives_its_places_back() {
    try (FirstAttempts firstAttempts = node.firstAttempts()) {
      assertThatThrownBy(
              () ->
                  outbox
                      .database()
                      .workers()
                      .useTransaction(
                          handle -> {
                            Outbox.record(handle.getConnection(), merchant, 5, firstAttempts);
                            handle.execute("select 1 / 0");
                          }))
          .hasMessageContaining("division by zero");
      assertThat(underWay()).as("reserved").isEqualTo(5);
    }
    assertThat(underWay()).isZero();
    assertThat(outbox.rows()).isEmpty();
    outbox.recordOn(node, merchant, 1);
    Await.until("the next one is sent", () -> receiver.deliveries().size() == 1);
  }

  @Test
  void attempt_that_its_node_never_started_is_due_when_the_lease_ends() {
    try (FirstAttempts firstAttempts = node.firstAttempts()) {
      outbox.record(merchant, 1, firstAttempts);
    } // it could not tell that the commit went through
    assertThat(underWay()).isZero();
    outbox.sql("update delivery set due_at = now()");
    Await.until("it is delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(receiver.deliveries()).extracting(Receiver.Delivery::attempt).containsExactly(1);
  }

  @Test
  void result_under_a_lease_that_was_lost_is_dropped() {
    try (FirstAttempts firstAttempts = node.firstAttempts()) {
      outbox.record(merchant, 1, firstAttempts);
      outbox.sql("update delivery set due_at = now()");
      Await.until("another look sent it", () -> outbox.allAre(DeliveryState.delivered));
      firstAttempts.start();
      Await.until("the result is dropped", () -> takenOver() == 1.0);
    }
    assertThat(outbox.rows()).extracting(Outbox.Row::attempts).containsExactly(1);
    assertThat(outbox.attemptsLogged()).isEqualTo(1);
  }

  @Test
  void what_exceeds_the_share_waits_in_the_queue_and_delays_nobody_else() {
    CountDownLatch hanging = new CountDownLatch(1);
    receiver.answerWith(
        delivery -> {
          if (delivery.path().equals("/a")) {
            hanging.await();
          }
          return 204;
        });
    outbox.recordOn(node, merchant, AttemptCapacity.MAX_PER_WEBHOOK + 3);
    Await.until(
        "it has its share",
        () -> {
          outbox.keepLeases();
          return receiver.deliveries().size() == AttemptCapacity.MAX_PER_WEBHOOK;
        });
    outbox.recordOn(node, outbox.merchant(receiver.url("/b")), 1);
    Await.until("nobody else waits", () -> receiver.deliveries("/b").size() == 1);
    assertThat(outbox.rows()).filteredOn(row -> row.attempts() == 0 && !row.claimed()).hasSize(3);
    hanging.countDown();
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(receiver.deliveries("/a"))
        .hasSize(AttemptCapacity.MAX_PER_WEBHOOK + 3)
        .extracting(Receiver.Delivery::eventId)
        .doesNotHaveDuplicates();
  }

  private double underWay() {
    return outbox.registry().get("paylink.webhook.underway").gauge().value();
  }

  private double takenOver() {
    return outbox
        .registry()
        .get("paylink.webhook.attempts")
        .tag("result", "taken_over")
        .counter()
        .count();
  }
}
