package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deliveries by real dispatchers to real receivers. */
final class DispatcherTest {
  private final Outbox outbox = new Outbox();
  private final Receiver receiver = new Receiver(delivery -> 204);

  @AfterEach
  void close() {
    receiver.close(); // first, so that what hangs ends
    outbox.close();
  }

  @Test
  void what_other_nodes_recorded_is_found_without_a_hint() {
    outbox.startNode();
    List<EventId> events = outbox.record(outbox.merchant(receiver.url("/a")), 3);
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(receiver.deliveries("/a"))
        .extracting(Receiver.Delivery::eventId)
        .containsExactlyInAnyOrderElementsOf(events.stream().map(EventId::toString).toList());
  }

  @Test
  void two_nodes_share_the_work_and_double_nothing() {
    for (int i = 0; i < 10; i++) {
      outbox.record(outbox.merchant(receiver.url("/" + i)), 100);
    }
    outbox.startPatientNode();
    outbox.startPatientNode();
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(receiver.deliveries())
        .hasSize(1_000)
        .extracting(Receiver.Delivery::eventId)
        .doesNotHaveDuplicates();
    assertThat(errors()).isEmpty();
    assertThat(outbox.attemptsLogged()).isEqualTo(1_000);
  }

  /** They hang until the test is over: whoever waited for one of them would wait as long. */
  @Test
  void hanging_endpoints_keep_to_their_share_and_hold_up_nobody() {
    receiver.answerWith(delivery -> delivery.path().startsWith("/hang") ? Receiver.HANG : 204);
    for (int i = 0; i < 5; i++) {
      outbox.record(outbox.merchant(receiver.url("/hang" + i)), 200);
    }
    Dispatcher dispatcher = outbox.startPatientNode();
    awaitHanging(5 * AttemptCapacity.MAX_PER_WEBHOOK);
    outbox.record(outbox.merchant(receiver.url("/healthy")), 100);
    dispatcher.wake();
    Await.until("the healthy one is served", () -> receiver.deliveries("/healthy").size() == 100);
    assertThat(receiver.deliveries("/hang0")).hasSize(AttemptCapacity.MAX_PER_WEBHOOK);
  }

  @Test
  void webhook_of_one_scope_that_hangs_does_not_hold_up_the_other_of_its_merchant() {
    receiver.answerWith(delivery -> delivery.path().startsWith("/hang") ? Receiver.HANG : 204);
    MerchantId merchant = outbox.merchant(receiver.url("/healthy"));
    outbox.webhook(merchant, WebhookScope.fiat_settlement, receiver.url("/hang"));
    Dispatcher node = outbox.startPatientNode();
    outbox.recordOn(node, merchant, WebhookScope.fiat_settlement, 200);
    awaitHanging(AttemptCapacity.MAX_PER_WEBHOOK);
    outbox.recordOn(node, merchant, 20); // sent at once
    outbox.record(merchant, 80); // from the queue
    node.wake();
    Await.until("the healthy one is served", () -> receiver.deliveries("/healthy").size() == 100);
    assertThat(receiver.deliveries("/hang")).hasSize(AttemptCapacity.MAX_PER_WEBHOOK);
  }

  /** No lease ends meanwhile, however slow this machine is. */
  private void awaitHanging(int count) {
    Await.until(
        "the hanging ones have their share",
        () -> {
          outbox.keepLeases();
          return receiver.deliveries().size() == count;
        });
  }

  @Test
  void endpoint_never_has_more_than_its_share_under_way() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    receiver.answerWith(
        delivery -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          TimeUnit.MILLISECONDS.sleep(20);
          now.decrementAndGet();
          return 204;
        });
    outbox.record(outbox.merchant(receiver.url("/a")), 400);
    outbox.startNode();
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(most.get()).isBetween(2, AttemptCapacity.MAX_PER_WEBHOOK);
  }

  @Test
  void closed_node_gives_back_what_hangs_and_another_sends_it_at_once() {
    receiver.answerWith(delivery -> Receiver.HANG);
    EventId event = outbox.record(outbox.merchant(receiver.url("/a")), 1).getFirst();
    Dispatcher first = outbox.startPatientNode(); // what it sends is canceled, and not timed out
    Await.until("it is under way", () -> receiver.deliveries().size() == 1);
    first.close();
    assertThat(outbox.rows().getFirst().claimed()).isFalse();
    assertThat(outbox.attemptsLogged()).as("a canceled attempt is no failure").isZero();
    receiver.answerWith(delivery -> 204);
    outbox.startNode();
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    assertThat(receiver.deliveriesOf(event.toString()))
        .extracting(Receiver.Delivery::attempt)
        .containsExactly(1, 1);
  }

  @Test
  void webhook_that_is_gone_fails_the_attempt_and_one_that_comes_back_gets_the_next() {
    MerchantId merchant = outbox.merchant(receiver.url("/a"));
    outbox.record(merchant, 1);
    outbox.sql("update webhook set active = false");
    outbox.startNode();
    Await.until("the first attempt is over", () -> outbox.attemptsLogged() >= 1);
    outbox.sql("update webhook set active = true");
    Await.until("all are delivered", () -> outbox.allAre(DeliveryState.delivered));
    int attempts = outbox.attemptsLogged(); // on a slow machine it came back after the second
    assertThat(attempts).isGreaterThan(1);
    assertThat(receiver.deliveries())
        .extracting(Receiver.Delivery::attempt)
        .containsExactly(attempts);
  }

  @Test
  void secret_that_cannot_be_opened_stops_nobody_else() {
    outbox.record(outbox.merchant(receiver.url("/broken")), 1);
    outbox.sql("update webhook set signing_secret = '\\x00'");
    outbox.record(outbox.merchant(receiver.url("/healthy")), 1);
    outbox.startNode();
    Await.until("the healthy one is served", () -> receiver.deliveries().size() == 1);
    Await.until("the broken one is told", () -> !errors().isEmpty());
    assertThat(receiver.deliveries("/broken")).isEmpty();
  }

  private List<String> errors() {
    return outbox.stored().texts("select error from delivery_attempt where error is not null");
  }
}
