package dev.paylink.settlement.received;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Money that is not exactly right: seen and told wherever a merchant looks, accepted or forgiven.
 */
final class ReceivedMoneyTest {
  private static final String RULES = "/merchant/settlement-rules";

  @AutoClose private static final MailServer mail = MailServer.started();

  @AutoClose
  private static final TestService service = TestService.builder().mail(mail.settings()).start();

  private static final SignedCalls calls = service.calls();
  private static final Stored stored = service.stored();

  @Test
  void nothing_that_came_is_null_and_all_that_came_leaves_nothing_missing() {
    String payment = create("7.00");
    expect(calls.status(payment), "created", null, null);
    assertThat(calls.status(payment).json().get("transfers")).isEmpty();
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    Reply paid = calls.status(payment);
    expect(paid, "success", "7.00", "0.00");
    assertThat(paid.json().get("transfers")).hasSize(1);
    assertThat(paid.json().get("transfers").get(0).get("hash"))
        .isEqualTo(paid.json().get("transaction").get("hash"));
    assertThat(event(payment, "payment.confirmed").get("receivedAmount").asString())
        .isEqualTo("7.00");
    expectSumOfRows(payment);
  }

  @Test
  void part_that_came_is_seen_wherever_the_merchant_looks() {
    String payment = halfPaid("100.00");
    Reply status = calls.status(payment);
    expect(status, "created", "50.00", "50.00");
    JsonNode transfer = status.json().get("transfers").get(0);
    assertThat(transfer.get("token").asString()).isEqualTo("USDC");
    assertThat(transfer.get("amount").asString()).startsWith("50");
    assertThat(transfer.get("late").asBoolean()).isFalse();
    assertThat(transfer.get("counts").asBoolean()).isTrue();
    JsonNode told = event(payment, "payment.partially_paid");
    assertThat(told.get("receivedAmount").asString()).isEqualTo("50.00");
    assertThat(told.get("missingAmount").asString()).isEqualTo("50.00");
    assertThat(told.get("status").asString()).isEqualTo("created");
    JsonNode listed = calls.get("/sdk/server/payments?partlyPaid=true").expect(200).json();
    assertThat(of(listed, payment).get("receivedAmount").asString()).isEqualTo("50.00");
    assertThat(of(listed, payment).has("transfers")).isFalse();
    Browser merchant = service.signedIn();
    assertThat(merchant.get("/merchant/payments/" + payment).expect(200).text("missingAmount"))
        .isEqualTo("50.00");
    assertThat(merchant.get("/merchant/payments.csv?partlyPaid=true").expect(200).body())
        .contains(payment)
        .contains(",50.00,50.00");
    calls.simulate("payments/" + payment, "transfer").expect(200);
    calls.advance(30).expect(200);
    await(payment, "success");
    expect(calls.status(payment), "success", "100.00", "0.00");
    assertThat(types(payment)).containsExactly("payment.partially_paid", "payment.confirmed");
    assertThat(calls.get("/sdk/server/payments?partlyPaid=true").body()).doesNotContain(payment);
    expectSumOfRows(payment);
  }

  @Test
  void end_with_some_of_the_money_is_flagged_and_told_once() {
    String payment = halfPaid("100.00");
    calls.simulate("payments/" + payment, "expired").expect(200);
    Reply ended = calls.status(payment);
    expect(ended, "failed", "50.00", "50.00", "underpaid");
    assertThat(event(payment, "payment.failed").get("receivedAmount").asString())
        .isEqualTo("50.00");
    assertThat(letters(ended)).containsExactly("was paid only in part");
    calls.simulate("payments/" + payment, "transfer_late").expect(200);
    calls.advance(30).expect(200);
    await(payment, "success");
    expect(calls.status(payment), "success", "100.00", "0.00", "late");
    assertThat(calls.status(payment).json().get("transfers").get(1).get("late").asBoolean())
        .isTrue();
    assertThat(letters(ended)).containsExactly("was paid only in part", "Money came late");
    expectSumOfRows(payment);
  }

