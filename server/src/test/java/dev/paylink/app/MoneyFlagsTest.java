package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.WithinOneDay;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/**
 * Money that is too much, too little or of another kind: the merchant sees it, and is told once.
 */
@ExtendWith(WithinOneDay.class)
final class MoneyFlagsTest {
  private static final String CONFIRMED = "payment.confirmed";
  private static final String PAID_TWICE = "This invoice was paid more than once";
  private static final String NOT_ASKED_FOR = "A reported transfer does not match what you asked";

  @AutoClose private static final MailServer server = MailServer.started();

  @AutoClose
  private static final TestService service = TestService.builder().mail(server.settings()).start();

  private static final Browser merchant = service.signedIn();
  private static final Guest pages = new Guest(service.baseUrl()).withCookie(merchant.cookie());

  @Test
  void payment_as_it_was_asked_for_has_no_flag() {
    long before = flaggedToday("duplicate") + flaggedToday("mismatch");
    Reply created = create("{\"amount\":\"10.00\"}");
    confirm(created.text("paymentId"));
    expectFlags(created);
    assertThat(pages.get("/dashboard/payments/" + created.text("paymentId")).expect(200).body())
        .doesNotContain(PAID_TWICE, NOT_ASKED_FOR);
    assertThat(flaggedToday("duplicate") + flaggedToday("mismatch")).isEqualTo(before);
    assertThat(lettersAbout(created)).isEmpty();
  }

  @Test
  void invoice_that_is_paid_twice_is_flagged_wherever_the_merchant_looks() {
    long before = flaggedToday("duplicate");
    Reply first = create("{\"amount\":\"10.00\"}");
    Reply second = create("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}");
    confirm(first.text("paymentId"));
    expectFlags(first);
    confirm(second.text("paymentId"));
    expectFlags(first, "duplicate");
    expectFlags(second, "duplicate");
    assertThat(flaggedToday("duplicate")).isEqualTo(before + 1);
    assertThat(pages.get("/dashboard").expect(200).body())
        .contains("Needs attention", "paid twice");
    for (String path :
        List.of(
            "/dashboard/payments/" + first.text("paymentId"),
            "/dashboard/payments/" + second.text("paymentId"),
            "/dashboard/invoices/" + first.text("invoiceId"))) {
      assertThat(pages.get(path).expect(200).body()).contains("Paid twice", PAID_TWICE);
    }
    assertThat(listPage(first)).contains("Paid twice");
  }

  @Test
  void paid_twice_is_told_once_whatever_is_reported_after_it() {
    Reply first = create("{\"amount\":\"10.00\"}");
    Reply second = create("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}");
    confirm(first.text("paymentId"));
    confirm(second.text("paymentId"));
    confirm(second.text("paymentId")); // under another reference
    service.callback().report("payment.failed", second.text("paymentId")).expect(200);
    expectFlags(first); // taken back by a reorganisation, so there is nothing to return
    expectFlags(second);
    confirm(second.text("paymentId"));
    expectFlags(second, "duplicate");
    assertThat(lettersAbout(second))
        .containsExactly("[Test] Invoice " + first.text("invoiceNumber") + " was paid again");
    assertThat(lettersAbout(first)).isEmpty();
    Await.until(
        "it is sent",
        () -> service.stored().texts("select 1 from mail where state <> 'sent'").isEmpty());
  }

  @Test
  void underpayment_is_flagged_and_told_once() {
    long before = flaggedToday("mismatch");
    Reply created = create("{\"amount\":\"125.50\"}");
    refuse(created, "\"amount\":\"1.00\"");
    refuse(created, "\"amount\":\"2.00\"");
    expectFlags(created, "mismatch");
    assertThat(flaggedToday("mismatch")).isEqualTo(before + 1);
    for (String path :
        List.of(
            "/dashboard/payments/" + created.text("paymentId"),
            "/dashboard/invoices/" + created.text("invoiceId"))) {
      assertThat(pages.get(path).expect(200).body()).contains("Mismatch", NOT_ASKED_FOR);
    }
    assertThat(pages.get("/dashboard/payments/" + created.text("paymentId")).body())
        .contains("amount is not the one asked for");
    assertThat(listPage(created)).contains("Mismatch");
    assertThat(pages.get("/dashboard").expect(200).body()).contains("with a mismatch");
    assertThat(lettersAbout(created))
        .containsExactly(
            "[Test] A transfer does not match invoice " + created.text("invoiceNumber"));
    confirm(created.text("paymentId"));
    expectFlags(created, "mismatch"); // the wrong money moved all the same
  }

