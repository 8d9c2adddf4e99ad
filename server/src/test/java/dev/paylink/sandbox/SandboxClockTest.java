package dev.paylink.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A sandbox's time passes at will, for what is business and for nothing else. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class SandboxClockTest {
  private static final String CLOCK = "/sandbox/clock";
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Stored STORED = SERVICE.stored();

  private final SignedCalls calls = SERVICE.calls();
  private final Browser merchant = SERVICE.signedIn();

  @Test
  @Order(1)
  void payment_expires_by_the_clock_and_a_new_one_lasts_its_time_from_there() {
    String old = create("{\"expiresIn\":600}").text("paymentId");
    Instant before = Instant.parse(calls.get(CLOCK).expect(200).text("now"));
    Reply moved = advance(900).expect(200);
    assertThat(Instant.parse(moved.text("now"))).isAfterOrEqualTo(before.plusSeconds(900));
    Reply young = create("{\"expiresIn\":600}");
    Await.until("it expires", () -> status(old).text("status").equals("failed"));
    assertThat(status(old).text("failureReason")).isEqualTo("expired");
    assertThat(status(young.text("paymentId")).text("status")).isEqualTo("created");
    assertThat(Instant.parse(young.text("createdAt"))).isAfter(before.plusSeconds(899));
    assertThat(Instant.parse(young.text("expiresAt")))
        .isEqualTo(Instant.parse(young.text("createdAt")).plusSeconds(600));
  }

  @Test
  @Order(2)
  void five_seconds_are_enough_in_a_sandbox_and_four_are_not() {
    calls.create("{\"expiresIn\":4}").expectProblem(400, "INVALID_REQUEST");
    String id = create("{\"expiresIn\":5}").text("paymentId");
    advance(60).expect(200);
    Await.until("it expires", () -> status(id).text("status").equals("failed"));
  }

  @Test
  @Order(3)
  void extended_retries_follow_and_signatures_and_sessions_do_not() {
    try (Receiver receiver = new Receiver(delivery -> 500)) {
      merchant.putWebhook(receiver.url("/hook"), "\"retry\":\"extended\"");
      String id = create("{}").text("paymentId");
      SERVICE.callback().report("payment.confirmed", id).expect(200);
      for (int attempt = 1; attempt <= 5; attempt++) {
        int made = attempt;
        Await.until("attempt " + made, () -> receiver.deliveries().size() >= made);
        Await.until("it is recorded", () -> attempts(id) >= made);
        advance(attempt < 4 ? 10 : 60).expect(200);
      }
      Instant sent =
          Instant.ofEpochSecond(
              Long.parseLong(receiver.deliveries().getLast().header("webhook-timestamp")));
      assertThat(sent).isBefore(Instant.now().plusSeconds(60));
      receiver.answerWith(delivery -> 204);
      advance(300).expect(200);
      Await.until("delivered", () -> latest(id, "delivery/state").equals("delivered"));
      assertThat(receiver.deliveries().getLast().attempt()).isEqualTo(6);
      merchant.post("/merchant/events/" + latest(id, "eventId") + "/redeliver").expect(202);
      Await.until("again", () -> receiver.deliveries().size() == 7);
      Await.until("the new run is the latest", () -> latest(id, "delivery/attempts").equals("1"));
    }
    merchant.delete("/merchant/webhooks/invoice_settlement").expect(204);
    merchant.get("/merchant/profile").expect(200);
    calls.getSigned("/sdk/server/payments").expect(200); // signed by real time
  }

  @Test
  @Order(4)
  void announced_address_takes_effect() {
    STORED.texts(
        """
            update merchant set pending_deposit_address = ?,
                   pending_deposit_address_from = now() + interval '2 days'
             where id = (select merchant_id from api_key where api_key = ?) returning id::text
            """,
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        SERVICE.merchant().apiKey());
    advance(Duration.ofDays(1).toSeconds()).expect(200);
    assertThat(merchant.get("/merchant/profile").text("depositAddress")).startsWith("0x5aAeb6");
    advance(Duration.ofDays(1).toSeconds()).expect(200);
    assertThat(merchant.get("/merchant/profile").text("depositAddress")).startsWith("0xfB6916");
  }

  @Test
  @Order(5)
  void clock_never_goes_back_or_too_far_and_nobody_moves_it_without_a_secret() {
    for (String body :
        new String[] {
          "{}",
          "{\"advanceSeconds\":-1}",
          "{\"advanceSeconds\":31622401}",
          "{\"advanceSeconds\":\"5\"}",
          "{\"advanceSeconds\":5,\"now\":1}"
        }) {
      calls.post(CLOCK, body).expectProblem(400, "INVALID_REQUEST");
    }
    SERVICE
        .browser()
        .with("X-API-Key", SERVICE.merchant().apiKey())
        .post(CLOCK, "{\"advanceSeconds\":5}")
        .expectProblem(401, "INVALID_API_KEY");
    long ahead = calls.get(CLOCK).json().required("aheadSeconds").asLong();
    advance(0).expect(200);
    advance(31_622_400).expectProblem(400, "INVALID_REQUEST");
    assertThat(calls.get(CLOCK).json().required("aheadSeconds").asLong()).isEqualTo(ahead);
    try (TestService live = TestService.builder().live().start()) {
      live.browser().get(CLOCK).expectProblem(404, "NOT_FOUND");
      live.browser().post(CLOCK, "{\"advanceSeconds\":5}").expectProblem(404, "NOT_FOUND");
      SignedCalls shop = live.newMerchant("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
      shop.create("{\"expiresIn\":299}").expectProblem(400, "INVALID_REQUEST");
      shop.create("{\"expiresIn\":300}").expect(200);
    }
  }

  @Test
  @Order(6)
  void another_node_and_a_restart_keep_the_clock_and_a_year_is_no_trouble() {
    long left = 31_622_400 - calls.get(CLOCK).json().required("aheadSeconds").asLong();
    String id = create("{\"expiresIn\":2592000}").text("paymentId");
    advance(left).expect(200);
    try (TestService other = SERVICE.anotherNode()) {
      Reply there = SERVICE.callsAs(other).get(CLOCK);
      assertThat(other.calls().get(CLOCK).json().required("aheadSeconds").asLong())
          .as(there.body())
          .isEqualTo(31_622_400);
    }
    Await.until("it expires", () -> status(id).text("status").equals("failed"));
    String paid = create("{\"amount\":\"1.00\"}").text("paymentId");
    calls.simulate("payments/" + paid, "pay").expect(200);
    Await.until("the chain goes on", () -> status(paid).text("status").equals("success"));
  }

  private Reply create(String body) {
    return calls.create(body).expect(200);
  }

  private Reply status(String id) {
    return calls.status(id).expect(200);
  }

  private Reply advance(long seconds) {
    return calls.advance(seconds);
  }

  private int attempts(String paymentId) {
    return STORED
        .texts(
            "select a.attempt from delivery_attempt a join event e on e.id = a.event_id"
                + " where e.payment_id = ?",
            Stored.payment(paymentId))
        .size();
  }

  /** A member of the payment's latest event. */
  private String latest(String paymentId, String pointer) {
    Reply events = merchant.get("/merchant/events?paymentId=" + paymentId);
    return events.json().at("/data/0/" + pointer).asString();
  }
}
