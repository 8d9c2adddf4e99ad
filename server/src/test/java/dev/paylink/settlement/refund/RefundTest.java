package dev.paylink.settlement.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.sdk.refund.NewRefund;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Refunds as a merchant's server requests, reads and cancels them, on a sandbox's chain. */
final class RefundTest extends SandboxRefunds {
  /** The account that pays on the simulated chain. */
  private static final String PAYER = "0x000000000000000000000000000000000000dEaD";

  @AutoClose private static TestService otherNode;

  @BeforeAll
  static void startOther() {
    otherNode = service.anotherNode();
  }

  @Test
  void all_that_was_received_is_refunded_to_the_account_that_paid_unless_said_otherwise() {
    String payment = paid("125.50");
    Reply refund = request(payment, "{}").expect(200);
    assertThat(refund.text("refundId")).startsWith("rfd_");
    assertThat(refund.text("paymentId")).isEqualTo(payment);
    assertThat(refund.text("status")).isEqualTo("requested");
    assertThat(refund.text("amount")).isEqualTo("125.50");
    assertThat(refund.text("currency")).isEqualTo("USD");
    assertThat(refund.text("to")).isEqualTo(PAYER);
    assertThat(refund.text("token")).isEqualTo("USDC");
    assertThat(refund.json().get("transaction").isNull()).isTrue();
    String path = "/sdk/server/refunds/" + refund.text("refundId");
    assertThat(calls.get(path).expect(200).body()).isEqualTo(refund.body());
    assertThat(calls.get(refunds(payment)).expect(200).json().get("data").toString())
        .isEqualTo("[" + refund.body() + "]");
    request(payment, "{}").expectProblem(422, "REFUND_TOO_LARGE");
    assertThat(stored.audit(service.merchant().merchantId()))
        .anyMatch(
            entry ->
                entry.startsWith("refund.requested by key_")
                    && entry.endsWith(
                        "%s of %s, 125.50 USD in USDC to %s"
                            .formatted(refund.text("refundId"), payment, PAYER)));
  }

  @Test
  void java_client_requests_reads_lists_and_cancels_refunds() {
    String payment = paid("10.00");
    PaymentLinkClient client = service.client();
    NewRefund wanted = NewRefund.of(new BigDecimal("4.00")).reason("One shoe").to(CUSTOMER);
    dev.paylink.sdk.refund.Refund refund = client.createRefund(payment, wanted, "java-" + payment);
    assertThat(refund.amount()).isEqualByComparingTo("4");
    assertThat(refund.to()).isEqualTo(CUSTOMER);
    assertThat(refund.addressUrl()).isNull();
    assertThat(client.createRefund(payment, wanted, "java-" + payment).refundId())
        .isEqualTo(refund.refundId());
    assertThat(client.getRefund(refund.refundId()).reason()).isEqualTo("One shoe");
    assertThat(client.listRefunds(payment)).hasSize(1);
    assertThat(client.cancelRefund(refund.refundId()).status()).isEqualTo("canceled");
    assertThat(client.get(payment).refundedAmount()).isNull();
  }