  @Test
  void wait_for_a_change_ends_with_a_part_of_the_money() throws Exception {
    String payment = create("10.00");
    List<Callable<Reply>> both =
        List.of(
            () -> calls.get("/sdk/server/status/" + payment + "?waitSeconds=30"),
            () -> {
              calls.simulate("payments/" + payment, "transfer_part").expect(200);
              return calls.advance(30);
            });
    assertThat(Together.all(both).getFirst().expect(200).text("receivedAmount")).isEqualTo("5.00");
  }

  @Test
  void submitted_is_told_in_the_feed() {
    String payment = create("10.00");
    calls.simulate("payments/" + payment, "submitted").expect(200);
    assertThat(event(payment, "payment.submitted").get("status").asString()).isEqualTo("submitted");
  }

  @Test
  void webhook_gets_parts_and_submissions_only_if_it_asks() {
    Browser merchant = service.signedIn();
    String webhook = "/merchant/webhooks/invoice_settlement";
    merchant.put(webhook, "{\"webhookUrl\":\"https://127.0.0.1:9/\"}").expect(200);
    assertThat(delivered(seenAndHalfPaid())).isEmpty();
    merchant
        .put(
            webhook,
            """
            {"webhookUrl":"https://127.0.0.1:9/",
             "events":["payment.submitted","payment.partially_paid"]}""")
        .expect(200);
    assertThat(delivered(seenAndHalfPaid()))
        .containsExactlyInAnyOrder("payment.submitted", "payment.partially_paid");
    merchant.delete(webhook).expect(204);
  }

  private static String seenAndHalfPaid() {
    String payment = create("10.00");
    calls.simulate("payments/" + payment, "submitted").expect(200);
    halfPay(payment);
    assertThat(types(payment)).containsExactly("payment.submitted", "payment.partially_paid");
    return payment;
  }

  private static List<String> delivered(String payment) {
    return stored.texts(
        "select e.type from delivery d join event e on e.id = d.event_id where e.payment_id = ?",
        Stored.payment(payment));
  }

  @Test
  void short_payment_is_accepted_only_as_it_was_seen() {
    String payment = halfPaid("100.00");
    Reply changed = accept(payment, "49.00", key()).expectProblem(409, "RECEIVED_AMOUNT_CHANGED");
    assertThat(changed.text("receivedAmount")).isEqualTo("50.00");
    String key = key();
    expect(accept(payment, "50.00", key).expect(200), "success", "50.00", "0.00");
    assertThat(accept(payment, "50.00", key).expect(200).header("Idempotent-Replayed"))
        .isEqualTo("true");
    accept(payment, "49.00", key).expectProblem(422, "IDEMPOTENCY_KEY_REUSED");
    accept(payment, "50.00", key()).expectProblem(409, "PAYMENT_NOT_ACCEPTABLE");
    assertThat(types(payment)).containsExactly("payment.partially_paid", "payment.confirmed");
    assertThat(event(payment, "payment.confirmed").get("receivedAmount").asString())
        .isEqualTo("50.00");
    JsonNode transaction = calls.status(payment).json().get("transaction");
    assertThat(transaction.get("amount").asString()).isEqualTo("50.00");
    assertThat(transaction.get("payee").asString()).startsWith("0x");
    Guest pages = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    assertThat(pages.get("/dashboard/payments/" + payment).expect(200).body())
        .contains("You accepted $50.00 as the whole amount.")
        .doesNotContain("missing");
    assertThat(pages.get("/dashboard/payments?search=" + payment).body())
        .contains(">50.00</bdi>", "<bdi class=\"amount\">100.00</bdi>");
    assertThat(stored.audit(service.merchant().merchantId()))
        .anyMatch(it -> it.startsWith("payment.accepted by key_") && it.contains(payment));
    String none = create("2.00");
    accept(none, "0.00", key()).expectProblem(409, "PAYMENT_NOT_ACCEPTABLE");
    accept("pay_01jgfj2v00e8z9y3m5k7n9q1s3", "1.00", key()).expectProblem(404, "PAYMENT_NOT_FOUND");
    calls
        .post("/sdk/server/payments/" + payment + "/accept", "{\"receivedAmount\":\"1.00\"}")
        .expectProblem(400, "IDEMPOTENCY_KEY_REQUIRED");
  }

