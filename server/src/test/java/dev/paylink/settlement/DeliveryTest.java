package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestService;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From the reported outcome to the merchant's receiver, its log, and sending it again. */
final class DeliveryTest extends SettlementTest {
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  @AutoClose private final Receiver receiver = new Receiver(delivery -> 204);
  private String secret;

  @BeforeEach
  void configure() {
    merchant.delete(WEBHOOK).expect(204);
    // What another test has left under way would come to this one's receiver.
    stored.change(
        "update delivery set state = 'exhausted', claim_id = null"
            + " where state in ('pending', 'waiting')");
    secret = merchant.putWebhook(receiver.url("/hook")).text("signingSecret");
  }

  @Test
  void confirmed_payment_is_told_once_in_bytes_that_verify_in_every_way() throws Exception {
    String id =
        payment(
            "{\"amount\":\"7.25\",\"reference\":\"o-7\",\"metadata\":{\"ville\":\"Zürich ✓\"}}");
    callback.report(SUBMITTED, id).expect(200); // for which this webhook does not ask
    callback.report(CONFIRMED, id).expect(200);
    String event = eventOf(id);
    awaitState(event, "delivered");
    Receiver.Delivery delivery = receiver.deliveriesOf(event).getFirst();
    new com.standardwebhooks.Webhook(secret).verify(delivery.body(), delivery.headers());
    WebhookEvent verified =
        WebhookVerifier.with(secret)
            .verify(delivery.headers(), delivery.body().getBytes(StandardCharsets.UTF_8));
    assertThat(verified.paymentId()).isEqualTo(id);
    assertThat(verified.metadata()).containsEntry("ville", "Zürich ✓");
    assertThat(delivery.header("content-type")).isEqualTo("application/json");
    assertThat(delivery.header("user-agent")).startsWith("PaymentLinkService/");
    assertThat(calls.get("/sdk/server/events?limit=100").body()).contains(delivery.body());
    assertThat(receiver.deliveriesOf(event)).hasSize(1);
    Reply told = merchant.get("/merchant/events?paymentId=" + id);
    assertThat(told.each("type")).containsExactly(CONFIRMED, SUBMITTED);
    assertThat(told.each("eventId")).first().isEqualTo(event);
    assertThat(told.json().at("/data/1/delivery/state").asString()).isEqualTo("none");
    assertThat(receiver.deliveries()).hasSize(1);
  }

  @Test
  void other_interface_inactive_webhook_and_no_webhook_send_nothing_but_are_in_the_feed() {
    String mobile = payment("{\"interface\":\"mobile-sdk\"}");
    callback.report(CONFIRMED, mobile).expect(200);
    choose("\"active\":false");
    String paused = payment();
    callback.report(CONFIRMED, paused).expect(200);
    merchant.delete(WEBHOOK).expect(204);
    String none = payment();
    callback.report(CONFIRMED, none).expect(200);
    String feed = calls.get("/sdk/server/events?limit=100").body();
    for (String id : List.of(mobile, paused, none)) {
      assertThat(feed).contains(id);
      assertThat(stateOf(id)).isEqualTo("none");
    }
    assertThat(receiver.deliveries()).isEmpty();
  }

  @Test
  void four_attempts_with_the_waits_the_same_bytes_and_a_log_then_it_is_exhausted() {
    receiver.answerWith(delivery -> 500);
    Standstill still = new Standstill();
    String id = payment();
    callback.report(FAILED, id).expect(200);
    String event = eventOf(id);
    awaitState(event, "exhausted");
    List<Receiver.Delivery> deliveries = receiver.deliveriesOf(event);
    assertThat(deliveries).extracting(Receiver.Delivery::attempt).containsExactly(1, 2, 3, 4);
    assertThat(deliveries).extracting(Receiver.Delivery::body).containsOnly(storedBody(event));
    for (int i = 0; i < 3; i++) {
      long gap = deliveries.get(i + 1).atNanos() - deliveries.get(i).atNanos();
      Duration wait = Duration.ofSeconds(2L << i);
      assertThat(Duration.ofNanos(gap)).isGreaterThanOrEqualTo(wait);
      // The upper bound is loose: the machine may be busy. The bench measures it.
      assertThat(still.without(Duration.ofNanos(gap))).isLessThan(wait.plusSeconds(10));
    }
    still.close();
    Reply attempts = merchant.get("/merchant/events/" + event + "/attempts").expect(200);
    assertThat(attempts.json().required("data").size()).isEqualTo(4);
    assertThat(attempts.body()).contains("\"status\":500", "\"error\":\"answered 500\"");
    assertThat(metrics(service) + metrics(otherNode)) // either may have made the last attempt
        .containsPattern("paylink_webhook_attempts_total\\{result=\"exhausted\"} [1-9]");
  }