  @Test
  void parts_are_refunded_until_nothing_is_left() {
    String payment = paid("100.00");
    Reply first =
        request(
                payment,
                "{\"amount\":\"30\",\"reason\":\" One shoe \",\"to\":\"%s\"}".formatted(CUSTOMER))
            .expect(200);
    assertThat(first.text("amount")).isEqualTo("30.00");
    assertThat(first.text("reason")).isEqualTo("One shoe");
    assertThat(first.text("to")).isEqualTo(CUSTOMER);
    Reply refused =
        request(payment, "{\"amount\":\"70.01\"}").expectProblem(422, "REFUND_TOO_LARGE");
    assertThat(refused.text("refundable")).isEqualTo("70.00");
    assertThat(request(payment, "{}").expect(200).text("amount")).isEqualTo("70.00");
    assertThat(request(payment, "{}").expectProblem(422, "REFUND_TOO_LARGE").text("refundable"))
        .isEqualTo("0.00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "amount | {\"amount\":\"0\"}",
        "amount | {\"amount\":\"-1\"}",
        "amount | {\"amount\":\"1.001\"}",
        "amount | {\"amount\":\"1e1\"}",
        "amount | {\"amount\":true}",
        "reason | {\"reason\":7}",
        "askPayer | {\"askPayer\":\"yes\"}",
        "to     | {\"to\":\"0x12\"}",
        "to     | {\"to\":\"0x0000000000000000000000000000000000000000\"}",
        "to     | {\"to\":\"0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359\"}",
        "to     | {\"to\":\"alice.eth\"}",
        "too    | {\"too\":\"0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359\"}",
      })
  void field_that_cannot_be_is_refused_by_its_name(String field, String body) {
    String payment = paid("10.00");
    assertThat(request(payment, body).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly(field);
    assertThat(calls.get(refunds(payment)).json().get("data")).isEmpty();
  }

  @Test
  void address_that_would_lose_the_money_is_refused_with_the_reason() {
    String payment = paid("10.00");
    Reply known = request(payment, "{\"amount\":\"1\"}").expect(200);
    String contract = stored("contract", known);
    String token = stored("token_address", known);
    String own = stored.text("select payee from payment where id = ?", Stored.payment(payment));
    refuse(payment, contract, "settlement contract");
    refuse(payment, token, "token");
    refuse(payment, depositAddress(), "goes to a merchant");
    refuse(payment, own, "your own deposit address");
    refuse(payment, own.toLowerCase(Locale.ROOT), "your own deposit address");
  }

  /** The address at which another payment was made by plain transfer. */
  private static String depositAddress() {
    String payment = create("1.00");
    calls.simulate("payments/" + payment, "transfer_part").expect(200);
    return "0x"
        + stored.text(
            "select distinct encode(address, 'hex') from transfer_address where payment_id = ?",
            Stored.payment(payment));
  }

  private static void refuse(String payment, String to, String why) {
    Reply refused =
        request(payment, "{\"amount\":\"1\",\"to\":\"%s\"}".formatted(to))
            .expectProblem(400, "REFUND_ADDRESS_REFUSED");
    assertThat(refused.faultyFields()).containsExactly("to");
    assertThat(refused.text("detail")).contains(why);
  }

  @Test
  void address_is_required_if_the_customer_is_not_to_be_asked() {
    String payment = create("10.00");
    service
        .callback()
        .reportWith(
            "payment.confirmed",
            payment,
            "\"transaction\":{\"chainId\":31337,\"token\":\"USDC\",\"amount\":\"10.00\"}")
        .expect(200);
    assertThat(
            request(payment, "{\"askPayer\":false}")
                .expectProblem(422, "REFUND_ADDRESS_REQUIRED")
                .text("detail"))
        .contains("in the field to");
    request(payment, "{\"to\":\"%s\",\"askPayer\":false}".formatted(CUSTOMER)).expect(200);
  }

  @Test
  void payment_that_was_not_paid_on_a_chain_of_ours_cannot_be_refunded_here() {
    String payment = create("10.00");
    service.callback().report("payment.confirmed", payment).expect(200);
    request(payment, "{\"to\":\"%s\"}".formatted(CUSTOMER))
        .expectProblem(422, "REFUND_NOT_POSSIBLE");
  }

  @Test
  void payment_that_is_open_or_has_no_money_is_not_refunded() {
    String open = create("10.00");
    request(open, "{}").expectProblem(409, "PAYMENT_NOT_REFUNDABLE");
    calls.simulate("payments/" + open, "failed").expect(200);
    request(open, "{}").expectProblem(409, "PAYMENT_NOT_REFUNDABLE");
    String taken = paid("10.00");
    String refund = request(taken, "{}").expect(200).text("refundId");
    calls.simulate("payments/" + taken, "reorg").expect(200);
    request(taken, "{}").expectProblem(409, "PAYMENT_NOT_REFUNDABLE");
    calls.simulate("refunds/" + refund, "pay").expectProblem(409, "PAYMENT_NOT_REFUNDABLE");
  }

  @Test
  void refund_of_another_merchant_does_not_exist() {
    String payment = paid("10.00");
    String refund = request(payment, "{}").expect(200).text("refundId");
    SignedCalls stranger = service.newMerchant("stranger@example.com", CUSTOMER);
    request(stranger, payment, key(), "{}").expectProblem(404, "PAYMENT_NOT_FOUND");
    stranger.get(refunds(payment)).expectProblem(404, "PAYMENT_NOT_FOUND");
    stranger.get("/sdk/server/refunds/" + refund).expectProblem(404, "REFUND_NOT_FOUND");
    stranger
        .post("/sdk/server/refunds/" + refund + "/cancel", "")
        .expectProblem(404, "REFUND_NOT_FOUND");
    calls.get("/sdk/server/refunds/" + payment).expectProblem(404, "REFUND_NOT_FOUND");
    assertThat(status(refund)).isEqualTo("requested");
  }

  @Test
  void unsigned_request_and_one_without_a_key_of_its_own_are_refused() {
    String payment = paid("10.00");
    calls
        .without("X-Signature")
        .with("X-Idempotency-Key", key())
        .post(refunds(payment), "{}")
        .expectProblem(401, "INVALID_SIGNATURE");
    calls.post(refunds(payment), "{}").expectProblem(400, "IDEMPOTENCY_KEY_REQUIRED");
    assertThat(calls.get(refunds(payment)).json().get("data")).isEmpty();
  }

  @Test
  void repeated_request_makes_one_refund_and_answers_the_same_bytes() {
    String payment = paid("10.00");
    String key = key();
    Reply first = request(calls, payment, key, "{\"amount\":\"4\"}").expect(200);
    cancel(first.text("refundId")).expect(200);
    Reply again =
        request(otherNode.callsAs(service), payment, key, "{\"amount\":\"4\"}").expect(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    assertThat(
            request(calls, payment, key, "{\"amount\":\"5\"}")
                .expectProblem(422, "IDEMPOTENCY_KEY_REUSED")
                .text("refundId"))
        .isEqualTo(first.text("refundId"));
    request(calls, paid("10.00"), key, "{\"amount\":\"4\"}")
        .expectProblem(422, "IDEMPOTENCY_KEY_REUSED");
    assertThat(calls.get(refunds(payment)).json().get("data")).hasSize(1);
  }

  @Test
  void racing_requests_with_one_key_make_one_refund() throws Exception {
    String payment = paid("10.00");
    String key = key();
    List<Callable<Reply>> racing = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      SignedCalls node = i % 2 == 0 ? calls : otherNode.callsAs(service);
      racing.add(() -> request(node, payment, key, "{\"amount\":\"1\"}"));
    }
    List<String> bodies = new ArrayList<>();
    for (Reply reply : Together.all(racing)) {
      bodies.add(reply.expect(200).body());
    }
    assertThat(bodies).hasSize(12).containsOnly(bodies.getFirst());
    assertThat(calls.get(refunds(payment)).json().get("data")).hasSize(1);
  }

  @Test
  void racing_parts_on_two_nodes_are_in_sum_never_more_than_was_received() throws Exception {
    String payment = paid("100.00");
    List<Callable<Reply>> racing = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      SignedCalls node = i % 2 == 0 ? calls : otherNode.callsAs(service);
      String body = i % 3 == 0 ? "{}" : "{\"amount\":\"%d.50\"}".formatted(7 + i);
      racing.add(() -> request(node, payment, key(), body));
    }
    int made = 0;
    for (Reply reply : Together.all(racing)) {
      if (reply.status() == 200) {
        made++;
      } else {
        reply.expectProblem(422, "REFUND_TOO_LARGE");
      }
    }
    BigDecimal sum = BigDecimal.ZERO;
    JsonNode all = calls.get(refunds(payment)).json().get("data");
    for (JsonNode refund : all) {
      sum = sum.add(new BigDecimal(refund.get("amount").asString()));
    }
    assertThat(all).hasSize(made);
    assertThat(sum).isLessThanOrEqualTo(new BigDecimal("100.00"));
    assertThat(made).isPositive();
  }

  @Test
  void cancel_frees_the_amount_at_once_if_no_wallet_knows_of_it_and_later_otherwise() {
    String payment = paid("10.00");
    String unknown = request(payment, "{}").expect(200).text("refundId");
    assertThat(cancel(unknown).expect(200).text("status")).isEqualTo("canceled");
    assertThat(cancel(unknown).expect(200).text("status")).isEqualTo("canceled");
    String given = request(payment, "{\"amount\":\"6.00\"}").expect(200).text("refundId");
    stored.change("update refund set given_at = now() where id = ?", uuid(given));
    assertThat(cancel(given).expect(200).text("status")).isEqualTo("canceled");
    assertThat(request(payment, "{}").expect(200).text("amount")).isEqualTo("4.00");
    assertThat(
            stored.audit(service.merchant().merchantId()).stream()
                .filter(entry -> entry.startsWith("refund.canceled") && entry.contains(unknown)))
        .hasSize(1);
  }

  @Test
  void refund_is_settled_on_the_chain_and_told_and_shown() {
    String payment = paid("10.00");
    String refund = request(payment, "{\"amount\":\"4\"}").expect(200).text("refundId");
    settle(refund);
    Reply settled = calls.get("/sdk/server/refunds/" + refund).expect(200);
    assertThat(settled.json().at("/transaction/hash").asString()).startsWith("0x");
    assertThat(settled.json().at("/transaction/blockNumber").asLong()).isPositive();
    cancel(refund).expectProblem(409, "REFUND_NOT_OPEN");
    calls.simulate("refunds/" + refund, "pay").expectProblem(409, "REFUND_NOT_OPEN");
    assertThat(calls.status(payment).text("status")).isEqualTo("success");
    assertThat(calls.status(payment).text("refundedAmount")).isEqualTo("4.00");
    JsonNode event = lastEvent();
    assertThat(event.get("type").asString()).isEqualTo("refund.settled");
    assertThat(event.get("paymentId").asString()).isEqualTo(payment);
    assertThat(event.get("refundedAmount").asString()).isEqualTo("4.00");
    assertThat(event.at("/refund/refundId").asString()).isEqualTo(refund);
    assertThat(payersPage(payment)).contains("Refunded $4.00 of $10.00");
    String rest = request(payment, "{}").expect(200).text("refundId");
    assertThat(read(calls, rest).text("amount")).isEqualTo("6.00");
    Browser merchant = service.signedIn();
    JsonNode shown = merchant.get("/merchant/payments/" + payment).expect(200).json();
    assertThat(shown.get("refundedAmount").asString()).isEqualTo("4.00");
    assertThat(shown.get("timeline").findValuesAsString("type"))
        .containsSubsequence("payment.confirmed", "refund.requested", "refund.settled");
    assertThat(merchant.get("/merchant/payments.csv?search=" + payment).expect(200).body().lines())
        .anyMatch(line -> line.startsWith(payment) && line.endsWith(",4.00,10.00,0.00,"));
    assertThat(merchant.get("/merchant/refunds?limit=100").expect(200).body()).contains(refund);
    String hash = settled.json().at("/transaction/hash").asString();
    JsonNode days = merchant.get("/merchant/figures").expect(200).json().get("days");
    BigDecimal ofDays = BigDecimal.ZERO;
    for (JsonNode day : days) {
      JsonNode sum = day.at("/refunded/USD");
      ofDays = sum.isMissingNode() ? ofDays : ofDays.add(new BigDecimal(sum.asString()));
    }
    JsonNode months = merchant.get("/merchant/statements").expect(200).json().get("data");
    BigDecimal ofLines = BigDecimal.ZERO;
    boolean found = false;
    for (JsonNode month : months) {
      for (String line :
          merchant
              .get("/merchant/statements/" + month.get("month").asString() + ".csv")
              .expect(200)
              .body()
              .split("\r\n", -1)) {
        if (line.startsWith("refunded,")) {
          ofLines = ofLines.subtract(new BigDecimal(line.split(",", -1)[5]));
          found |= line.contains(payment) && line.contains("-4.00,USD,") && line.contains(hash);
        }
      }
    }
    assertThat(found).isTrue();
    assertThat(ofLines).isEqualByComparingTo(ofDays).isPositive();
  }

  @Test
  void payer_sees_that_all_was_refunded() {
    String payment = paid("10.00");
    assertThat(payersPage(payment)).contains("Payment received").doesNotContain("Refunded");
    settle(request(payment, "{}").expect(200).text("refundId"));
    assertThat(payersPage(payment))
        .contains("Refunded $10.00")
        .doesNotContain("Refunded $10.00 of");
  }

  private static String payersPage(String payment) {
    String url = calls.status(payment).text("paymentUrl");
    return service.browser().get(URI.create(url).getPath()).expect(200).body();
  }

  @Test
  void more_than_was_asked_for_is_refunded_too() {
    String payment = paid(calls, "10.00", "transfer_more");
    String to = "\"to\":\"%s\"".formatted(CUSTOMER);
    assertThat(
            request(payment, "{\"amount\":\"11.01\",%s}".formatted(to))
                .expectProblem(422, "REFUND_TOO_LARGE")
                .text("refundable"))
        .isEqualTo("11.00");
    assertThat(
            request(payment, "{\"amount\":\"10.00\",%s}".formatted(to)).expect(200).text("amount"))
        .isEqualTo("10.00");
    assertThat(request(payment, "{%s}".formatted(to)).expect(200).text("amount")).isEqualTo("1.00");
    request(payment, "{%s}".formatted(to)).expectProblem(422, "REFUND_TOO_LARGE");
  }

  @Test
  void payment_has_a_bounded_number_of_refunds() {
    String payment = paid("10.00");
    String first = request(payment, "{\"amount\":\"1\"}").expect(200).text("refundId");
    cancel(first).expect(200);
    stored.change(
        """
                    insert into refund (merchant_id, id, payment_id, amount, currency, payee, chain_id, contract,
                                        token, token_address, units, deadline, ref, status, open,
                                        idempotency_key, request_hash, created_at, updated_at)
                    select merchant_id, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, payment_id,
                           amount, currency, payee, chain_id, contract, token, token_address, units, deadline, sha256((id::text || i)::bytea), status, open,
                           gen_random_uuid()::text, request_hash, created_at, updated_at
                      from refund, generate_series(1, 198) i where id = ?
                    """,
        uuid(first));
    request(payment, "{\"amount\":\"1\"}").expect(200);
    request(payment, "{\"amount\":\"1\"}").expectProblem(422, "TOO_MANY_REFUNDS");
  }

  @Test
  void customer_who_is_erased_leaves_no_reason_behind() {
    String payment =
        calls.payment("{\"amount\":\"10.00\",\"customer\":{\"email\":\"gone@example.com\"}}");
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    String refund = request(payment, "{\"reason\":\"Ada was ill\"}").expect(200).text("refundId");
    settle(refund);
    assertThat(lastEvent().at("/refund/reason").asString()).isEqualTo("Ada was ill");
    service
        .signedIn()
        .post("/merchant/customers/erase", "{\"email\":\"gone@example.com\"}")
        .expect(200);
    assertThat(lastEvent().at("/refund/reason").isNull()).isTrue();
    assertThat(calls.get("/sdk/server/refunds/" + refund).json().get("reason").isNull()).isTrue();
  }

  @Test
  void refund_whose_block_is_replaced_is_settled_later_and_told_once() {
    String payment = paid("10.00");
    String refund = request(payment, "{}").expect(200).text("refundId");
    calls.simulate("refunds/" + refund, "reorg").expect(200);
    calls.advance(60).expect(200);
    awaitStatus(calls, refund, "settled");
    assertThat(
            stored.texts(
                "select type from event where payment_id = ? order by position",
                Stored.payment(payment)))
        .containsExactly("payment.confirmed", "refund.settled");
  }

  @Test
  void refund_that_is_not_sent_in_a_week_fails_and_can_be_requested_again() {
    try (TestService own = TestService.start()) {
      SignedCalls calls = own.calls();
      String payment = paid(calls, "10.00", "confirmed");
      String refund = request(calls, payment, key(), "{}").expect(200).text("refundId");
      calls.advance(604_860).expect(200);
      awaitStatus(calls, refund, "failed");
      assertThat(
              own.stored()
                  .texts(
                      "select type from event where payment_id = ? order by position",
                      Stored.payment(payment)))
          .containsExactly("payment.confirmed", "refund.failed");
      calls.simulate("refunds/" + refund, "pay").expectProblem(409, "REFUND_NOT_OPEN");
      assertThat(request(calls, payment, key(), "{}").expect(200).text("amount"))
          .isEqualTo("10.00");
    }
  }

  @Test
  void suspended_merchant_requests_no_refund_but_reads_and_cancels() {
    SignedCalls merchant = service.newMerchant("suspended@example.com", CUSTOMER);
    String payment = paid(merchant, "10.00", "confirmed");
    String refund =
        request(merchant, payment, key(), "{\"amount\":\"1\"}").expect(200).text("refundId");
    String id =
        stored.text("select merchant_id from payment where id = ?", Stored.payment(payment));
    service.suspend(new MerchantId(UUID.fromString(id)).toString());
    Await.until(
        "the key is read again",
        () -> request(merchant, payment, key(), "{\"amount\":\"1\"}").status() == 403);
    request(merchant, payment, key(), "{\"amount\":\"1\"}")
        .expectProblem(403, "MERCHANT_NOT_VERIFIED");
    merchant.get("/sdk/server/refunds/" + refund).expect(200);
    merchant.post("/sdk/server/refunds/" + refund + "/cancel", "").expect(200);
  }

  private static String create(String amount) {
    return calls.payment("{\"amount\":\"" + amount + "\"}");
  }

  private static String paid(String amount) {
    return paid(calls, amount, "confirmed");
  }

  private static String status(String refund) {
    return read(calls, refund).text("status");
  }

  private static UUID uuid(String refund) {
    return Objects.requireNonNull(RefundId.parse(refund)).value();
  }

  private static String stored(String column, Reply refund) {
    return "0x"
        + stored.text(
            "select encode(" + column + ", 'hex') from refund where id = ?",
            uuid(refund.text("refundId")));
  }

  private static JsonNode lastEvent() {
    JsonNode last = null;
    String after = "";
    while (true) {
      JsonNode page = calls.get("/sdk/server/events?limit=100" + after).expect(200).json();
      if (page.get("data").isEmpty()) {
        return Objects.requireNonNull(last);
      }
      last = page.get("data").get(page.get("data").size() - 1);
      after = "&after=" + page.get("nextCursor").asString();
    }
  }
}
