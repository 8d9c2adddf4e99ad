package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.ids.EventId;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.WithinOneDay;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** What was given up is found and sent again; money that went elsewhere is seen. */
@ExtendWith(WithinOneDay.class)
final class DeskOperationsTest extends DeskTest {
  private static final String DELIVERIES = "/admin/desk/deliveries";
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  @AutoClose private final Receiver receiver = new Receiver(delivery -> 500);
  private Guest operator;
  private Browser merchant;
  private String id;

  @BeforeEach
  void configure() {
    operator = operator();
    merchant = service.signedIn();
    id = idOf(merchant);
    listen(true);
  }

  private void listen(boolean active) {
    listen(active, "\"payment.confirmed\",\"payment.failed\"");
  }

  private void listen(boolean active, String events) {
    merchant
        .put(
            WEBHOOK,
            """
            {"webhookUrl":"%s","active":%s,"events":[%s]}"""
                .formatted(receiver.url("/hook"), active, events))
        .expect(200);
  }

  @Test
  void an_exhausted_delivery_is_listed_until_it_is_sent_again() {
    String event = exhausted();
    String list = operator.get(DELIVERIES).expect(200).body();
    assertThat(list).contains(event, "answered 500", "4 attempts", receiver.url("/hook"));
    assertThat(operator.get("/admin").body()).contains("and not sent again");
    receiver.answerWith(delivery -> 204);
    operator.post(page(id) + "/events/" + event + "/redeliver").expect(303);
    Await.until("it came again", () -> receiver.deliveriesOf(event).size() == 5);
    assertThat(operator.get(DELIVERIES).body()).doesNotContain(event);
    assertThat(service.stored().audit(id))
        .contains("event.redelivered by token from 127.0.0.1 : - > " + event);
  }

  @Test
  void a_failing_webhook_is_called_so_everywhere_until_it_is_delivered_to() {
    Guest pages = new Guest(service.baseUrl()).withCookie(merchant.cookie());
    String event = exhausted();
    String hook = receiver.url("/hook");
    Reply read = merchant.get(WEBHOOK).expect(200);
    assertThat(read.json().at("/health/state").asString()).isEqualTo("failing");
    assertThat(read.json().at("/health/lastError").asString()).isEqualTo("answered 500");
    assertThat(read.json().at("/health/lastErrorUrl").asString()).isEqualTo(hook);
    String gauge = "paylink_merchant_webhook_errors{merchant=\"" + id + "\"}";
    Await.until("the metric has the merchant", () -> metrics().contains(gauge));
    assertThat(metrics()).contains("paylink_webhooks_failing 1");
    assertThat(pages.get("/dashboard").body())
        .contains("Webhooks for “Payments” are failing", "Last error: answered 500")
        .contains("href=\"/dashboard/webhooks#scope-invoice_settlement\"");
    assertThat(pages.get("/dashboard/webhooks").body())
        .contains(
            "<span class=\"badge bad\">Failing</span>",
            "then redeliver the exhausted events",
            "answered 500");
    assertThat(operator.get("/admin").body()).contains("Failing webhooks");
    assertThat(operator.get(DELIVERIES).body()).contains("id=\"failing\"", hook);
    assertThat(operator.get(page(id)).body()).contains("<span class=\"badge bad\">Failing</span>");
    assertThat(operator.get("/admin/desk/system").body())
        .contains("Exhausted deliveries", "Failing webhooks")
        .doesNotContain("Nothing to do");

    String moved = receiver.url("/moved");
    merchant.put(WEBHOOK, "{\"webhookUrl\":\"" + moved + "\"}").expect(200);
    assertThat(health()).isEqualTo("unknown");
    assertThat(pages.get("/dashboard").body())
        .doesNotContain("Webhooks for “Payments” are failing");
    assertThat(operator.get(DELIVERIES).body())
        .doesNotContain("id=\"failing\"")
        .contains("<code>" + hook + "</code>", "The webhook is now <code>" + moved);
    receiver.answerWith(delivery -> 204);
    operator.post(page(id) + "/events/" + event + "/redeliver").expect(303);
    Await.until("it is healthy", () -> health().equals("healthy"));
    JsonNode attempts =
        merchant.get("/merchant/events/" + event + "/attempts").expect(200).json().required("data");
    assertThat(attempts.valueStream().map(attempt -> attempt.required("url").asString()))
        .containsExactly(hook, hook, hook, hook, moved);
    assertThat(pages.get("/dashboard/webhooks").body())
        .contains("<span class=\"badge good\">Active</span>");
  }