  @Test
  void only_the_events_that_are_asked_for_are_sent_whatever_is_sent_again() {
    choose("\"events\":[\"payment.failed\"]");
    String id = payment();
    Instant from = Instant.now().minusSeconds(60);
    callback.report(CONFIRMED, id).expect(200);
    String confirmed = eventOf(id);
    callback.report(FAILED, id).expect(200);
    String failed = eventOf(id);
    awaitState(failed, "delivered");
    assertThat(receiver.deliveriesOf(confirmed)).isEmpty();
    assertThat(calls.get("/sdk/server/events?limit=100").body()).contains(confirmed);
    redeliver(confirmed).expectProblem(409, "EVENT_NOT_DELIVERABLE");
    redeliverRange(from, Instant.now().plusSeconds(60), "\"none\"");
    choose("\"events\":[\"payment.confirmed\"]");
    assertThat(receiver.deliveriesOf(confirmed)).isEmpty();
    redeliver(confirmed).expect(202);
    awaitState(confirmed, "delivered");
  }

  @Test
  void extended_run_is_shown_replaced_and_stopped() {
    choose("\"retry\":\"extended\"");
    receiver.answerWith(delivery -> 500);
    String event = waiting();
    JsonNode listed = merchant.get("/merchant/events?limit=1").expect(200).json().at("/data/0");
    assertThat(listed.at("/delivery/state").asString()).isEqualTo("pending");
    assertThat(listed.at("/delivery/attempts").asInt()).isEqualTo(4);
    Instant next = Instant.parse(listed.at("/delivery/nextAttemptAt").asString());
    assertThat(next).isBetween(Instant.now(), Instant.now().plusSeconds(61));
    assertThat(merchant.get("/merchant/events/" + event + "/attempts").text("nextAttemptAt"))
        .isEqualTo(listed.at("/delivery/nextAttemptAt").asString());

    Guest pages = new Guest(service.baseUrl()).withCookie(merchant.cookie());
    String page = pages.get("/dashboard/events/" + event).expect(200).body();
    assertThat(page).contains("Next attempt", "Stop trying");
    assertThat(pages.get("/dashboard/events?state=pending").body()).contains(event);
    otherNode.signedIn().post(stop(event)).expectProblem(404, "EVENT_NOT_FOUND");
    merchant.post(stop(event)).expect(200);
    merchant.post(stop(event)).expectProblem(409, "NOTHING_TO_STOP");
    awaitState(event, "exhausted");
    assertThat(pages.get("/dashboard/events/" + event).body()).doesNotContain("Stop trying");

    String other = waiting();
    receiver.answerWith(delivery -> 204);
    assertThat(
            redeliverRange(next.minusSeconds(3600), next.plusSeconds(3600), "\"pending\"")
                .json()
                .required("redelivered")
                .asInt())
        .isEqualTo(1);
    awaitState(other, "delivered");
    assertThat(
            stored.texts("select state from delivery where event_id = ? order by id", uuid(other)))
        .as("the run that waited is over")
        .containsExactly("exhausted", "delivered");
  }

  @Test
  void waiting_run_goes_on_when_its_time_has_come() {
    choose("\"retry\":\"extended\"");
    receiver.answerWith(delivery -> 500);
    String event = waiting();
    receiver.answerWith(delivery -> 204);
    stored.text(
        "update delivery set due_at = now() where event_id = ? returning state", uuid(event));
    awaitState(event, "delivered");
    assertThat(receiver.deliveriesOf(event).getLast().attempt()).isEqualTo(5);
  }

