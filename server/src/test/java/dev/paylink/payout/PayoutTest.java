package dev.paylink.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Guest;
import dev.paylink.operator.OperatorCrew;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What components and operators report of payouts, and what merchants learn of it. */
final class PayoutTest {
  private static final String WEBHOOK = "/merchant/webhooks/fiat_settlement";

  @AutoClose
  private static final TestService service =
      TestService.builder().operators(new Config.Operators(true, Set.of(FourEyes.payout))).start();

  private static final SignedCalls calls = service.calls();
  private static final Browser merchant = service.signedIn();
  private static final String merchantId = service.merchant().merchantId();

  @Test
  void payout_is_reported_once_per_state_and_never_goes_back() {
    String ref = ref();
    Reply first = report(ref, "payout.paid", "").expect(200);
    assertThat(first.json().required("applied").asBoolean()).isTrue();
    assertThat(first.text("payoutId")).startsWith("pyo_");
    assertThat(report(ref, "payout.paid", "").expect(200).json().required("applied").asBoolean())
        .isFalse();
    Reply late = report(ref, "payout.sent", "").expect(200);
    assertThat(late.json().required("applied").asBoolean()).isTrue();
    assertThat(late.text("status")).isEqualTo("paid");
    assertThat(late.text("payoutId")).isEqualTo(first.text("payoutId"));
    assertThat(report(ref, "payout.returned", "").text("status")).isEqualTo("returned");
    assertThat(report(ref, "payout.failed", "").text("status")).isEqualTo("returned");
    Reply payout = read(first.text("payoutId"));
    assertThat(payout.json().required("reports").findValuesAsString("type"))
        .containsExactly("payout.paid", "payout.sent", "payout.returned", "payout.failed");
    assertThat(payout.json().required("flags")).isEmpty();
    assertThat(types(first.text("payoutId")))
        .containsExactly("payout.paid", "payout.sent", "payout.returned", "payout.failed");
    assertThat(told(first.text("payoutId"), "status"))
        .as("where it is by then")
        .containsExactly("paid", "paid", "returned", "returned");
    assertThat(pages().get("/dashboard/payouts/" + first.text("payoutId")).expect(200).body())
        .contains("<span class=\"badge bad\">Returned</span>");
  }

  @Test
  void report_must_be_signed_whole_and_about_something_that_exists() {
    String body = body(ref(), "payout.sent", "10.00", "");
    service.callback().withSecret("another").payout(body).expectProblem(401, "INVALID_SIGNATURE");
    service.callback().without("X-Signature").payout(body).expect(401);
    String stranger = body.replace(merchantId, "mer_01jgfj2v00e8z9y3m5k7n9q1s3");
    service.callback().payout(stranger).expectProblem(404, "MERCHANT_NOT_FOUND");
    for (String wrong :
        List.of(
            body.replace("payout.sent", "payout.lost"),
            body.replace("\"EUR\"", "\"USDC\""),
            body.replace("10.00", "10.001"),
            body.replace("10.00", "-1"),
            body.replace("10.00", "0"),
            body.replace("\"occurredAt\"", "\"at\""),
            body.replace("}", ",\"fee\":\"-1\"}"),
            body.replace("}", ",\"rate\":\"0\"}"),
            body.replace("}", ",\"accountLast4\":\"DE123\"}"),
            body.replace("}", ",\"payments\":[\"x\"]}"))) {
      service.callback().payout(wrong).expectProblem(400, "INVALID_REQUEST");
    }
    String unknown = ",\"payments\":[\"pay_01jgfj2v00e8z9y3m5k7n9q1s3\"]";
    service
        .callback()
        .payout(body(ref(), "payout.sent", "10.00", unknown))
        .expectProblem(404, "PAYMENT_NOT_FOUND");
    service.callback().payout(body.replace("}", ",\"fee\":\"0\"}")).expect(200);
  }

