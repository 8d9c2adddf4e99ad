package dev.paylink.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.ids.EventId;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.WithinOneDay;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The PAGES about payments, without a browser. */
@ExtendWith(WithinOneDay.class)
final class PaymentPagesTest {
  private static final String HOSTILE = "<script>alert(1)</script>\" onload=\"x";

  private static final TestService SERVICE = TestService.start();
  private static final TestService OTHER = SERVICE.anotherNode();
  private static final Guest PAGES =
      new Guest(SERVICE.baseUrl()).withCookie(SERVICE.signedIn().cookie());
  private static final Guest STRANGER =
      new Guest(OTHER.baseUrl()).withCookie(OTHER.signedIn().cookie());

  @AfterAll
  static void stop() {
    OTHER.close();
    SERVICE.close();
  }

  @Test
  void list_finds_what_is_typed_and_leads_to_the_export_of_the_same() {
    String id = create("{\"amount\":\"12.50\",\"reference\":\"list-1\"}").text("paymentId");
    create("{\"amount\":\"99.99\",\"reference\":\"list-2\"}");
    String html = PAGES.get("/dashboard/payments?search=list-1&status=created").expect(200).body();
    assertThat(html)
        .contains("/dashboard/payments/" + id)
        .contains("$12.50")
        .doesNotContain("$99.99")
        .contains("/merchant/payments.csv?search=list-1&amp;status=created");
    assertThat(PAGES.get("/dashboard/payments?search=list-3").expect(200).body())
        .contains("Nothing found");
    assertThat(STRANGER.get("/dashboard/payments").expect(200).body()).contains("No payments yet");
  }

  @Test
  void list_has_customers_and_finds_amounts_as_the_page_writes_them() {
    create("{\"amount\":\"1849.90\",\"customer\":{\"name\":\"Grace Hopper\"}}");
    assertThat(PAGES.get("/dashboard/payments?search=1849.90").expect(200).body())
        .contains("$1,849.90")
        .contains("Grace Hopper");
    assertThat(PAGES.get("/dashboard/payments?search=%241%2C849.90").expect(200).body())
        .contains("Grace Hopper")
        .contains("/merchant/payments.csv?search=1849.90");
    Guest german = inGerman();
    assertThat(german.get("/dashboard/payments?search=1849%2C90").expect(200).body())
        .contains("1.849,90")
        .contains("/merchant/payments.csv?search=1849.90");
    assertThat(PAGES.get("/dashboard/payments?search=1849%2C90").expect(200).body())
        .contains("Nothing found");
  }

  @Test
  void forms_read_amounts_as_their_language_writes_them() {
    Guest german = inGerman();
    String form =
        Guest.found(
            german.get("/dashboard/links/new").expect(200).body(),
            "name=\"form\" value=\"([^\"]+)\"");
    String[] fields = {"form", form, "amount", "49,90", "currency", "EUR", "expiresIn", "3600"};
    PAGES.post("/dashboard/links/new", fields).expect(400);
    Reply made = german.post("/dashboard/links/new", fields).expect(303);
    assertThat(german.get(made.header("Location")).body()).contains("49,90\u00a0€");
  }

  @Test
  void invoices_are_filtered_by_state_customer_and_date() {
    create(
        "{\"invoiceNumber\":\"Filter-1\",\"customer\":"
            + "{\"name\":\"Edsger Brontë\",\"email\":\"Edsger@Example.com\"}}");
    String path = "/dashboard/invoices?customer=";
    String today = LocalDate.now(ZoneOffset.UTC).toString();
    assertThat(PAGES.get(path + "edsger").expect(200).body()).contains("Filter-1");
    assertThat(PAGES.get(path + "edsger&status=open&from=" + today + "&to=" + today).body())
        .contains("Filter-1");
    assertThat(PAGES.get(path + "bronte").expect(200).body()).contains("Filter-1");
    for (String other : List.of("edsgar", "edsger&status=paid", "edsger&to=2020-01-01")) {
      assertThat(PAGES.get(path + other).expect(200).body())
          .as(other)
          .contains("No invoice matches")
          .doesNotContain("Filter-1");
    }
    PAGES.get("/dashboard/invoices?number=fILTER-1").expect(303);
  }