  @Test
  void redelivery_sends_the_same_bytes_in_a_new_run() {
    String id = payment();
    callback.report(CONFIRMED, id).expect(200);
    String event = eventOf(id);
    awaitState(event, "delivered");
    callback.report(FAILED, id).expect(200); // the payment changes, the first event does not
    assertThat(redeliver(event).expect(202).body()).isEqualTo("{\"redelivered\":1,\"more\":false}");
    Await.until("it came again", () -> receiver.deliveriesOf(event).size() == 2);
    assertThat(receiver.deliveriesOf(event))
        .allMatch(delivery -> delivery.attempt() == 1 && delivery.body().equals(storedBody(event)));
    awaitState(event, "delivered");
    assertThat(attemptsOf(event)).isEqualTo(2);
  }

  @Test
  void impatient_second_redelivery_is_not_doubled() {
    String id = payment("{\"amount\":\"1.00\"}");
    callback.report(CONFIRMED, id).expect(200);
    String event = eventOf(id);
    awaitState(event, "delivered");
    receiver.answerWith(delivery -> Receiver.HANG);
    redeliver(event).expect(202);
    redeliver(event).expect(202);
    Await.until("it is under way", () -> receiver.deliveriesOf(event).size() == 2);
    redeliver(event).expect(202);
    assertThat(stored.text("select count(*) from delivery where event_id = ?", uuid(event)))
        .isEqualTo("2");
  }

  @Test
  void range_redelivers_what_is_in_that_state_only() {
    Instant start = Instant.now().minusMillis(1);
    String delivered = settledEvent();
    awaitState(delivered, "delivered");
    merchant.delete(WEBHOOK).expect(204);
    String missed = settledEvent();
    configure();
    Instant end = Instant.now().plusMillis(1);
    assertThat(redeliverRange(start, end, "\"exhausted\"").body()).contains("\"redelivered\":0");
    assertThat(redeliverRange(start, end, "\"none\"").body()).contains("\"redelivered\":1");
    awaitState(missed, "delivered");
    assertThat(receiver.deliveriesOf(missed)).hasSize(1);
    assertThat(receiver.deliveriesOf(delivered)).hasSize(1);
    assertThat(redeliverRange(start, end, "\"delivered\"").body()).contains("\"redelivered\":2");
    Await.until("both came again", () -> receiver.deliveries().size() == 4);
    assertThat(redeliverRange(start, end, "null").body())
        .as("the default is what was exhausted")
        .contains("\"redelivered\":0");
  }

  @Test
  void server_redelivers_by_key_with_the_same_answers() {
    Instant start = Instant.now().minusMillis(1);
    String event = settledEvent();
    awaitState(event, "delivered");
    String one = "/sdk/server/events/" + event + "/redeliver";
    assertThat(calls.post(one, "").expect(202).body())
        .isEqualTo("{\"redelivered\":1,\"more\":false}");
    Await.until("it came again", () -> receiver.deliveriesOf(event).size() == 2);
    assertThat(receiver.deliveriesOf(event).get(1).body())
        .isEqualTo(receiver.deliveriesOf(event).get(0).body());
    awaitState(event, "delivered");
    String all = "/sdk/server/events/redeliver";
    String span = "{\"from\":\"%s\",\"to\":\"%s\",\"state\":\"delivered\"}";
    String range = span.formatted(start, Instant.now().plusMillis(1));
    assertThat(calls.post(all, range).expect(202).body())
        .isEqualTo("{\"redelivered\":1,\"more\":false}");
    Await.until("and again", () -> receiver.deliveriesOf(event).size() == 3);
    assertThat(stored.audit(service.merchant().merchantId()))
        .filteredOn(
            line -> line.matches("events?\\.redelivered by key_[0-9a-z]+ from 127.0.0.1 .*"))
        .hasSize(2);
    calls
        .with("X-Signature", "00".repeat(32))
        .post(one, "")
        .expectProblem(401, "INVALID_SIGNATURE");
    calls.post(all, "{\"from\":\"today\"}").expectProblem(400, "INVALID_REQUEST");
    otherNode.calls().post(one, "").expectProblem(404, "EVENT_NOT_FOUND");
    merchant.delete(WEBHOOK).expect(204);
    calls.post(one, "").expectProblem(409, "WEBHOOK_NOT_ACTIVE");
    calls.post(all, range).expectProblem(409, "WEBHOOK_NOT_ACTIVE");
  }