  @Test
  void payment_of_another_merchant_is_not_found_and_nothing_is_stored() {
    SignedCalls stranger =
        service.newMerchant("other@example.com", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    String theirs = stranger.payment("{\"amount\":\"9.00\"}");
    service.callback().report("payment.confirmed", theirs).expect(200);
    String ref = ref();
    report(ref, "payout.sent", in(paid("1.00"), theirs)).expectProblem(404, "PAYMENT_NOT_FOUND");
    assertThat(stranger.status(theirs).json().required("payoutId").isNull()).isTrue();
    assertThat(service.stored().texts("select id::text from payout where payout_ref = ?", ref))
        .isEmpty();
    assertThat(
            service
                .stored()
                .texts(
                    "select id::text from event where convert_from(body, 'UTF8')::json ->> 'payoutRef' = ?",
                    ref))
        .isEmpty();
  }

  @Test
  void payment_is_in_one_live_payout_and_says_which() {
    String payment = paid("40.00");
    String ref = ref();
    String payout = report(ref, "payout.initiated", in(payment)).expect(200).text("payoutId");
    assertThat(calls.status(payment).text("payoutId")).isEqualTo(payout);
    assertThat(merchant.get("/merchant/payments/" + payment).text("payoutId")).isEqualTo(payout);
    assertThat(calls.get("/sdk/server/payments?limit=1").expect(200).body()).contains(payout);
    assertThat(service.browser().get(page(payment)).body()).doesNotContain(payout);
    List<String> export =
        merchant
            .get("/merchant/payments.csv?search=" + payment)
            .expect(200)
            .body()
            .lines()
            .toList();
    assertThat(export.getFirst()).endsWith(",missingAmount,payoutId");
    assertThat(export.get(1)).startsWith(payment).endsWith("," + payout);

    String other = ref();
    Reply refused =
        report(other, "payout.sent", in(payment)).expectProblem(409, "PAYMENT_IN_PAYOUT");
    assertThat(refused.text("payoutId")).isEqualTo(payout);
    report(ref, "payout.sent", in(payment)).expect(200);
    report(ref, "payout.failed", "").expect(200);
    assertThat(calls.status(payment).json().required("payoutId").isNull()).isTrue();
    String next = report(other, "payout.sent", in(payment)).expect(200).text("payoutId");
    assertThat(calls.status(payment).text("payoutId")).isEqualTo(next);
    report(ref, "payout.returned", in(payment)).expect(200); // of one that has let go
    assertThat(calls.status(payment).text("payoutId")).isEqualTo(next);
    assertThat(read(payout).json().required("payments").get(0).asString()).isEqualTo(payment);
  }

  @Test
  void failure_that_comes_first_never_takes_the_payments() {
    String payment = paid("5.00");
    String ref = ref();
    report(ref, "payout.failed", "").expect(200);
    report(ref, "payout.initiated", in(payment)).expect(200);
    assertThat(calls.status(payment).json().required("payoutId").isNull()).isTrue();
    report(ref(), "payout.initiated", in(payment)).expect(200);
  }

  @Test
  void sums_that_do_not_agree_are_kept_and_flagged() {
    String payment = paid("100.00");
    String other = paid("25.50");
    String usd = ",\"currency\":\"USD\",\"fee\":\"1.50\"" + in(payment, other);
    Reply agrees = read(send(ref(), "payout.sent", "124.00", usd));
    assertThat(agrees.json().required("flags")).isEmpty();
    assertThat(agrees.text("gross")).isEqualTo("125.50");
    assertThat(agrees.text("paymentsTotal")).isEqualTo("125.50");

    String third = paid("100.00");
    String eur = ",\"currency\":\"EUR\",\"rate\":\"0.90\"" + in(third);
    String ref = ref();
    String converted = send(ref, "payout.sent", "90.00", eur);
    assertThat(read(converted).json().required("flags")).isEmpty();
    send(ref, "payout.paid", "89.00", ",\"currency\":\"EUR\"");
    Reply differs = read(converted);
    assertThat(differs.text("amount")).isEqualTo("89.00");
    assertThat(differs.json().required("flags").toString())
        .contains("sum_mismatch", "reports_differ");
    assertThat(flagged()).isPositive();

    String cents = ",\"currency\":\"USD\"" + in(paid("10.00"));
    assertThat(read(send(ref(), "payout.sent", "9.99", cents)).json().required("flags").toString())
        .contains("sum_mismatch");
    assertThat(pages().get("/dashboard").body())
        .containsPattern("flag=sum_mismatch\"><span[^>]*>[^<]+</span><span[^>]*>[1-9]");
    assertThat(pages().get("/dashboard/payouts?flag=sum_mismatch").expect(200).body())
        .contains(converted)
        .doesNotContain(agrees.text("payoutId"));
    assertThat(pages().get("/dashboard/payouts/" + converted).body()).contains(third, "$100.00");
    String rounded = ",\"currency\":\"EUR\",\"rate\":\"0.3333\"" + in(paid("10.00"));
    String converts = send(ref(), "payout.sent", "3.34", rounded);
    assertThat(read(converts).json().required("flags")).as("rounded by somebody else").isEmpty();

    String again = ref();
    String id = send(again, "payout.sent", "10.00", ",\"currency\":\"EUR\"");
    send(again, "payout.sent", "11.00", ",\"currency\":\"EUR\"");
    Reply kept = read(id);
    assertThat(kept.text("amount")).isEqualTo("10.00");
    assertThat(kept.json().required("reports").size()).isEqualTo(2);
    assertThat(kept.json().at("/reports/1/applied").asBoolean()).isFalse();
    assertThat(kept.json().required("flags").toString()).contains("reports_differ");
    assertThat(types(id)).containsExactly("payout.sent");
    assertThat(pages().get("/dashboard/payouts/" + id).expect(200).body())
        .contains("Reports differ", "11.00");
  }

  @Test
  void webhook_of_the_scope_gets_signed_events_that_can_be_sent_again() throws Exception {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      merchant.putWebhook(receiver.url("/payments"));
      String secret =
          merchant
              .put(WEBHOOK, "{\"webhookUrl\":\"" + receiver.url("/payouts") + "\"}")
              .expect(200)
              .text("signingSecret");
      merchant
          .put(WEBHOOK, "{\"webhookUrl\":\"x\",\"events\":[\"payment.failed\"]}")
          .expectProblem(400, "INVALID_REQUEST");
      String payment = paid("7.00");
      String payout = report(ref(), "payout.paid", in(payment)).text("payoutId");
      Await.until("it is sent", () -> receiver.deliveries("/payouts").size() == 1);
      Receiver.Delivery delivery = receiver.deliveries("/payouts").getFirst();
      new com.standardwebhooks.Webhook(secret).verify(delivery.body(), delivery.headers());
      WebhookEvent event =
          WebhookVerifier.with(secret)
              .verify(delivery.headers(), delivery.body().getBytes(StandardCharsets.UTF_8));
      assertThat(event.type()).isEqualTo("payout.paid");
      assertThat(event.payoutId()).isEqualTo(payout);
      assertThat(event.status()).isNull();
      assertThat(delivery.body()).contains("\"status\":\"paid\"", payment);
      assertThat(receiver.deliveries("/payments")).noneMatch(it -> it.body().contains("payout."));
      assertThat(calls.get("/sdk/server/events?limit=100").body()).contains(delivery.body());

      Reply listed = merchant.get("/merchant/events?limit=1").expect(200);
      assertThat(listed.json().at("/data/0/scope").asString()).isEqualTo("fiat_settlement");
      assertThat(listed.json().at("/data/0").has("paymentId")).isFalse();
      calls.post("/sdk/server/events/" + event.eventId() + "/redeliver", "").expect(202);
      Await.until("and again", () -> receiver.deliveries("/payouts").size() == 2);
      assertThat(receiver.deliveries("/payouts").getLast().body()).isEqualTo(delivery.body());
      Await.until(
          "both attempts are logged",
          () ->
              merchant
                      .get("/merchant/events/" + event.eventId() + "/attempts")
                      .json()
                      .required("data")
                      .size()
                  == 2);
      assertThat(pages().get("/dashboard/events").expect(200).body()).contains("Payout arrived");
      assertThat(pages().get("/dashboard/webhooks").expect(200).body())
          .contains("Payout returned by the bank")
          .doesNotContain("Nothing is sent here yet");
      merchant.delete(WEBHOOK).expect(204);
      calls
          .post("/sdk/server/events/" + event.eventId() + "/redeliver", "")
          .expectProblem(409, "WEBHOOK_NOT_ACTIVE");
    }
  }