  @Test
  void page_of_a_held_payment_does_not_offer_to_accept_it() {
    String payment = halfPaid("100.00");
    Guest pages = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    String page = "/dashboard/payments/" + payment;
    assertThat(pages.get(page).expect(200).body()).contains(page + "/accept");
    stored.change("update payment set flags = 'held' where id = ?", Stored.payment(payment));
    assertThat(pages.get(page).expect(200).body()).doesNotContain(page + "/accept");
  }

  @Test
  void token_of_another_currency_is_seen_and_refunded_and_is_no_received_amount() {
    String payment = create("100.00");
    stored.change(
        """
        insert into received_transfer (merchant_id, payment_id, chain_id, hash, log_index, token, amount, source, late,
                                       counts, received_at)
        select merchant_id, id, 31337, sha256(id::text::bytea), 0, 'EURC', 100, 'address', false, false, now()
          from payment where id = ?
        """,
        Stored.payment(payment));
    stored.change("update payment set received = 0 where id = ?", Stored.payment(payment));
    Reply status = calls.status(payment);
    expect(status, "created", null, null);
    assertThat(status.json().get("transfers").get(0).get("token").asString()).isEqualTo("EURC");
    accept(payment, "0.00", key()).expectProblem(409, "PAYMENT_NOT_ACCEPTABLE");
    Browser merchant = service.signedIn();
    assertThat(merchant.get("/merchant/payments.csv").expect(200).body().lines())
        .filteredOn(line -> line.contains(payment))
        .singleElement()
        .satisfies(line -> assertThat(line).doesNotContain("0.00,100.00"));
    Guest pages = new Guest(service.baseUrl()).withCookie(merchant.cookie());
    String page = "/dashboard/payments/" + payment;
    assertThat(pages.get(page).expect(200).body())
        .doesNotContain(page + "/accept", page + "/refund");
    calls.simulate("payments/" + payment, "expired").expect(200);
    expect(calls.status(payment), "failed", null, null);
    assertThat(pages.get(page).expect(200).body())
        .contains(page + "/refund")
        .doesNotContain(page + "/accept");
  }

  /** Otherwise a thief with a key has goods delivered for a cent while the owners look on. */
  @Test
  void frozen_account_accepts_nothing_by_key_either() {
    String payment = halfPaid("100.00");
    stored.change(
        "insert into account_freeze (realm_id, frozen_by) values (?, 'x')",
        Stored.uuid(service.merchant().merchantId()));
    try {
      accept(payment, "50.00", key()).expectProblem(403, "ACCOUNT_FROZEN");
      expect(calls.status(payment), "created", "50.00", "50.00");
    } finally {
      stored.change("delete from account_freeze");
    }
    accept(payment, "50.00", key()).expect(200);
  }