  @Test
  void refund_is_requested_in_sight_of_its_invoice_and_customer() {
    Reply created =
        create(
            "{\"amount\":\"5.00\",\"reference\":\"order-77\",\"customer\":{\"name\":\"Mary Shaw\"}}");
    String payment = created.text("paymentId");
    SERVICE.calls().simulate("payments/" + payment, "confirmed").expect(200);
    assertThat(PAGES.get("/dashboard/payments/" + payment + "/refund").expect(200).body())
        .contains("Refund up to $5.00", created.text("invoiceNumber"), "order-77", "Mary Shaw");
  }

  private static Guest inGerman() {
    return new Guest(SERVICE.baseUrl())
        .withCookie(SERVICE.signedIn().cookie())
        .with("Accept-Language", "de");
  }

  @Test
  void pages_of_the_list_lead_both_ways() {
    for (int i = 0; i < PaymentsQuery.MAX_ON_PAGE + 2; i++) {
      create("{\"reference\":\"pages\"}");
    }
    Reply first = PAGES.get("/dashboard/payments?search=pages");
    assertThat(first.body()).doesNotContain("rel=\"prev\"");
    Reply second = PAGES.get(link(first, "next"));
    assertThat(rows(second)).isEqualTo(2);
    assertThat(second.body()).doesNotContain("rel=\"next\"");
    Reply back = PAGES.get(link(second, "prev"));
    assertThat(rows(back)).isEqualTo(PaymentsQuery.MAX_ON_PAGE);
    assertThat(PAGES.get("/dashboard/payments?before=nonsense&from=never&status=x").status())
        .isEqualTo(200);
  }

  @Test
  void payment_shows_its_link_and_can_be_canceled_while_it_is_open() {
    Reply created = create("{\"amount\":\"5.00\"}");
    String path = "/dashboard/payments/" + created.text("paymentId");
    assertThat(PAGES.get(path).expect(200).body())
        .contains(created.text("paymentUrl"))
        .contains("Cancel payment");
    assertThat(PAGES.get(path + "/qr.svg").expect(200).body()).startsWith("<svg");
    Reply canceled = PAGES.post(path + "/cancel").expect(303);
    assertThat(PAGES.get(canceled.header("Location")).body())
        .contains("The payment is canceled")
        .contains("canceled")
        .doesNotContain("Cancel payment");
    assertThat(audit()).anyMatch(entry -> entry.startsWith("payment.canceled by "));
  }

  @Test
  void nothing_of_another_merchant_is_shown_or_changed() {
    Reply created = create("{\"amount\":\"5.00\"}");
    String path = "/dashboard/payments/" + created.text("paymentId");
    STRANGER.get(path).expect(404);
    STRANGER.get(path + "/qr.svg").expect(404);
    STRANGER.post(path + "/cancel").expect(404);
    STRANGER.get("/dashboard/invoices/" + created.text("invoiceId")).expect(404);
    STRANGER.get("/dashboard/invoices/" + created.text("invoiceId") + "/invoice.pdf").expect(404);
    PAGES.get("/dashboard/payments/nonsense").expect(404);
    PAGES.get("/dashboard/invoices/nonsense").expect(404);
    PAGES.get("/dashboard/events/nonsense").expect(404);
    PAGES.post("/dashboard/events/nonsense/redeliver").expect(404);
    assertThat(SERVICE.calls().status(created.text("paymentId")).text("status"))
        .isEqualTo("created");
    assertThat(new Guest(SERVICE.baseUrl()).get(path).expect(303).header("Location"))
        .startsWith("/dashboard/sign-in");
  }