  @Test
  void sandbox_makes_payouts_and_moves_them() {
    String payment = paid("12.00");
    Reply made =
        calls
            .post(
                "/sandbox/payouts",
                "{\"amount\":\"12.00\",\"currency\":\"USD\",\"payments\":[\"" + payment + "\"]}")
            .expect(200);
    String id = made.text("payoutId");
    assertThat(made.text("status")).isEqualTo("initiated");
    calls.simulate("payouts/" + id, "lost").expectProblem(400, "INVALID_REQUEST");
    assertThat(calls.simulate("payouts/" + id, "sent").text("status")).isEqualTo("sent");
    assertThat(calls.simulate("payouts/" + id, "paid").text("status")).isEqualTo("paid");
    assertThat(calls.get("/sdk/server/payouts?status=paid").expect(200).each("payoutId"))
        .contains(id);
    assertThat(calls.get("/sdk/server/payouts?status=sent").expect(200).each("payoutId"))
        .doesNotContain(id);
    Reply page = merchant.get("/merchant/payouts?limit=1").expect(200);
    String after = page.each("payoutId").getFirst();
    assertThat(merchant.get("/merchant/payouts?limit=100&after=" + after).each("payoutId"))
        .doesNotContain(after);
    assertThat(pages().get("/dashboard/payouts").expect(200).body()).contains(id);
    assertThat(pages().get("/dashboard/payments/" + payment).expect(200).body()).contains(id);

    SignedCalls stranger = service.newMerchant("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    stranger.get("/sdk/server/payouts/" + id).expectProblem(404, "PAYOUT_NOT_FOUND");
    stranger.simulate("payouts/" + id, "failed").expectProblem(404, "PAYOUT_NOT_FOUND");
    SignedCalls without =
        service.calls(service.activeKey(merchant, "{\"scopes\":[\"payments:read\"]}"));
    without.get("/sdk/server/payouts").expectProblem(403, "SCOPE_MISSING");
  }

  @Test
  void two_operators_report_what_no_component_does() {
    OperatorCrew crew = new OperatorCrew(service);
    Browser first = crew.join(OperatorRole.operator).calls();
    Browser second = crew.join(OperatorRole.operator).calls();
    String ref = ref();
    String body = body(ref, "payout.paid", "33.00", in(paid("5.00"))).replace("\"EUR\"", "\"USD\"");
    double flagged = flagged();
    crew.join(OperatorRole.reviewer).calls().post("/admin/payouts", body).expect(403);
    String approval = first.post("/admin/payouts", body).expect(202).text("approvalId");
    String approve = "/admin/approvals/" + approval + "/approve";
    first.post(approve, "").expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(calls.get("/sdk/server/payouts?limit=100").body()).doesNotContain(ref);
    second.post(approve, "").expect(200);
    Reply listed = calls.get("/sdk/server/payouts?limit=100").expect(200);
    assertThat(listed.body()).contains(ref);
    assertThat(flagged()).isEqualTo(flagged + 1);
    assertThat(types(listed.each("payoutId").getFirst())).containsExactly("payout.paid");
    first.post("/admin/payouts", body).expectProblem(409, "PAYOUT_REPORTED");
    String returned = body.replace("payout.paid", "payout.returned");
    String late = first.post("/admin/payouts", returned).expect(202).text("approvalId");
    service.callback().payout(returned).expect(200); // the component was first
    second.post("/admin/approvals/" + late + "/approve", "").expectProblem(409, "FACTS_CHANGED");
    assertThat(types(listed.each("payoutId").getFirst()))
        .containsExactly("payout.paid", "payout.returned");
    assertThat(service.operator().get("/admin/operator-log").body())
        .contains("payout.reported", ref);
  }

  @Test
  void nobody_reports_a_payout_of_their_own_company() {
    OperatorCrew.Member own = new OperatorCrew(service).join(OperatorRole.operator);
    String theirs = service.register(own.email()).get("/merchant/profile").text("merchantId");
    String body = body(ref(), "payout.paid", "5.00", "").replace(merchantId, theirs);
    own.calls().post("/admin/payouts", body).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
  }

  @Test
  void report_on_the_desk_waits_for_another_operator_too() {
    String ref = ref();
    Guest desk = new Guest(service.internalUrl()).signInAtDesk();
    String path = "/admin/desk/merchants/" + merchantId + "/payout";
    desk.post(path, "payoutRef", ref, "type", "payout.paid", "amount", "x", "currency", "EUR")
        .expect(400);
    desk.post(path, "payoutRef", ref, "type", "payout.paid", "amount", "8.00", "currency", "EUR")
        .expect(303);
    assertThat(calls.get("/sdk/server/payouts?limit=100").body()).doesNotContain(ref);
    assertThat(desk.get("/admin/desk/approvals").expect(200).body()).contains(ref);
  }

  /** The component of the examples, as somebody who copied the file would run it. */
  @Test
  void example_reports_the_payouts_of_a_day_as_often_as_it_is_run(@TempDir Path folder)
      throws Exception {
    String payment = paid("119.50");
    String ref = ref();
    Path file = folder.resolve("payouts.csv");
    String row = ref + "," + merchantId + ",payout.%s,118.20,1.30,USD,SHOP \"1\"," + payment;
    Files.write(
        file,
        List.of(
            "payoutRef,merchantId,type,amount,fee,currency,bankReference,payments",
            row.formatted("initiated"),
            row.formatted("paid")));
    assertThat(example(file)).contains("exit 0").containsPattern("payout.paid: 200 .*true");
    assertThat(example(file)).contains("exit 0").doesNotContain("\"applied\":true");
    Reply payout = read(calls.status(payment).text("payoutId"));
    assertThat(payout.text("payoutRef")).isEqualTo(ref);
    assertThat(payout.text("status")).isEqualTo("paid");
    assertThat(payout.text("gross")).isEqualTo("119.50");
    assertThat(payout.text("bankReference")).isEqualTo("SHOP \"1\"");
    assertThat(payout.json().required("flags")).isEmpty();
    Files.write(file, List.of("header", row.formatted("lost"), "too,short"));
    assertThat(example(file)).contains("exit 1", "payout.lost: 400", "not a payout: too,short");
  }

  /** Returns what the example says, and how it ends. */
  private static String example(Path file) throws Exception {
    Path source = Path.of("../examples/payouts/DailyPayouts.java").toAbsolutePath().normalize();
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                source.toString(),
                service.internalUrl().toString(),
                file.toString())
            .redirectErrorStream(true);
    builder.environment().put("CALLBACK_SECRET", TestService.CALLBACK_SECRET);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said + "exit " + process.waitFor();
  }

