package dev.paylink.settlement.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whatever a payment received and has not given back can be refunded, once it is not open. */
final class RefundOfWhatCameTest extends SandboxRefunds {
  private static final String TO = "{\"to\":\"" + CUSTOMER + "\"}";

  @ParameterizedTest
  @ValueSource(strings = {"expired", "canceled"})
  void part_that_came_is_refunded_once_the_payment_has_ended(String end) {
    String payment = halfPaid("100.00");
    assertThat(request(payment, TO).expectProblem(409, "PAYMENT_NOT_REFUNDABLE").text("detail"))
        .contains("Cancel");
    end(payment, end);
    Reply refund = request(payment, TO).expect(200);
    assertThat(refund.text("amount")).isEqualTo("50.00");
    assertThat(refund.text("token")).isEqualTo("USDC");
    assertThat(request(payment, TO).expectProblem(422, "REFUND_TOO_LARGE").text("refundable"))
        .isEqualTo("0.00");
    settle(refund.text("refundId"));
    Reply status = calls.status(payment);
    assertThat(status.text("status")).isEqualTo("failed");
    assertThat(status.text("receivedAmount")).isEqualTo("50.00");
    assertThat(status.text("refundedAmount")).isEqualTo("50.00");
  }

  @Test
  void customer_of_an_ended_payment_is_asked_for_an_address() {
    String payment = halfPaid("100.00");
    end(payment, "expired");
    request(payment, "{\"askPayer\":false}").expectProblem(422, "REFUND_ADDRESS_REQUIRED");
    Reply refund = request(payment, "{}").expect(200);
    assertThat(refund.json().get("to").isNull()).isTrue();
    assertThat(refund.text("addressUrl")).contains("/refund/");
  }

  @Test
  void what_can_be_refunded_is_listed_by_token() {
    String payment = halfPaid("100.00");
    assertThat(refundable(payment)).isEmpty();
    end(payment, "expired");
    assertThat(refundable(payment)).hasSize(1);
    JsonNode only = refundable(payment).get(0);
    assertThat(only.get("token").asString()).isEqualTo("USDC");
    assertThat(only.get("currency").asString()).isEqualTo("USD");
    assertThat(only.get("amount").asString()).isEqualTo("50.00");
    request(payment, "{\"amount\":\"20\",\"to\":\"%s\"}".formatted(CUSTOMER)).expect(200);
    assertThat(refundable(payment).get(0).get("amount").asString()).isEqualTo("30.00");
    assertThat(
            request(payment, "{\"token\":\"USDT\",\"to\":\"%s\"}".formatted(CUSTOMER))
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .containsExactly("token");
  }

  @Test
  void accepted_payment_gives_back_what_came_and_not_what_was_asked() {
    String payment = halfPaid("100.00");
    accept(payment, "50.00").expect(200);
    assertThat(
            request(payment, "{\"amount\":\"50.01\",\"to\":\"%s\"}".formatted(CUSTOMER))
                .expectProblem(422, "REFUND_TOO_LARGE")
                .text("refundable"))
        .isEqualTo("50.00");
    assertThat(request(payment, TO).expect(200).text("amount")).isEqualTo("50.00");
  }

  @Test
  void refunded_payment_is_not_accepted_until_the_refund_is_canceled() {
    String payment = halfPaid("100.00");
    end(payment, "expired");
    String refund = request(payment, TO).expect(200).text("refundId");
    accept(payment, "50.00").expectProblem(409, "PAYMENT_NOT_ACCEPTABLE");
    cancel(refund).expect(200);
    accept(payment, "50.00").expect(200);
  }

  /** What was given back does not pay again: the rest alone is not the whole. */
  @Test
  void late_rest_makes_no_success_of_a_payment_that_was_refunded() {
    String payment = halfPaid("100.00");
    end(payment, "expired");
    String refund = request(payment, TO).expect(200).text("refundId");
    calls.simulate("payments/" + payment, "transfer_late").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "it is counted", () -> calls.status(payment).text("receivedAmount").equals("100.00"));
    settle(refund);
    assertThat(calls.status(payment).text("status")).isEqualTo("failed");
    assertThat(calls.status(payment).json().get("flags").toString()).contains("late");
    assertThat(request(payment, TO).expect(200).text("amount")).isEqualTo("50.00");
  }

