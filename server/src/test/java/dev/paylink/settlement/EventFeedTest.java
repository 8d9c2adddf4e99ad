package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant's events by cursor. */
final class EventFeedTest extends SettlementTest {
  private static final String EVENTS = "/sdk/server/events";

  /** Events of the first merchant, made once: confirmed, failed, confirmed, … */
  private static final List<String> PAYMENTS = new ArrayList<>();

  @BeforeAll
  static void settleSome() {
    for (int i = 0; i < 25; i++) {
      String payment = payment();
      callback.report(i % 2 == 0 ? CONFIRMED : FAILED, payment).expect(200);
      PAYMENTS.add(payment);
    }
  }

  @Test
  void events_come_in_the_order_they_were_recorded_20_at_a_time() {
    Reply page = calls.get(EVENTS).expect(200);
    assertThat(page.each("paymentId")).isEqualTo(PAYMENTS.subList(0, 20));
    Reply rest = calls.get(EVENTS + "?after=" + page.text("nextCursor")).expect(200);
    assertThat(rest.each("paymentId")).isEqualTo(PAYMENTS.subList(20, 25));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 24, 25, 26, 100})
  void following_the_cursor_gives_each_event_once_whatever_the_limit(int limit) {
    List<String> seen = new ArrayList<>();
    String cursor = "";
    while (true) {
      Reply page = calls.get(EVENTS + "?limit=" + limit + "&after=" + cursor).expect(200);
      List<String> payments = page.each("paymentId");
      assertThat(payments).hasSizeLessThanOrEqualTo(limit);
      if (payments.isEmpty()) {
        assertThat(page.text("nextCursor")).isEqualTo(cursor);
        break;
      }
      cursor = page.text("nextCursor");
      assertThat(page.each("eventId").getLast()).isEqualTo(cursor);
      seen.addAll(payments);
    }
    assertThat(seen).isEqualTo(PAYMENTS);
  }

  /** Of a merchant of its own: the gap stays. */
  @Test
  void reader_is_told_of_a_gap_wherever_it_is_in_the_page() {
    Browser owner = service.verified("gap@example.com", PAYEE);
    SignedCalls reader = service.calls(service.activeKey(owner, "{}"));
    for (int i = 0; i < 4; i++) {
      callback.report(CONFIRMED, reader.payment("{\"amount\":\"1.00\"}")).expect(200);
    }
    List<String> ids = reader.get(EVENTS).expect(200).each("eventId");
    assertThat(ids).hasSize(4);
    stored.change(
        "delete from event where position = 3 and merchant_id = ?",
        Stored.uuid(owner.get("/merchant/profile").text("merchantId")));
    Reply before = reader.get(EVENTS + "?after=" + ids.get(0)).expect(200);
    assertThat(before.each("eventId")).containsExactly(ids.get(1));
    reader.get(EVENTS + "?after=" + ids.get(1)).expectProblem(410, "CURSOR_EXPIRED");
    assertThat(reader.get(EVENTS + "?after=" + ids.get(3)).expect(200).each("eventId")).isEmpty();
  }

  @Test
  void feed_without_events_is_empty_and_has_no_cursor() {
    try (TestService third = service.anotherNode()) {
      assertThat(third.calls().get(EVENTS).expect(200).body())
          .isEqualTo("{\"data\":[],\"nextCursor\":null}");
    }
  }

  @Test
  void every_node_gives_the_same_bytes() {
    assertThat(otherNode.callsAs(service).get(EVENTS).expect(200).body())
        .isEqualTo(calls.get(EVENTS).body());
  }

  @Test
  void cursor_that_is_no_event_of_the_merchant_is_refused() {
    String theirs = eventOf(stranger);
    stranger.get(EVENTS + "?after=" + theirs).expect(200);
    String ours = calls.get(EVENTS + "?limit=1").each("eventId").getFirst();
    calls.get(EVENTS + "?after=" + ours).expect(200);
    for (String wrong :
        new String[] {theirs, "evt_01h455vb4pex5vsknk084sn02q", "evt_1", PAYMENTS.getFirst()}) {
      Reply reply = calls.get(EVENTS + "?after=" + wrong);
      assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
          .containsExactly("after");
      assertThat(reply.body()).contains("must be the eventId of one of your events");
    }
  }

  @Test
  void every_parameter_is_accepted_beside_its_nearest_refused_neighbour() {
    calls.get(EVENTS + "?limit=1&waitSeconds=0").expect(200);
    calls.get(EVENTS + "?limit=100&waitSeconds=30").expect(200); // there are events: no wait
    calls.get(EVENTS + "?limit=&waitSeconds=&after=").expect(200);
    Reply reply = calls.get(EVENTS + "?limit=0&waitSeconds=31&after=x&befor=1");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactlyInAnyOrder("befor", "after", "limit", "waitSeconds");
    for (String wrong :
        new String[] {"limit=101", "limit=-1", "limit=1.0", "limit=x", "waitSeconds=-1"}) {
      calls.get(EVENTS + "?" + wrong).expectProblem(400, "INVALID_REQUEST");
    }
    calls.get(EVENTS + "?limit=1&limit=2").expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void feed_needs_key_and_secret_and_verifies_a_signature_that_is_sent() {
    calls.without("X-Secret-Key").get(EVENTS).expectProblem(401, "INVALID_API_KEY");
    calls.getSigned(EVENTS + "?limit=2").expect(200);
    calls
        .with("X-Signature", "00".repeat(32))
        .getSigned(EVENTS + "?limit=2")
        .expectProblem(401, "INVALID_SIGNATURE");
  }

  private static String eventOf(SignedCalls merchant) {
    String payment = merchant.create("{}").expect(200).text("paymentId");
    callback.report(CONFIRMED, payment).expect(200);
    return merchant.get(EVENTS + "?limit=1").expect(200).each("eventId").getFirst();
  }
}