  private static double flagged() {
    return Double.parseDouble(
        Guest.found(
            service.operator().get("/metrics").body(),
            "(?m)^paylink_payout_flagged_total(?:\\{[^}]*})? ([0-9.]+)$"));
  }

  private static String ref() {
    return UUID.randomUUID().toString();
  }

  /** A payment that is a success. */
  private static String paid(String amount) {
    String payment = calls.payment("{\"amount\":\"" + amount + "\"}");
    service.callback().report("payment.confirmed", payment).expect(200);
    return payment;
  }

  private static String page(String payment) {
    return java.net.URI.create(calls.status(payment).text("paymentUrl")).getPath();
  }

  private static Guest pages() {
    return new Guest(service.baseUrl()).withCookie(merchant.cookie());
  }

  private static String in(String... payments) {
    return ",\"payments\":[\"" + String.join("\",\"", payments) + "\"]";
  }

  private static Reply report(String ref, String type, String more) {
    return service.callback().payout(body(ref, type, "10.00", more));
  }

  private static String send(String ref, String type, String amount, String more) {
    String body = body(ref, type, amount, more);
    return service
        .callback()
        .payout(more.contains("currency") ? body.replace("\"currency\":\"EUR\",\"o", "\"o") : body)
        .expect(200)
        .text("payoutId");
  }

  private static String body(String ref, String type, String amount, String more) {
    return """
        {"payoutRef":"%s","merchantId":"%s","type":"%s","amount":"%s","currency":"EUR",\
        "occurredAt":"2026-01-05T12:00:00Z"%s}"""
        .formatted(ref, merchantId, type, amount, more);
  }

  private static Reply read(String payoutId) {
    return calls.get("/sdk/server/payouts/" + payoutId).expect(200);
  }

  /** The types of the events about a payout, in the order of the feed. */
  private static List<String> types(String payoutId) {
    return told(payoutId, "type");
  }

  /** What the events about a payout say in one of their members, in the order of the feed. */
  private static List<String> told(String payoutId, String member) {
    return service
        .stored()
        .texts(
            """
            select convert_from(body, 'UTF8')::json ->> ? from event where scope = 'fiat_settlement'
               and convert_from(body, 'UTF8')::json ->> 'payoutId' = ? order by position
            """,
            member,
            payoutId);
  }
}
