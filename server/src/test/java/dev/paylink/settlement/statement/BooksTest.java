package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.WithinOneDay;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/**
 * Statements agree with the wallet: for each token on each chain, the lines of a month are what
 * came to the merchant less what went back, whatever became of the payments. Each test leaves its
 * money in the books, and all of them must agree afterwards.
 */
@ExtendWith(WithinOneDay.class)
final class BooksTest {
  private static final String CUSTOMER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

  @AutoClose private static final TestService service = TestService.start();
  private static final SignedCalls calls = service.calls();
  private static final Stored stored = service.stored();
  private static final Browser merchant = service.signedIn();

  /** Lines, balances of the page and the tables of what came and went say the same. */
  @AfterEach
  void booksAgree() {
    Map<String, BigDecimal> lines = new TreeMap<>();
    Map<String, BigDecimal> closing = new TreeMap<>();
    for (Map<String, String> line : lines()) {
      String place = line.get("chainId") + " " + line.get("token");
      BigDecimal amount = new BigDecimal(line.get("amount"));
      if ("closing".equals(line.get("type"))) {
        closing.put(place, amount);
      } else {
        lines.merge(place, amount, BigDecimal::add);
      }
    }
    assertThat(closing.keySet()).isEqualTo(lines.keySet());
    closing.forEach((place, sum) -> assertThat(sum).isEqualByComparingTo(lines.get(place)));
    JsonNode month = merchant.get("/merchant/statements").expect(200).json().at("/data/0");
    for (JsonNode balance : month.required("balances")) {
      String place =
          balance.required("chainId").asString() + " " + balance.required("token").asString();
      assertThat(new BigDecimal(balance.required("closing").asString()))
          .isEqualByComparingTo(closing.get(place));
      assertThat(sum(balance, "opening", "received"))
          .isEqualByComparingTo(sum(balance, "closing", "takenBack", "refunded"));
    }
    for (String row :
        stored.texts(
            """
            select concat_ws(' ', chain_id, token, sum(amount)) from (
              select chain_id, token, amount from received_transfer where token is not null
              union all select chain_id, token, -amount from refund where status = 'settled') m
             group by chain_id, token
            """)) {
      String[] parts = row.split(" ", -1);
      assertThat(closing.get(parts[0] + " " + parts[1])).isEqualByComparingTo(parts[2]);
    }
  }

  @Test
  void part_that_came_and_went_back_is_two_lines_of_a_payment_that_failed() {
    String payment = halfPaid("100.00");
    assertThat(linesOf(payment)).containsExactly("received 50");
    calls.simulate("payments/" + payment, "expired").expect(200);
    refund(payment, "");
    assertThat(calls.status(payment).text("status")).isEqualTo("failed");
    assertThat(linesOf(payment)).containsExactly("received 50", "refunded -50");
  }

  @Test
  void money_that_comes_after_the_end_is_a_line_and_goes_back() {
    String payment = create("20.00");
    arrives(payment, "transfer_late");
    assertThat(linesOf(payment)).containsExactly("received 20");
    assertThat(calls.status(payment).json().get("flags").valueStream())
        .extracting(JsonNode::asString)
        .contains("late");
    refund(payment, "");
    assertThat(linesOf(payment)).containsExactly("received 20", "refunded -20");
  }

  @Test
  void payment_paid_twice_whose_second_half_went_back_is_worth_the_first() {
    String payment = create("40.00");
    for (String received : List.of("40.00", "80.00")) {
      calls.simulate("payments/" + payment, "transfer").expect(200);
      calls.advance(30).expect(200);
      Await.until(
          "it is counted",
          () -> received.equals(calls.status(payment).json().path("receivedAmount").asString("")));
    }
    await(payment, "success");
    refund(payment, "\"amount\":\"40.00\",");
    assertThat(linesOf(payment)).containsExactly("received 40", "received 40", "refunded -40");
  }

  @Test
  void money_that_a_reorganisation_took_is_taken_back_in_a_line() {
    String payment = create("12.00");
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    calls.simulate("payments/" + payment, "reorg").expect(200);
    assertThat(linesOf(payment)).containsExactly("received 12", "taken_back -12");
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    assertThat(linesOf(payment)).containsExactly("received 12", "taken_back -12", "received 12");
  }

  @Test
  void success_that_is_reported_without_its_transfer_is_a_line() {
    String payment = create("7.00");
    service
        .callback()
        .reportWith(
            "payment.confirmed",
            payment,
            "\"transaction\":{\"chainId\":31337,\"token\":\"USDC\",\"amount\":\"7.00\"}")
        .expect(200);
    assertThat(linesOf(payment)).containsExactly("received 7");
    service.callback().reportWith("payment.failed", payment, "\"reason\":\"reorg\"").expect(200);
    assertThat(linesOf(payment)).containsExactly("received 7", "taken_back -7");
  }