  @Test
  void range_with_faults_is_refused_with_all_of_them() {
    merchant
        .post("/merchant/events/redeliver", "{\"from\":\"today\",\"state\":\"pending\"}")
        .expectProblem(400, "INVALID_REQUEST");
    merchant
        .post(
            "/merchant/events/redeliver",
            "{\"from\":\"2026-01-02T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\"}")
        .expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void what_is_never_delivered_or_not_yours_is_not_redelivered() {
    String mobile = payment("{\"interface\":\"mobile-sdk\"}");
    callback.report(CONFIRMED, mobile).expect(200);
    redeliver(eventOf(mobile)).expectProblem(409, "EVENT_NOT_DELIVERABLE");
    String event = settledEvent();
    awaitState(event, "delivered");
    otherNode
        .signedIn()
        .post("/merchant/events/" + event + "/redeliver")
        .expectProblem(404, "EVENT_NOT_FOUND");
    otherNode
        .signedIn()
        .get("/merchant/events/" + event + "/attempts")
        .expectProblem(404, "EVENT_NOT_FOUND");
    redeliver("evt_nonsense").expectProblem(404, "EVENT_NOT_FOUND");
    merchant.delete(WEBHOOK).expect(204);
    redeliver(event).expectProblem(409, "WEBHOOK_NOT_ACTIVE");
    service.browser().get("/merchant/events").expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void events_are_listed_newest_first_page_by_page() {
    List<String> events = List.of(settledEvent(), settledEvent(), settledEvent());
    Reply first = merchant.get("/merchant/events?limit=2").expect(200);
    assertThat(first.each("eventId")).containsExactly(events.get(2), events.get(1));
    Reply second =
        merchant.get("/merchant/events?limit=1&cursor=" + first.text("nextCursor")).expect(200);
    assertThat(second.each("eventId")).containsExactly(events.get(0));
    merchant.get("/merchant/events?cursor=evt_x&limit=0").expectProblem(400, "INVALID_REQUEST");
  }

  private static String metrics(TestService node) {
    return new Browser(node.internalUrl()).get("/metrics").body();
  }

  private String settledEvent() {
    String id = payment();
    callback.report(CONFIRMED, id).expect(200);
    return eventOf(id);
  }

  private void choose(String setting) {
    merchant.putWebhook(receiver.url("/hook"), setting);
  }

  /** An event whose fourth attempt has failed and whose fifth is due in a minute. */
  private String waiting() {
    String event = settledEvent();
    Await.until("first attempt", () -> attemptsOf(event) >= 1); // soon a second follows
    stored.text(
        "update delivery set attempts = 3, due_at = now() where event_id = ? returning state",
        uuid(event));
    awaitState(event, "waiting");
    return event;
  }

  private static String stop(String event) {
    return "/merchant/events/" + event + "/stop";
  }

  private Reply redeliver(String event) {
    return merchant.post("/merchant/events/" + event + "/redeliver");
  }

  private Reply redeliverRange(Instant from, Instant to, String state) {
    return merchant
        .post(
            "/merchant/events/redeliver",
            "{\"from\":\"%s\",\"to\":\"%s\",\"state\":%s}".formatted(from, to, state))
        .expect(202);
  }

  private String eventOf(String paymentId) {
    return merchant
        .get("/merchant/events?paymentId=" + paymentId)
        .expect(200)
        .each("eventId")
        .getFirst();
  }

  private String stateOf(String paymentId) {
    return merchant
        .get("/merchant/events?paymentId=" + paymentId)
        .expect(200)
        .json()
        .at("/data/0/delivery/state")
        .asString();
  }

  private void awaitState(String event, String state) {
    Await.until(
        event + " is " + state,
        () ->
            stored
                .text(
                    "select state from delivery where event_id = ? order by id desc limit 1",
                    uuid(event))
                .equals(state));
  }

  private int attemptsOf(String event) {
    return merchant
        .get("/merchant/events/" + event + "/attempts")
        .expect(200)
        .json()
        .required("data")
        .size();
  }

  private static String storedBody(String event) {
    return stored.text("select convert_from(body, 'UTF8') from event where id = ?", uuid(event));
  }

  private static java.util.UUID uuid(String event) {
    return java.util.Objects.requireNonNull(dev.paylink.platform.id.TypeId.parse("evt", event));
  }
}