  @Test
  void payment_in_a_wrong_token_is_flagged_and_the_letter_leads_to_it() {
    Reply created = create("{\"amount\":\"125.50\"}");
    refuse(created, "\"token\":\"EURC\",\"hash\":\"0x" + "cd".repeat(32) + "\"");
    expectFlags(created, "mismatch");
    assertThat(
            service
                .stored()
                .text(
                    "select m.text from mail m join account_user u on u.email = m.recipient and"
                        + " u.realm_id = m.merchant_id and u.role = 'owner' where m.text like ?",
                    "%" + created.text("paymentId") + "%"))
        .contains(
            "token is not accepted for USD",
            "0x" + "cd".repeat(32),
            service.baseUrl() + "/dashboard/payments/" + created.text("paymentId"));
  }

  @Test
  void payment_settled_by_two_transfers_is_flagged_and_told_once() {
    long before = flaggedToday("overpaid");
    Reply created = create("{\"amount\":\"10.00\"}");
    settle(created, "ab", 1);
    settle(created, "ab", 1); // the same transfer under another reference
    expectFlags(created);
    settle(created, "ab", 2);
    settle(created, "ef", 1);
    expectFlags(created, "overpaid");
    assertThat(flaggedToday("overpaid")).isEqualTo(before + 1);
    assertThat(pages.get("/dashboard").expect(200).body()).contains("overpaid");
    assertThat(pages.get("/dashboard/payments/" + created.text("paymentId")).expect(200).body())
        .contains("Overpaid", "This payment got more than its amount", "0x" + "ab".repeat(32));
    assertThat(listPage(created)).contains("Overpaid");
    assertThat(lettersAbout(created))
        .containsExactly("[Test] Too much was paid for invoice " + created.text("invoiceNumber"));
  }

  @Test
  void second_transfer_is_sent_only_to_a_webhook_that_asks_for_it() {
    Reply created = create("{\"amount\":\"10.00\"}");
    settle(created, "a1", 0);
    settle(created, "a2", 0);
    settle(created, "a3", 0);
    List<JsonNode> told = feedOf(created);
    assertThat(told.stream().map(event -> event.required("type").asString()))
        .containsExactly(CONFIRMED, CONFIRMED, "payment.overpaid", CONFIRMED);
    JsonNode overpaid = told.get(2);
    assertThat(overpaid.required("status").asString()).isEqualTo("success");
    assertThat(overpaid.at("/transaction/hash").asString()).isEqualTo("0x" + "a2".repeat(32));
    String id = overpaid.required("eventId").asString();
    assertThat(
            merchant
                .get("/merchant/events?paymentId=" + created.text("paymentId"))
                .expect(200)
                .json()
                .required("data")
                .valueStream()
                .filter(event -> event.required("eventId").asString().equals(id))
                .map(event -> event.at("/delivery/state").asString()))
        .containsExactly("none");
    String webhook = "/merchant/webhooks/invoice_settlement";
    String again = "/merchant/events/" + id + "/redeliver";
    merchant.put(webhook, "{\"webhookUrl\":\"https://127.0.0.1:9/\"}").expect(200);
    merchant.post(again, "").expectProblem(409, "EVENT_NOT_DELIVERABLE");
    merchant
        .put(webhook, "{\"webhookUrl\":\"https://127.0.0.1:9/\",\"events\":[\"payment.overpaid\"]}")
        .expect(200);
    merchant.post(again, "").expect(202);
    Reply next = create("{\"amount\":\"10.00\"}");
    settle(next, "a4", 0);
    settle(next, "a5", 0);
    assertThat(
            service
                .stored()
                .texts(
                    "select e.type from delivery d join event e on e.id = d.event_id"
                        + " where e.payment_id = ?",
                    Stored.payment(next.text("paymentId"))))
        .containsExactly("payment.overpaid");
    merchant.delete(webhook).expect(204);
  }