  @Test
  void part_that_is_accepted_is_what_came_and_no_more() {
    String payment = halfPaid("30.00");
    calls
        .with("X-Idempotency-Key", UUID.randomUUID().toString())
        .post("/sdk/server/payments/" + payment + "/accept", "{\"receivedAmount\":\"15.00\"}")
        .expect(200);
    assertThat(linesOf(payment)).containsExactly("received 15");
  }

  @Test
  void refund_whose_block_is_replaced_is_one_line() {
    String payment = create("9.00");
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    String refund = request(payment, "").expect(200).text("refundId");
    calls.simulate("refunds/" + refund, "reorg").expect(200);
    calls.advance(90).expect(200);
    awaitSettled(refund);
    assertThat(linesOf(payment)).containsExactly("received 9", "refunded -9");
  }

  @Test
  void first_month_begins_with_nothing_in_each_token_that_moved_in_it() {
    calls.simulate("payments/" + create("3.00"), "confirmed").expect(200);
    assertThat(lines()).filteredOn(it -> "opening".equals(it.get("type"))).isNotEmpty();
    assertThat(lines())
        .filteredOn(it -> "opening".equals(it.get("type")))
        .allSatisfy(it -> assertThat(it.get("amount")).isEqualTo("0.00"))
        .extracting(it -> it.get("chainId") + " " + it.get("token"))
        .containsExactlyElementsOf(
            lines().stream()
                .filter(it -> "closing".equals(it.get("type")))
                .map(it -> it.get("chainId") + " " + it.get("token"))
                .toList());
  }

  @Test
  void month_begins_with_what_the_last_one_left() {
    stored.change(
        """
        insert into movement_month (merchant_id, month, chain_id, token, received, taken_back, refunded)
        values (?, '2024-05-01', 31337, 'OLD', 100, -20, -30)
        """,
        Stored.uuid(merchant.get("/merchant/profile").text("merchantId")));
    try {
      assertThat(lines("2024-06"))
          .extracting(it -> it.get("type") + " " + it.get("token") + " " + it.get("amount"))
          .containsExactly("opening OLD 50.00", "closing OLD 50.00");
    } finally {
      stored.change("delete from movement_month where token = 'OLD'");
    }
  }

  private static BigDecimal sum(JsonNode of, String... names) {
    BigDecimal sum = BigDecimal.ZERO;
    for (String name : names) {
      sum = sum.add(new BigDecimal(of.required(name).asString()));
    }
    return sum;
  }

  private static String create(String amount) {
    return calls.payment("{\"amount\":\"" + amount + "\"}");
  }

  private static String halfPaid(String amount) {
    String payment = create(amount);
    arrives(payment, "transfer_part");
    return payment;
  }

  private static void arrives(String payment, String transfer) {
    calls.simulate("payments/" + payment, transfer).expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "some has come", () -> !calls.status(payment).json().get("receivedAmount").isNull());
  }

  private static Reply request(String payment, String fields) {
    return calls
        .with("X-Idempotency-Key", UUID.randomUUID().toString())
        .post(
            "/sdk/server/payments/" + payment + "/refunds",
            "{" + fields + "\"to\":\"" + CUSTOMER + "\"}");
  }

  private static void refund(String payment, String fields) {
    String refund = request(payment, fields).expect(200).text("refundId");
    calls.simulate("refunds/" + refund, "pay").expect(200);
    calls.advance(30).expect(200);
    awaitSettled(refund);
  }

  private static void awaitSettled(String refund) {
    Await.until(
        "it is settled",
        () -> calls.get("/sdk/server/refunds/" + refund).text("status").equals("settled"));
  }

  private static void await(String payment, String status) {
    Await.until("it is " + status, () -> calls.status(payment).text("status").equals(status));
  }

  /** The kinds and amounts of a payment's lines. */
  private static List<String> linesOf(String payment) {
    return lines().stream()
        .filter(line -> payment.equals(line.get("paymentId")))
        .map(
            line ->
                line.get("type")
                    + " "
                    + new BigDecimal(line.get("amount")).stripTrailingZeros().toPlainString())
        .toList();
  }

  private static List<Map<String, String>> lines() {
    return lines(
        merchant.get("/merchant/statements").expect(200).json().at("/data/0/month").asString());
  }

  private static List<Map<String, String>> lines(String month) {
    List<String> csv =
        merchant.get("/merchant/statements/" + month + ".csv").expect(200).body().lines().toList();
    String[] names = csv.getFirst().split(",", -1);
    List<Map<String, String>> lines = new ArrayList<>();
    for (String row : csv.subList(1, csv.size())) {
      String[] cells = row.split(",", -1);
      Map<String, String> line = new HashMap<>();
      for (int i = 0; i < names.length; i++) {
        line.put(names[i], cells[i]);
      }
      lines.add(line);
    }
    return lines;
  }
}