  @Test
  void refund_that_races_with_an_accept_leaves_no_success_without_its_money() throws Exception {
    for (int round = 0; round < 8; round++) {
      String payment = halfPaid("10.00");
      end(payment, "expired");
      List<Reply> both =
          Together.all(List.of(() -> accept(payment, "5.00"), () -> request(payment, TO)));
      both.getLast().expect(200);
      boolean accepted = both.getFirst().status() == 200;
      assertThat(calls.status(payment).text("status")).isEqualTo(accepted ? "success" : "failed");
      assertThat(
              stored.text(
                  """
                  select (date_trunc('milliseconds', e.recorded_at) <= r.created_at)::text from refund r
                    join settlement_event e on e.payment_id = r.payment_id and e.applied and e.type like '%confirmed'
                   where r.payment_id = ?
                  union all select 'none' limit 1
                  """,
                  Stored.payment(payment)))
          .isIn("true", "none");
      assertThat(sum(payment)).isEqualByComparingTo("5.00");
    }
  }

  @Test
  void racing_refunds_of_an_ended_payment_are_in_sum_never_more_than_came() throws Exception {
    String payment = halfPaid("100.00");
    end(payment, "canceled");
    String part = "{\"amount\":\"20.00\",\"to\":\"%s\"}".formatted(CUSTOMER);
    List<Reply> replies =
        Together.all(
            List.of(
                () -> request(payment, part),
                () -> request(payment, part),
                () -> request(payment, part),
                () -> request(payment, part)));
    assertThat(replies.stream().filter(it -> it.status() == 200)).hasSize(2);
    assertThat(sum(payment)).isEqualByComparingTo("40.00");
  }

  @Test
  void dashboard_offers_the_refund_of_an_ended_payment_and_of_no_open_one() {
    String payment = halfPaid("100.00");
    Guest merchant = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    String page = "/dashboard/payments/" + payment;
    assertThat(merchant.get(page).expect(200).body()).doesNotContain(page + "/refund");
    end(payment, "expired");
    assertThat(merchant.get(page).expect(200).body()).contains(page + "/refund");
    assertThat(merchant.get(page + "/refund").expect(200).body()).contains("50.00");
  }

  @Test
  void ended_payment_whose_money_is_back_is_refunded_and_needs_nothing_more() {
    String payment = halfPaid("100.00");
    end(payment, "expired");
    Guest merchant = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    String page = "/dashboard/payments/" + payment;
    assertThat(payersPage(payment, merchant)).contains("To get it back");
    Reply part =
        request(payment, "{\"amount\":\"20\",\"to\":\"%s\"}".formatted(CUSTOMER)).expect(200);
    assertThat(merchant.get(page).body())
        .contains(page + "/refund")
        .doesNotContain(page + "/accept");
    settle(part.text("refundId"));
    assertThat(merchant.get(page).body())
        .contains("Partly paid", page + "/refund")
        .contains("Refunded</dt>", "$20.00", "Left</dt>", "$30.00");
    assertThat(merchant.get("/dashboard/payments?search=" + payment).body())
        .contains(">50.00</bdi>", "<bdi class=\"amount\">100.00</bdi>", "$20.00 refunded");
    assertThat(merchant.get(page + "/refund").body())
        .contains("Refund up to $30.00", "At most $30.00 of 50.00\u00a0");
    assertThat(merchant.get("/dashboard/events").body()).contains("Refund settled", "$20.00");
    assertThat(calls.get("/sdk/server/payments?partlyPaid=true").body()).contains(payment);
    settle(request(payment, TO).expect(200).text("refundId"));
    assertThat(calls.status(payment).json().get("flags")).isEmpty();
    assertThat(calls.get("/sdk/server/payments?partlyPaid=true").body()).doesNotContain(payment);
    assertThat(merchant.get(page).body())
        .contains("Refunded")
        .doesNotContain("Partly paid", page + "/refund", page + "/accept");
    assertThat(merchant.get("/dashboard/payments?status=partly").body()).doesNotContain(payment);
    assertThat(payersPage(payment, merchant)).doesNotContain("To get it back");
  }