  @Test
  void invoice_can_be_downloaded_in_the_language_of_the_customer() {
    Reply created = create("{\"amount\":\"5.00\",\"invoiceNumber\":\"2026/\\\"7\\\"\\u20AC\"}");
    String path = "/dashboard/invoices/" + created.text("invoiceId");
    assertThat(PAGES.get(path).expect(200).body())
        .contains("action=\"" + path + "/invoice.pdf\"")
        .contains("<option value=\"ja\" lang=\"ja\">日本語</option>");
    Reply english = PAGES.get(path + "/invoice.pdf").expect(200);
    assertThat(english.header("Content-Type")).isEqualTo("application/pdf");
    assertThat(english.header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"invoice-2026-7-.pdf\"");
    assertThat(english.body()).startsWith("%PDF-");
    assertThat(PAGES.get(path + "/invoice.pdf?language=ar").expect(200).body())
        .isNotEqualTo(english.body());
    assertThat(PAGES.get(path + "/invoice.pdf?language=%3Cx%3E").expect(200).body())
        .isEqualTo(english.body());
    Await.until("no more of them", () -> PAGES.get(path + "/invoice.pdf").status() == 429);
    PAGES.get(path).expect(200);
  }

  @Test
  void statements_page_leads_to_both_forms_of_each_month() {
    SERVICE
        .callback()
        .report("payment.confirmed", create("{\"amount\":\"5.00\"}").text("paymentId"))
        .expect(200);
    String month = YearMonth.now(ZoneOffset.UTC).toString();
    assertThat(PAGES.get("/dashboard/statements").expect(200).body())
        .contains("href=\"/merchant/statements/" + month + ".csv?bom=true\"")
        .contains("href=\"/merchant/statements/" + month + ".pdf\"");
    assertThat(STRANGER.get("/dashboard/statements").expect(200).body())
        .contains("No statements yet");
  }

  @Test
  void page_of_a_month_has_its_sums_before_the_first_payout() {
    SERVICE
        .callback()
        .report("payment.confirmed", create("{\"amount\":\"1234.50\"}").text("paymentId"))
        .expect(200);
    String month = YearMonth.now(ZoneOffset.UTC).toString();
    String page = PAGES.get("/dashboard/statements/" + month).expect(200).body();
    assertThat(page).contains("Nothing has been paid out yet", "id=\"sums\"");
    String list = PAGES.get("/dashboard/statements").expect(200).body();
    for (String sum : List.of("Gross", "Taken back", "Refunded", "Net")) {
      String amount =
          Guest.found(list, "<dt>" + sum + "</dt><dd><bdi class=\"amount\">([^<]*)</bdi>");
      assertThat(page)
          .contains("data-label=\"" + sum + "\"><bdi class=\"amount\">" + amount + "</bdi>");
    }
    assertThat(STRANGER.get("/dashboard/statements/2022-01").expect(200).body())
        .contains("Nothing moved in this month");
  }

  @Test
  void redelivery_without_a_webhook_says_so_on_its_page_and_leads_to_the_settings() {
    Browser merchant = SERVICE.signedIn();
    String path;
    String event;
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      tell(merchant, receiver);
      path = confirmedAndTold();
      event = Guest.found(PAGES.get(path).body(), "name=\"event\" value=\"(evt_[a-z0-9]+)\"");
    } finally {
      merchant.delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
    for (Reply refused :
        List.of(
            PAGES.post("/dashboard/events/" + event + "/redeliver"),
            PAGES.post(path + "/redeliver", "event", event))) {
      assertThat(refused.expect(409).body())
          .contains("There is no active webhook to send it to")
          .contains("href=\"/dashboard/webhooks\">Set up a webhook</a>")
          .contains("payment.confirmed");
    }
    assertThat(PAGES.post("/dashboard/events/" + event + "/redeliver").expect(409).body())
        .as("follows its delivery where it can be read")
        .contains("data-page=\"/dashboard/events/" + event + "\"");
    PAGES.post("/dashboard/events/nonsense/redeliver").expect(404);
  }