  private static String metrics() {
    return new Browser(service.internalUrl()).get("/metrics").expect(200).body();
  }

  private String health() {
    return merchant.get(WEBHOOK).expect(200).json().at("/health/state").asString();
  }

  @Test
  void all_of_a_merchant_are_sent_again_at_once_and_only_once() {
    String first = exhausted();
    String second = exhausted();
    String others = idOf(register("Somebody else"));
    assertThat(operator.get(DELIVERIES + "?merchant=" + id).body()).contains(first, second);
    assertThat(operator.get(DELIVERIES + "?merchant=" + others).body())
        .doesNotContain(first)
        .contains("No exhausted deliveries");
    receiver.answerWith(delivery -> 204);
    operator.post(page(id) + "/redeliver").expect(303);
    operator.post(page(id) + "/redeliver").expect(303);
    Await.until(
        "both came again",
        () ->
            receiver.deliveriesOf(first).size() == 5 && receiver.deliveriesOf(second).size() == 5);
    assertThat(service.stored().audit(id).stream().filter(e -> e.contains("2 exhausted")))
        .hasSize(1);
  }

  @Test
  void after_an_outage_all_that_was_exhausted_is_sent_again_once_even_after_a_fault() {
    String before = exhausted();
    String from = now();
    String first = exhausted();
    String second = exhausted();
    String to = now();
    String after = exhausted();
    receiver.answerWith(delivery -> 204);
    // As a node that ends between sending and noting how far it is.
    service
        .stored()
        .change(
            "create function fault() returns trigger language plpgsql as"
                + " 'begin raise exception ''planted''; end'");
    service
        .stored()
        .change(
            "create trigger fault before update of done_at on redelivery_order"
                + " for each row execute function fault()");
    order(operator, from, to).expect(303);
    Await.until("both came again", () -> times(first) == 5 && times(second) == 5);
    assertThat(orders().at("/0/events").asInt()).isEqualTo(2);
    service.stored().change("drop trigger fault on redelivery_order");
    Await.until("it is finished", () -> orders().at("/0/finishedAt").isString());
    assertThat(orders().at("/0/events").asInt()).isEqualTo(2);
    assertThat(orders().at("/0/skipped").asInt()).isZero();
    assertThat(orders().at("/0/reason").asString()).isEqualTo("our resolver was down");
    assertThat(times(before)).isEqualTo(4);
    assertThat(times(after)).isEqualTo(4);
    assertThat(times(first) + times(second)).isEqualTo(10);
    assertThat(service.stored().audit(id))
        .filteredOn(entry -> entry.contains(" exhausted from "))
        .singleElement()
        .asString()
        .startsWith("events.redelivered by token")
        .contains("2 exhausted from " + from + " to " + to);
    assertThat(operator.get("/admin/desk/redeliveries").body())
        .contains("our resolver was down", "Finished");
  }