  @Test
  void money_that_comes_after_an_accept_counts_and_confirms_nothing_again() {
    String payment = halfPaid("100.00");
    calls.simulate("payments/" + payment, "expired").expect(200);
    accept(payment, "50.00", key()).expect(200);
    calls.simulate("payments/" + payment, "transfer").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "it is counted", () -> calls.status(payment).text("receivedAmount").equals("100.00"));
    expect(calls.status(payment), "success", "100.00", "0.00");
    assertThat(types(payment))
        .containsExactly("payment.partially_paid", "payment.failed", "payment.confirmed");
    expectSumOfRows(payment);
  }

  @Test
  void accepts_that_race_with_a_cancel_have_one_outcome() throws Exception {
    for (int round = 0; round < 10; round++) {
      String payment = halfPaid("10.00");
      List<Callable<Reply>> race = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        race.add(() -> accept(payment, "5.00", key()));
      }
      race.add(() -> calls.cancel(payment));
      List<Reply> replies = Together.all(race);
      assertThat(replies.subList(0, 4).stream().filter(it -> it.status() == 200)).hasSize(1);
      expect(calls.status(payment), "success", "5.00", "0.00");
      assertThat(types(payment).stream().filter("payment.confirmed"::equals)).hasSize(1);
      assertThat(stored.text("select successes from invoice where id = ?", Stored.payment(payment)))
          .isEqualTo("1");
    }
  }

  @Test
  void tolerance_makes_a_success_of_payments_that_were_created_under_it() {
    Browser owner = service.signedIn();
    String before = create("100.00");
    Reply set = owner.put(RULES, "{\"toleratedPercent\":\"1\",\"toleratedAmount\":\"60.00\"}");
    assertThat(set.expect(200).text("toleratedPercent")).isEqualTo("1");
    String percent = halfPaid("100.00"); // half is more than a percent
    set(owner, "5", "0.01");
    String amount = halfPaid("100.00"); // and more than a cent
    owner
        .put(RULES, "{\"toleratedPercent\":\"6\",\"toleratedAmount\":\"60.00\"}")
        .expectProblem(400, "INVALID_REQUEST");
    set(owner, "5", "60.00");
    String tolerated = almostPaid("100.00", "99.00");
    await(tolerated, "success");
    expect(calls.status(tolerated), "success", "99.00", "0.00");
    assertThat(types(tolerated)).containsExactly("payment.confirmed");
    almostPaid(before, "100.00", "99.00");
    expect(calls.status(before), "created", "99.00", "1.00");
    set(owner, "0", "0");
    expect(calls.status(percent), "created", "50.00", "50.00");
    expect(calls.status(amount), "created", "50.00", "50.00");
  }

  @Test
  void tolerance_of_one_merchant_forgives_nothing_to_another() {
    set(
        service.verified("bob@example.com", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
        "5",
        "60.00");
    String payment = almostPaid("100.00", "99.00");
    expect(calls.status(payment), "created", "99.00", "1.00");
    assertThat(types(payment)).containsExactly("payment.partially_paid");
  }

  @Test
  void amount_up_to_which_a_safe_block_is_enough_is_kept_until_it_is_sent_again() {
    Browser owner = service.signedIn();
    Reply set = safeUpTo(owner, "{\"USD\":\"50.00\"}").expect(200);
    assertThat(set.json().get("safeUpTo").get("USD").asString()).isEqualTo("50.00");
    assertThat(set.json().get("safeNetworks").get(0).asString()).isEqualTo("Simulated chain");
    safeUpTo(owner, "{\"XXX\":\"50.00\"}").expectProblem(400, "INVALID_REQUEST");
    safeUpTo(owner, "{\"USD\":\"-1\"}").expectProblem(400, "INVALID_REQUEST");
    safeUpTo(owner, "{\"USD\":50}").expectProblem(400, "INVALID_REQUEST");
    set(owner, "0", "0");
    assertThat(owner.get(RULES).json().get("safeUpTo").get("USD").asString()).isEqualTo("50.00");
    safeUpTo(owner, "{\"USD\":\"0\"}").expect(200);
    assertThat(owner.get(RULES).expect(200).json().get("safeUpTo").isEmpty()).isTrue();
  }

  private static Reply safeUpTo(Browser owner, String amounts) {
    return owner.put(
        RULES,
        "{\"toleratedPercent\":\"0\",\"toleratedAmount\":\"0\",\"safeUpTo\":" + amounts + "}");
  }

  @Test
  void dust_counts_and_speaks_nowhere() {
    String payment = create("10000.00");
    almostPaid(payment, "10000.00", "9.99");
    Reply open = calls.status(payment);
    expect(open, "created", "9.99", "9990.01");
    calls.simulate("payments/" + payment, "expired").expect(200);
    expect(calls.status(payment), "failed", "9.99", "9990.01");
    assertThat(types(payment)).containsExactly("payment.failed");
    assertThat(letters(open)).isEmpty();
    assertThat(calls.get("/sdk/server/payments?partlyPaid=true").body()).doesNotContain(payment);
  }

  @Test
  void reorganisation_takes_back_what_settled_the_payment() {
    String payment = create("10.00");
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    calls.simulate("payments/" + payment, "reorg").expect(200);
    expect(calls.status(payment), "failed", null, null);
    assertThat(calls.status(payment).json().get("transfers")).isEmpty();
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    expect(calls.status(payment), "success", "10.00", "0.00");
    expectSumOfRows(payment);
  }

  private static void set(Browser owner, String percent, String amount) {
    owner
        .put(
            RULES,
            "{\"toleratedPercent\":\"%s\",\"toleratedAmount\":\"%s\"}".formatted(percent, amount))
        .expect(200);
  }

  private static String create(String amount) {
    return calls.payment("{\"amount\":\"" + amount + "\"}");
  }

  private static String halfPaid(String amount) {
    String payment = create(amount);
    halfPay(payment);
    return payment;
  }

  private static void halfPay(String payment) {
    calls.simulate("payments/" + payment, "transfer_part").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "a part has come", () -> !calls.status(payment).json().get("receivedAmount").isNull());
  }

  private static String almostPaid(String amount, String part) {
    String payment = create(amount);
    almostPaid(payment, amount, part);
    return payment;
  }

  /** The sandbox sends what is missing, so a payment that asks for less shows it where to send. */
  private static void almostPaid(String payment, String amount, String part) {
    stored.change(
        "update payment set amount = ?::numeric where id = ?", part, Stored.payment(payment));
    calls.simulate("payments/" + payment, "transfer").expect(200);
    stored.change(
        "update payment set amount = ?::numeric where id = ?", amount, Stored.payment(payment));
    stored.change(
        "update transfer_address set expected = ?::numeric where payment_id = ?",
        amount,
        Stored.payment(payment));
    calls.advance(30).expect(200);
    Await.until(
        "a part has come", () -> !calls.status(payment).json().get("receivedAmount").isNull());
  }

  private static Reply accept(String payment, String received, String key) {
    return calls
        .with("X-Idempotency-Key", key)
        .post(
            "/sdk/server/payments/" + payment + "/accept",
            "{\"receivedAmount\":\"" + received + "\"}");
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }

  private static void await(String payment, String status) {
    Await.until("it is " + status, () -> calls.status(payment).text("status").equals(status));
  }

  private static void expect(
      Reply reply,
      String status,
      @Nullable String received,
      @Nullable String missing,
      String... flags) {
    assertThat(reply.text("status")).isEqualTo(status);
    assertThat(text(reply.json().get("receivedAmount"))).isEqualTo(received);
    assertThat(text(reply.json().get("missingAmount"))).isEqualTo(missing);
    assertThat(reply.json().get("flags")).extracting(JsonNode::asString).containsExactly(flags);
  }

  private static @Nullable String text(JsonNode node) {
    return node.isNull() ? null : node.asString();
  }

  private static JsonNode of(JsonNode list, String payment) {
    return StreamSupport.stream(list.get("data").spliterator(), false)
        .filter(it -> it.get("paymentId").asString().equals(payment))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> types(String payment) {
    return stored.texts(
        "select type from event where payment_id = ? order by position", Stored.payment(payment));
  }

  private static JsonNode event(String payment, String type) {
    String after = "";
    while (true) {
      JsonNode page = calls.get("/sdk/server/events?limit=100" + after).expect(200).json();
      for (JsonNode event : page.get("data")) {
        if (event.get("paymentId").asString().equals(payment)
            && event.get("type").asString().equals(type)) {
          return event;
        }
      }
      assertThat(page.get("data")).as(type).isNotEmpty();
      after = "&after=" + page.get("nextCursor").asString();
    }
  }

  private static List<String> letters(Reply payment) {
    return stored.letters().stream()
        .map(Stored.Letter::subject)
        .filter(subject -> subject.contains(payment.text("invoiceNumber")))
        .map(
            subject ->
                subject
                    .replace("[Test] ", "")
                    .replace("Invoice " + payment.text("invoiceNumber") + " ", "")
                    .replace(" for invoice " + payment.text("invoiceNumber"), ""))
        .toList();
  }

  /** The sum beside the payment is that of its transfers. */
  private static void expectSumOfRows(String payment) {
    assertThat(
            stored.text(
                """
                select p.received = (select sum(amount) from received_transfer r
                                      where r.payment_id = p.id and r.counts)
                  from payment p where id = ?
                """,
                Stored.payment(payment)))
        .isEqualTo("t");
  }
}