  @Test
  void hostile_text_is_text() {
    String json =
        """
        {"description":"%1$s","reference":"%1$s","invoiceNumber":"%2$s",
         "customer":{"name":"%1$s"},"metadata":{"k":"%1$s"}}\
        """
            .formatted(HOSTILE.replace("\"", "\\\""), "<b>1</b>");
    Reply created = create(json);
    for (String path :
        List.of(
            "/dashboard/payments?search=%3Cb%3E1%3C%2Fb%3E",
            "/dashboard/payments/" + created.text("paymentId"),
            "/dashboard/invoices",
            "/dashboard/invoices?number=%3Cscript%3Ealert(1)",
            "/dashboard/invoices/" + created.text("invoiceId"),
            "/dashboard/events?state=%3Cscript%3Ealert(1)")) {
      assertThat(PAGES.get(path).expect(200).body())
          .as(path)
          .doesNotContain("<script>alert")
          .doesNotContain("<b>1</b>");
    }
  }

  @Test
  void answer_of_a_receiver_is_text_on_every_page() {
    Browser merchant = SERVICE.signedIn();
    try (Receiver receiver = new Receiver(delivery -> 500)) {
      receiver.say(HOSTILE);
      tell(merchant, receiver);
      assertThat(PAGES.post("/dashboard/webhooks/invoice_settlement/test").body())
          .doesNotContain("<script>alert");
      String path = confirmedAndTold();
      String event = Guest.found(PAGES.get(path).body(), "/dashboard/events/(evt_[a-z0-9]+)");
      for (String page : List.of(path, "/dashboard/events/" + event)) {
        assertThat(PAGES.get(page).expect(200).body())
            .as(page)
            .doesNotContain("<script>alert")
            .contains("&lt;script");
      }
    } finally {
      merchant.delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
  }

  @Test
  void label_of_a_key_is_text_on_every_page() {
    Reply created = PAGES.post("/dashboard/keys", "label", HOSTILE);
    assertThat(created.expect(200).body()).doesNotContain("<script>alert");
    for (String page : List.of("/dashboard/keys", "/dashboard/audit", "/dashboard")) {
      assertThat(PAGES.get(page).expect(200).body()).as(page).doesNotContain("<script>alert");
    }
    assertThat(PAGES.get("/dashboard/keys").body()).contains("&lt;script");
  }

  @Test
  void invoice_is_found_by_its_number_and_has_its_payments() {
    Reply first = create("{\"invoiceNumber\":\"R-77\",\"amount\":\"7.00\"}");
    String second = create("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}").text("paymentId");
    Reply found = PAGES.get("/dashboard/invoices?number=R-77").expect(303);
    assertThat(PAGES.get(found.header("Location")).expect(200).body())
        .contains("Invoice R-77")
        .contains(first.text("paymentId"))
        .contains(second);
    assertThat(PAGES.get("/dashboard/invoices?number=R-78").expect(200).body())
        .contains("no invoice with this number");
  }

  @Test
  void event_is_redelivered_and_the_new_attempt_shows_what_was_sent_and_answered() {
    Browser merchant = SERVICE.signedIn();
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      tell(merchant, receiver);
      String path = confirmedAndTold();
      String html = PAGES.get(path).body();
      assertThat(html)
          .contains("x-service-signature-v2")
          .contains("webhook-timestamp")
          .contains("\"status\":\"success\"");
      String event = Guest.found(html, "name=\"event\" value=\"(evt_[a-z0-9]+)\"");
      STRANGER.post("/dashboard/events/" + event + "/redeliver").expect(404);
      PAGES.post(path + "/redeliver", "event", event).expect(303);
      Await.until("it is told again", () -> attempts(PAGES.get(path)) == 2);
      assertThat(PAGES.get("/dashboard/events/" + event).expect(200).body())
          .contains("Attempt 1", receiver.url("/hook"), "<code>payment.confirmed</code>")
          .contains("href=\"" + path + "\"", "$3.00")
          .contains("  \"status\": \"success\",\n");
      assertThat(PAGES.get("/dashboard/events?state=delivered").body()).contains(event);
      assertThat(PAGES.get("/dashboard/events?state=exhausted").body()).doesNotContain(event);
      Reply all =
          PAGES.post(
              "/dashboard/events/redeliver",
              "from",
              "2020-01-01T00:00",
              "to",
              "2090-01-01T00:00",
              "state",
              "delivered");
      assertThat(PAGES.get(all.expect(303).header("Location")).body()).contains("being sent again");
      PAGES
          .post("/dashboard/events/redeliver", "from", "2020-01-01T00:00", "to", "", "state", "x")
          .expect(400);
    } finally {
      merchant.delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
  }

  @Test
  void form_makes_one_link_however_often_it_is_sent() {
    Reply form = PAGES.get("/dashboard/links/new").expect(200);
    String[] fields = {
      "form",
      Guest.found(form.body(), "name=\"form\" value=\"([0-9a-f-]+)\""),
      "amount",
      "19.90",
      "currency",
      "USD",
      "description",
      "Two tickets",
      "reference",
      "form-1",
      "customer.email",
      "ann@example.com",
      "customer.name",
      "",
      "expiresIn",
      "86400",
      "successUrl",
      ""
    };
    Reply first = PAGES.post("/dashboard/links/new", fields).expect(303);
    Reply second = PAGES.post("/dashboard/links/new", fields).expect(303);
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    assertThat(PAGES.get(first.header("Location")).body())
        .contains("Your payment link is ready")
        .contains("$19.90")
        .contains("ann@example.com");
    assertThat(rows(PAGES.get("/dashboard/payments?search=form-1"))).isEqualTo(1);
    assertThat(audit()).filteredOn(entry -> entry.startsWith("payment.created by ")).hasSize(1);
    fields[3] = "20.00";
    assertThat(PAGES.post("/dashboard/links/new", fields).expect(422).body())
        .contains("was used for a request with a different body");
  }

  @Test
  void faulty_form_comes_back_with_what_was_typed_and_what_is_wrong() {
    String html =
        PAGES
            .post(
                "/dashboard/links/new",
                "form",
                "7f3c1e9a-0000-4000-8000-000000000000",
                "amount",
                "1,50",
                "currency",
                "USD",
                "customer.email",
                "nobody",
                "expiresIn",
                "86400",
                "reference",
                HOSTILE)
            .expect(400)
            .body();
    assertThat(html)
        .contains("Amount must be a plain decimal")
        .contains("is not an e-mail address")
        .contains("value=\"1,50\"")
        .doesNotContain("\" onload=\"")
        .doesNotContain("<script>alert");
    PAGES.post("/dashboard/links/new", "form", "none", "amount", "1.00").expect(400);
  }

  @Test
  void viewer_sees_no_buttons_and_can_press_none() {
    Guest viewer = registered("viewer@example.com");
    SERVICE
        .stored()
        .change("update account_user set role = 'viewer' where email = 'viewer@example.com'");
    String id = create("{}").text("paymentId");
    for (String path :
        List.of(
            "/dashboard/links/new",
            "/dashboard/events/redeliver",
            "/dashboard/events/evt_00000000000000000000000000/redeliver",
            "/dashboard/payments/" + id + "/cancel",
            "/dashboard/payments/" + id + "/redeliver")) {
      viewer.post(path).expect(403);
    }
    assertThat(viewer.get("/dashboard/events").expect(200).body())
        .doesNotContain("Redeliver several events");
    assertThat(viewer.get("/dashboard/links/new").expect(200).body())
        .doesNotContain("name=\"amount\"");
    viewer.get("/dashboard/signature").expect(200);
  }

  @Test
  void merchant_that_cannot_be_paid_yet_is_told_what_is_missing() {
    Guest fresh = registered("new@example.com");
    assertThat(fresh.get("/dashboard/links/new").expect(200).body())
        .contains("has to be verified")
        .doesNotContain("name=\"amount\"");
    fresh.post("/dashboard/links/new", "form", "7f3c1e9a-0000-4000-8000-000000000001").expect(403);
  }

  @Test
  void signature_page_explains_and_forgets_the_secret() {
    String html =
        PAGES
            .post(
                "/dashboard/signature",
                "method",
                "POST",
                "target",
                "/sdk/server/create-payment",
                "timestamp",
                "1",
                "body",
                "{}",
                "signature",
                "0".repeat(64),
                "secret",
                "sk_very_secret")
            .expect(200)
            .body();
    assertThat(html)
        .contains("The signature is wrong")
        .contains("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
        .doesNotContain("sk_very_secret");
    assertThat(SERVICE.logged()).doesNotContain("sk_very_secret");
  }

  @Test
  void overview_counts_events_that_are_given_up_until_they_are_delivered() {
    Browser merchant = SERVICE.signedIn();
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      tell(merchant, receiver);
      String html = PAGES.get(confirmedAndTold()).body();
      String event = Guest.found(html, "name=\"event\" value=\"(evt_[a-z0-9]+)\"");
      SERVICE
          .stored()
          .change(
              "update delivery set state = 'exhausted' where event_id = ?",
              Objects.requireNonNull(EventId.parse(event)).value());
      String list = "/dashboard/events?state=exhausted";
      assertThat(PAGES.get(list).body()).contains(event);
      awaitAllCounted(list);
      assertThat(wanting(list)).isPositive();
      PAGES.post("/dashboard/events/" + event + "/redeliver").expect(303);
      Await.until(
          "it is delivered",
          () -> PAGES.get("/dashboard/events?state=delivered").body().contains(event));
      assertThat(PAGES.get(list).body()).doesNotContain(event);
      awaitAllCounted(list);
    } finally {
      merchant.delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
  }

  /** Between two looks an event of another test may be given up. */
  private static void awaitAllCounted(String list) {
    Await.until("all are counted", () -> wanting(list) == rows(PAGES.get(list)));
  }

  @Test
  void held_payment_is_counted_listed_and_shows_what_waits() {
    String id = create("{\"amount\":\"4.00\"}").text("paymentId");
    String hash = "0x" + "ab".repeat(32);
    hold(id, hash);
    String list = "/dashboard/payments?status=held";
    String system = "/admin/desk/system";
    Guest desk = new Guest(SERVICE.internalUrl()).signInAtDesk();
    assertThat(wanting(list)).isEqualTo(1).isEqualTo(rows(PAGES.get(list)));
    assertThat(PAGES.get(list).body()).contains(id, "/merchant/payments.csv?held=true");
    Browser merchant = SERVICE.signedIn();
    assertThat(merchant.get("/merchant/payments?held=true").expect(200).each("paymentId"))
        .containsExactly(id);
    merchant.get("/merchant/payments?held=true&partlyPaid=true").expect(400);
    assertThat(merchant.get("/merchant/payments/" + id).expect(200).body())
        .contains("payment.held");
    assertThat(PAGES.get("/dashboard/payments/" + id).body())
        .contains("Waiting for a decision", "4.00\u00a0USDC on Base", hash)
        .contains("Paid in a suspended token");
    assertThat(desk.get("/admin").body())
        .containsPattern("Held payments</span>\\s*<strong class=\"tile-number wanting\">1<");
    assertThat(desk.get(system).body()).contains("Confirm or end each of them", "1 waiting");
    assertThat(desk.get("/admin/desk/tokens").body()).contains(id);

    SERVICE.stored().change("delete from held_settlement");
    SERVICE.stored().change("update payment set flags = null where id = ?", Stored.payment(id));
    assertThat(wanting(list)).isZero();
    assertThat(desk.get(system).body()).doesNotContain("Confirm or end each of them");
  }

  private static void hold(String payment, String hash) {
    String transaction =
        """
        {"chainId":8453,"hash":"%s","blockNumber":7,"logIndex":0,"token":"USDC","amount":"4.00",\
        "payer":null,"payee":null}"""
            .formatted(hash);
    SERVICE
        .stored()
        .change(
            """
            insert into held_settlement (merchant_id, payment_id, event_ref, chain_id, token,
                                         transaction, held_at)
            select merchant_id, id, 'held', 8453, 'USDC', cast(? as json), now()
              from payment where id = ?
            """,
            transaction,
            Stored.payment(payment));
    SERVICE
        .stored()
        .change("update payment set flags = 'held' where id = ?", Stored.payment(payment));
  }

  /** Returns the number on the overview that leads to this list. */
  private static int wanting(String path) {
    Matcher tile =
        Pattern.compile(
                Pattern.quote("href=\"" + path + "\"")
                    + "><span class=\"tile-label\">[^<]+</span><span[^>]*>([0-9]+)")
            .matcher(PAGES.get("/dashboard").expect(200).body());
    return tile.find() ? Integer.parseInt(tile.group(1)) : 0;
  }

  @Test
  void reversed_payment_has_a_warning_and_its_reason_in_the_language_of_the_page() {
    String id = create("{\"amount\":\"6.00\"}").text("paymentId");
    SERVICE.callback().report("payment.confirmed", id).expect(200);
    SERVICE.callback().reportWith("payment.failed", id, "\"reason\":\"reorg\"").expect(200);
    String path = "/dashboard/payments/" + id;
    assertThat(PAGES.get(path).body())
        .contains("The network took back the transaction", "The network reversed the transaction");
    assertThat(inGerman().get(path).body())
        .contains("Das Netzwerk hat die Transaktion beim Umordnen")
        .doesNotContain(">reorg<");
  }

  @Test
  void overview_has_the_figures_as_a_drawing_and_as_a_table() {
    create("{\"amount\":\"1.00\"}");
    assertThat(PAGES.get("/dashboard").expect(200).body())
        .contains("Last 30 days")
        .contains("<svg class=\"chart\"")
        .contains("Show as a table");
  }

  private static Guest registered(String email) {
    return new Guest(SERVICE.baseUrl()).withCookie(SERVICE.register(email).cookie());
  }

  private static Reply create(String json) {
    return SERVICE.calls().create(json).expect(200);
  }

  private static void tell(Browser merchant, Receiver receiver) {
    String url = "{\"webhookUrl\":\"" + receiver.url("/hook") + "\"}";
    merchant.put("/merchant/webhooks/invoice_settlement", url).expect(200);
  }

  /** The page of a payment whose event has arrived. */
  private static String confirmedAndTold() {
    String id = create("{\"amount\":\"3.00\"}").text("paymentId");
    SERVICE.callback().report("payment.confirmed", id).expect(200);
    String path = "/dashboard/payments/" + id;
    Await.until("it is told", () -> attempts(PAGES.get(path)) == 1);
    return path;
  }

  private static List<String> audit() {
    return SERVICE.stored().audit(SERVICE.signedIn().get("/merchant/profile").text("merchantId"));
  }

  private static int attempts(Reply page) {
    return page.body().split("Webhook, attempt ", -1).length - 1;
  }

  private static int rows(Reply page) {
    return page.body().split("class=\"row-link\"", -1).length - 1;
  }

  private static String link(Reply page, String rel) {
    return Guest.found(page.body(), "href=\"([^\"]+)\" rel=\"" + rel + "\"").replace("&amp;", "&");
  }
}