  @Test
  void webhooks_that_are_paused_are_skipped_and_wrong_times_are_refused() {
    service.calls().advance(120).expect(200); // times are over by the clock of the sandbox
    String from = now();
    String event = exhausted();
    String to = now();
    listen(false);
    order(operator, from, to).expect(303);
    Await.until(
        "it is skipped",
        () -> orders().at("/0/finishedAt").isString() && orders().at("/0/skipped").asInt() == 1);
    assertThat(orders().at("/0/events").asInt()).isZero();
    assertThat(operator.get(DELIVERIES).body()).contains(event);
    assertThat(order(operator, to, from).expect(400).body()).contains("must be later than");
    String future = Timestamps.format(Instant.parse(to).plus(1, ChronoUnit.HOURS));
    assertThat(order(operator, from, future).expect(400).body())
        .contains("must not be in the future");
    assertThat(order(operator, "2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z").expect(400).body())
        .contains("at most 31 days");
    service
        .operator()
        .post("/admin/redeliveries", "{\"from\":\"" + from + "\"}")
        .expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void events_that_no_webhook_asks_for_any_more_are_not_sent_again() {
    String from = now();
    String event = exhausted();
    String to = now();
    listen(true, "\"payment.failed\"");
    order(operator, from, to).expect(303);
    Await.until("it is finished", () -> orders().at("/0/finishedAt").isString());
    assertThat(orders().at("/0/events").asInt()).isZero();
    assertThat(orders().at("/0/skipped").asInt()).isEqualTo(1);
    operator.post(page(id) + "/redeliver").expect(303);
    assertThat(
            service
                .stored()
                .text(
                    "select count(*) from delivery where event_id = ?",
                    Objects.requireNonNull(EventId.parse(event)).value()))
        .isEqualTo("1");
    receiver.answerWith(delivery -> 204);
    listen(true);
    operator.post(page(id) + "/redeliver").expect(303);
    Await.until("it came again", () -> times(event) == 5);
  }

  private static Reply order(Guest operator, String from, String to) {
    return operator.post(
        "/admin/desk/redeliveries",
        "from",
        from.replace("Z", ""),
        "to",
        to.replace("Z", ""),
        "reason",
        "our resolver was down");
  }

  private static JsonNode orders() {
    return service.operator().get("/admin/redeliveries").expect(200).json().required("data");
  }

  private int times(String event) {
    return receiver.deliveriesOf(event).size();
  }

  /** The time that deliveries have: the database's, as far ahead as the sandbox is. */
  private static String now() {
    return service
        .stored()
        .text(
            """
            select to_char((clock_timestamp() + interval '1 millisecond'
                            + coalesce(max(ahead_seconds), 0) * interval '1 second') at time zone 'UTC',
                           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
              from sandbox_clock
            """);
  }

  @Test
  void nothing_is_sent_where_nobody_listens_or_nothing_is() {
    String event = exhausted();
    merchant.delete(WEBHOOK).expect(204);
    assertThat(operator.post(page(id) + "/events/" + event + "/redeliver").expect(409).body())
        .contains("has no active webhook");
    operator.post(page(id) + "/redeliver").expect(409);
    String other = page(idOf(register("Somebody else")));
    operator.post(other + "/events/" + event + "/redeliver").expect(404);
    operator.post(page(id) + "/events/evt_x/redeliver").expect(404);
    assertThat(operator.get(DELIVERIES).body()).contains("No webhook");
  }

  @Test
  void a_mismatch_shows_what_was_asked_and_what_was_paid() {
    String payment = service.calls().create("{\"amount\":\"125.50\"}").text("paymentId");
    service
        .callback()
        .reportWith(
            "payment.confirmed", payment, "\"transaction\":{\"amount\":\"1\",\"token\":\"USDC\"}")
        .expectProblem(422, "SETTLEMENT_MISMATCH");
    assertThat(operator.get("/admin/desk/mismatches").expect(200).body())
        .contains(payment, "amount is not the one asked for", "125.50 USD", "1 USDC", page(id));
  }

  @Test
  void the_overview_counts_what_waits() {
    String body = operator.get("/admin").expect(200).body();
    assertThat(body)
        .contains("waiting for a decision", "Due now", "PostgreSQL 18", "Creates", "idle");
  }

  private String exhausted() {
    String payment = service.calls().create("{\"amount\":\"1.00\"}").expect(200).text("paymentId");
    service.callback().report("payment.confirmed", payment).expect(200);
    awaitExhausted(payment);
    return merchant
        .get("/merchant/events?paymentId=" + payment)
        .json()
        .at("/data/0/eventId")
        .asString();
  }
}
