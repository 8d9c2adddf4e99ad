package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.WithinOneDay;
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
    merchant.put(WEBHOOK, "{\"webhookUrl\":\"" + receiver.url("/hook") + "\"}").expect(200);
  }

  @Test
  void an_exhausted_delivery_is_listed_until_it_is_sent_again() {
    String event = exhausted();
    String list = operator.get(DELIVERIES).expect(200).body();
    assertThat(list).contains(event, "answered 500", "4 attempts", receiver.url("/hook"));
    assertThat(operator.get("/admin").body()).contains("given up and not sent again");
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
    assertThat(pages.get("/dashboard").body())
        .contains("Webhooks for “Payments” fail", "Last error: answered 500")
        .contains("href=\"/dashboard/webhooks#scope-invoice_settlement\"");
    assertThat(pages.get("/dashboard/webhooks").body())
        .contains(
            "<span class=\"badge bad\">Failing</span>",
            "then redeliver the events",
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
    assertThat(pages.get("/dashboard").body()).doesNotContain("Webhooks for “Payments” fail");
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