  @Test
  void less_than_a_cent_is_not_refunded_and_leaves_nothing_to_look_at() {
    String payment = halfPaid("100.00");
    for (String sql :
        List.of(
            "update received_transfer set amount = amount + 0.009999 where payment_id = ?",
            "update payment set received = received + 0.009999 where id = ?")) {
      stored.change(sql, Stored.payment(payment));
    }
    end(payment, "expired");
    Browser merchant = service.signedIn();
    String exported = "/merchant/payments.csv?partlyPaid=true";
    assertThat(merchant.get(exported).expect(200).body()).contains(payment);
    Reply refund = request(payment, TO).expect(200);
    assertThat(refund.text("amount")).isEqualTo("50.00");
    settle(refund.text("refundId"));
    assertThat(refundable(payment)).isEmpty();
    assertThat(calls.status(payment).json().get("flags")).isEmpty();
    assertThat(calls.get("/sdk/server/payments?partlyPaid=true").body()).doesNotContain(payment);
    assertThat(merchant.get(exported).expect(200).body()).doesNotContain(payment);
    assertThat(merchant.get("/merchant/payments.csv").expect(200).body().lines())
        .filteredOn(line -> line.contains(payment))
        .singleElement()
        .satisfies(line -> assertThat(line).doesNotContain("underpaid"));
  }

  @Test
  void surplus_that_was_given_back_needs_nothing_more_and_stays_in_the_history() {
    Browser owner = service.signedIn();
    long before = overpaid(owner);
    String payment = paid(calls, "40.00", "transfer");
    calls.simulate("payments/" + payment, "transfer").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "it is flagged", () -> calls.status(payment).json().get("flags").toString().length() > 2);
    assertThat(overpaid(owner)).isEqualTo(before + 1);
    Guest merchant = new Guest(service.baseUrl()).withCookie(owner.cookie());
    String page = "/dashboard/payments/" + payment;
    String part = "{\"amount\":\"39.00\",\"to\":\"%s\"}".formatted(CUSTOMER);
    settle(request(payment, part).expect(200).text("refundId"));
    assertThat(merchant.get(page).body()).contains("This payment got more than its amount");
    assertThat(overpaid(owner)).isEqualTo(before + 1);
    String rest = "{\"amount\":\"1.00\",\"to\":\"%s\"}".formatted(CUSTOMER);
    settle(request(payment, rest).expect(200).text("refundId"));
    assertThat(merchant.get(page).body())
        .contains("Overpaid", "What was too much was refunded, or the network took it back")
        .doesNotContain("This payment got more than its amount");
    assertThat(overpaid(owner)).isEqualTo(before);
    calls.simulate("payments/" + payment, "transfer").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "it has come again", () -> calls.status(payment).text("receivedAmount").equals("120.00"));
    assertThat(merchant.get(page).body()).contains("This payment got more than its amount");
    assertThat(overpaid(owner)).isEqualTo(before + 1);
    settle(request(payment, TO).expect(200).text("refundId"));
    assertThat(overpaid(owner)).isEqualTo(before);
    assertThat(calls.status(payment).json().get("flags").toString()).contains("overpaid");
  }

  /** On all days together: the sandbox's clock is ahead, and its day may end in between. */
  private static long overpaid(Browser owner) {
    JsonNode days = owner.get("/merchant/figures").expect(200).json().required("days");
    return days.valueStream().mapToLong(day -> day.at("/flagged/overpaid").asLong()).sum();
  }

  private static String payersPage(String payment, Guest merchant) {
    Matcher link =
        Pattern.compile("/pay/" + payment + "/[\\w-]+")
            .matcher(merchant.get("/dashboard/payments/" + payment).body());
    assertThat(link.find()).isTrue();
    return service.browser().with("Accept-Language", "en").get(link.group()).expect(200).body();
  }

  private static BigDecimal sum(String payment) {
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode refund : calls.get(refunds(payment)).expect(200).json().get("data")) {
      sum = sum.add(new BigDecimal(refund.get("amount").asString()));
    }
    return sum;
  }

  private static JsonNode refundable(String payment) {
    return calls.get(refunds(payment)).expect(200).json().get("refundable");
  }

  private static String halfPaid(String amount) {
    String payment = calls.payment("{\"amount\":\"" + amount + "\"}");
    calls.simulate("payments/" + payment, "transfer_part").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "a part has come", () -> !calls.status(payment).json().get("receivedAmount").isNull());
    return payment;
  }

  private static void end(String payment, String how) {
    if (how.equals("canceled")) {
      calls.cancel(payment).expect(200);
    } else {
      calls.simulate("payments/" + payment, how).expect(200);
    }
  }

  private static Reply accept(String payment, String received) {
    return calls
        .with("X-Idempotency-Key", key())
        .post(
            "/sdk/server/payments/" + payment + "/accept",
            "{\"receivedAmount\":\"" + received + "\"}");
  }
}