  @Test
  void transfer_after_a_reorganisation_is_the_only_one() {
    Reply created = create("{\"amount\":\"10.00\"}");
    settle(created, "b1", 0);
    service
        .callback()
        .reportWith("payment.failed", created.text("paymentId"), "\"reason\":\"reorg\"")
        .expect(200);
    settle(created, "b2", 0);
    expectFlags(created);
  }

  @Test
  void export_carries_the_flags() {
    Reply plain = create("{\"amount\":\"10.00\"}");
    Reply first = create("{\"amount\":\"10.00\"}");
    Reply second = create("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}");
    refuse(second, "\"amount\":\"1.00\"");
    settle(first, "c1", 0);
    settle(second, "c2", 0);
    settle(second, "c3", 0);
    assertThat(exported(plain)).endsWith(",service-server,,,,,");
    assertThat(exported(first)).endsWith(",service-server,duplicate,,10.00,0.00,");
    assertThat(exported(second))
        .endsWith(",service-server,duplicate mismatch overpaid,,20.00,0.00,");
    expectFlags(second, "duplicate", "mismatch", "overpaid");
  }

  private static String exported(Reply created) {
    return merchant
        .get("/merchant/payments.csv?search=" + created.text("paymentId"))
        .expect(200)
        .body()
        .lines()
        .skip(1)
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> feedOf(Reply created) {
    List<JsonNode> events = new ArrayList<>();
    String after = "";
    for (; ; ) {
      JsonNode page =
          service.calls().get("/sdk/server/events?limit=100" + after).expect(200).json();
      if (page.required("data").isEmpty()) {
        return events;
      }
      page.required("data")
          .valueStream()
          .filter(event -> event.required("paymentId").asString().equals(created.text("paymentId")))
          .forEach(events::add);
      after = "&after=" + page.required("nextCursor").asString();
    }
  }

  /** Confirms it with a transfer that nothing speaks against. */
  private static void settle(Reply created, String byteOfHash, long logIndex) {
    service
        .callback()
        .reportWith(
            CONFIRMED,
            created.text("paymentId"),
            """
            "transaction":{"chainId":8453,"hash":"0x%s","logIndex":%d}\
            """
                .formatted(byteOfHash.repeat(32), logIndex))
        .expect(200);
  }

  private static Reply create(String body) {
    return service.calls().create(body).expect(200);
  }

  private static void confirm(String payment) {
    service.callback().report(CONFIRMED, payment).expect(200);
  }

  private static void refuse(Reply created, String transaction) {
    service
        .callback()
        .send(
            """
            {"eventRef":"%s","type":"payment.confirmed","paymentId":"%s","transaction":{%s}}\
            """
                .formatted(UUID.randomUUID(), created.text("paymentId"), transaction))
        .expectProblem(422, "SETTLEMENT_MISMATCH");
  }

  /** In the list and in the payment alike. */
  private static void expectFlags(Reply created, String... flags) {
    String id = created.text("paymentId");
    JsonNode listed =
        merchant.get("/merchant/payments?search=" + id).expect(200).json().at("/data/0");
    assertThat(flags(listed)).containsExactly(flags);
    assertThat(flags(merchant.get("/merchant/payments/" + id).expect(200).json()))
        .containsExactly(flags);
  }

  private static List<String> flags(JsonNode payment) {
    return payment.required("flags").valueStream().map(JsonNode::asString).toList();
  }

  private static long flaggedToday(String flag) {
    return merchant
        .get("/merchant/figures")
        .expect(200)
        .json()
        .at("/days/29/flagged/" + flag)
        .asLong();
  }

  private static String listPage(Reply created) {
    return pages.get("/dashboard/payments?search=" + created.text("paymentId")).expect(200).body();
  }

  private static List<String> lettersAbout(Reply created) {
    return service
        .stored()
        .texts("select subject from mail where text like ?", "%" + created.text("paymentId") + "%");
  }
}
