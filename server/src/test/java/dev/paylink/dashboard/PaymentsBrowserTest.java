package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.button;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.PageChecks;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages about payments in a real browser. */
final class PaymentsBrowserTest extends DashboardInBrowser {
  /** How many amounts stand on more than one line. */
  private static final String BROKEN_AMOUNTS =
      "[...document.querySelectorAll('.amount')].filter(it => it.getClientRects().length >"
          + " 1).length";

  /** Into how many lines a phone puts the first row of a list. */
  private static final String LINES_OF_A_ROW =
      "getComputedStyle(document.querySelector('tbody tr')).gridTemplateRows.split(' ').length";

  @Override
  String statusesOfFaults() {
    return "400|409";
  }

  @Test
  void link_is_made_without_code_even_by_a_double_click() {
    Page page = signedIn(service.signedIn().cookie(), false);
    page.navigate(url("/dashboard/links/new"));
    assertGood(page);
    page.getByLabel("Amount").fill("42.00");
    page.getByLabel("Your reference").fill("twice");
    follow(page, () -> button(page, "Create link").dblclick());
    assertThat(page.locator(".notice")).containsText("Your payment link is ready");
    assertThat(page.locator("#payment-link")).containsText("/pay/pay_");
    assertGood(page);
    page.navigate(url("/dashboard/payments?search=twice"));
    assertThat(page.locator(".row-link")).hasCount(1);
  }

  @Test
  void result_of_a_redelivery_appears_without_a_reload() {
    String webhook = "/merchant/webhooks/invoice_settlement";
    Browser merchant = service.signedIn();
    CountDownLatch answered = new CountDownLatch(1);
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      merchant.put(webhook, "{\"webhookUrl\":\"" + receiver.url("/in") + "\"}").expect(200);
      String payment = created("again-1").text("paymentId");
      service.callback().report("payment.confirmed", payment).expect(200);
      Await.until("it is delivered", () -> delivery(merchant, payment).equals("delivered"));
      Page page = signedIn(merchant.cookie(), false);
      page.navigate(url("/dashboard/payments/" + payment));
      follow(page, page.locator(".row-link").first());
      assertThat(page.locator("h1")).hasText("Event");
      assertThat(page.locator(".timeline li")).hasCount(1);
      assertThat(page.locator("#delivery")).hasAttribute("data-live", "off");
      assertGood(page);
      receiver.answerWith(
          delivery -> {
            answered.await();
            return 204;
          });
      press(page, "Redeliver");
      assertThat(page.locator("#delivery")).hasAttribute("data-live", "on");
      page.evaluate("window.neverReloaded = true");
      answered.countDown();
      assertThat(page.locator(".timeline li.good")).hasCount(2);
      assertThat(page.locator("#delivery")).hasAttribute("data-live", "off");
      assertThat(page.locator("#delivery .badge")).hasText("Delivered");
      assertThat(page.evaluate("window.neverReloaded")).isEqualTo(true);
      assertGood(page);
    } finally {
      answered.countDown();
      merchant.delete(webhook).expect(204);
    }
  }

  /** That page is at the address of its form, which has nothing to read. */
  @Test
  void result_of_an_attempt_appears_also_where_a_further_redelivery_was_refused() {
    String webhook = "/merchant/webhooks/invoice_settlement";
    Browser merchant = service.signedIn();
    CountDownLatch answered = new CountDownLatch(1);
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      merchant.put(webhook, "{\"webhookUrl\":\"" + receiver.url("/in") + "\"}").expect(200);
      String payment = created("again-2").text("paymentId");
      service.callback().report("payment.confirmed", payment).expect(200);
      Await.until("it is delivered", () -> delivery(merchant, payment).equals("delivered"));
      Page page = signedIn(merchant.cookie(), false);
      page.navigate(url("/dashboard/payments/" + payment));
      follow(page, page.locator(".row-link").first());
      receiver.answerWith(
          delivery -> {
            answered.await();
            return 204;
          });
      press(page, "Redeliver");
      Await.until( // or there is nobody left to send it to
          "it is under way",
          () ->
              receiver.deliveries().stream()
                      .filter(delivery -> delivery.body().contains(payment))
                      .count()
                  == 2);
      merchant.delete(webhook).expect(204);
      press(page, "Redeliver");
      assertThat(page.getByText("There is no active webhook")).isVisible();
      assertThat(page.locator("#delivery")).hasAttribute("data-live", "on");
      answered.countDown();
      assertThat(page.locator(".timeline li.good")).hasCount(2);
      assertThat(page.locator("#delivery")).hasAttribute("data-live", "off");
    } finally {
      answered.countDown();
      merchant.delete(webhook).expect(204);
    }
  }

  private static String delivery(Browser merchant, String payment) {
    return merchant
        .get("/merchant/events?paymentId=" + payment)
        .expect(200)
        .json()
        .at("/data/0/delivery/state")
        .asString();
  }

  @Test
  void reusable_link_is_made_and_paid_twice() {
    String cookie = service.signedIn().cookie();
    Page page = signedIn(cookie, false);
    page.navigate(url("/dashboard/reusable-links"));
    assertGood(page);
    assertThat(page.locator("main .form .field:visible")).hasCount(3); // of fourteen
    page.getByLabel("Title").fill("Lessons");
    page.locator("#amount").fill("42");
    page.getByLabel("Your customers choose").check();
    assertThat(page.locator("#amount")).isHidden(); // and so it does not count
    page.getByLabel("Suggested amounts").fill("5, 10");
    page.getByText("What you ask your customers").click();
    page.getByLabel("Customer’s name").selectOption("required");
    press(page, "Create link");
    assertThat(page.locator(".notice")).containsText("Your link is ready");
    assertGood(page);
    String dashboard = page.url();
    String link = page.locator("#reusable-link").textContent();
    for (Page payer : List.of(page, signedIn(cookie, true))) {
      payer.navigate(link);
      assertGood(payer);
      payer.getByLabel("$10.00").check();
      payer.getByLabel("Your name").fill("Ada");
      follow(payer, () -> button(payer, "Continue to payment").dblclick());
      assertThat(button(payer, "Pay with the simulated wallet")).isVisible();
      button(payer, "Confirm").first().click();
      assertThat(payer.locator("h2#stage")).hasText("Payment received");
    }
    page.navigate(dashboard);
    assertThat(page.locator(".facts").first()).containsText("2, $20.00");
    follow(page, page.getByText("Show its payments"));
    assertThat(page.locator(".row-link")).hasCount(2);
  }

  @Test
  void no_page_about_payments_shuts_anybody_out_in_light_or_dark() {
    Reply created = created("a-reference-without-any-blank-in-it-".repeat(6));
    service.callback().report("payment.failed", created.text("paymentId")).expect(200);
    String cookie = service.signedIn().cookie();
    List<Page> windows = List.of(signedIn(cookie, false), signedIn(cookie, true));
    for (String path :
        List.of(
            "",
            "/payments",
            "/payments?search=nothing",
            "/payments/" + created.text("paymentId"),
            "/invoices",
            "/invoices/" + created.text("invoiceId"),
            "/events",
            "/events?state=pending",
            "/links/new",
            "/refunds",
            "/payments/" + created.text("paymentId") + "/refund",
            "/reusable-links",
            "/webhooks",
            "/requests",
            "/signature")) {
      for (Page page : windows) {
        page.navigate(url("/dashboard" + path));
        assertGood(page);
      }
    }
  }

  @Test
  void long_values_stay_in_their_card_at_every_width() {
    Reply created =
        service
            .calls()
            .create(
                """
                {"amount":"99999999999.99","reference":"%1$s","invoiceNumber":"%2$s","description":"%1$s",
                 "customer":{"name":"%2$s","email":"%2$s@example.com"}}
                """
                    .formatted("r".repeat(120), "n".repeat(60)))
            .expect(200);
    service.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
    String partly = partlyPaid("1238116.90");
    Page page = signedIn(service.signedIn().cookie(), false);
    page.navigate(url("/dashboard/payments?status=partly"));
    assertThat(page.locator("tbody")).containsText("619,058.45 / 1,238,116.90");
    page.navigate(url("/dashboard"));
    assertThat(page.locator("#recent")).hasText("Newest payments");
    assertThat(page.locator("[aria-labelledby=recent] .row-link").first()).isVisible();
    follow(page, page.locator(".tile").getByText("Partly paid payments"));
    assertThat(page).hasURL(url("/dashboard/payments?status=partly"));
    page.setViewportSize(390, 900);
    assertThat(page.evaluate(LINES_OF_A_ROW)).isEqualTo(2);
    page.navigate(url("/dashboard/invoices"));
    assertThat(page.evaluate(LINES_OF_A_ROW)).isEqualTo(2);
    for (String path :
        List.of(
            "",
            "/statements",
            "/payments",
            "/payments/" + created.text("paymentId"),
            "/payments/" + partly,
            "/invoices",
            "/invoices/" + created.text("invoiceId"),
            "/events",
            "/requests",
            "/team",
            "/keys",
            "/audit")) {
      page.navigate(url("/dashboard" + path));
      for (int width : List.of(1280, 1024, 768, 390)) {
        page.setViewportSize(width, 900);
        PageChecks.assertFits(page);
        assertThat(page.evaluate(BROKEN_AMOUNTS)).as(path + " at " + width).isEqualTo(0);
      }
    }
  }

  @Test
  void signature_debugger_names_the_mistake() {
    Page page = signedIn(service.signedIn().cookie(), true);
    page.navigate(url("/dashboard/signature"));
    page.getByLabel(Pattern.compile("^X-Signature(?!-)")).fill("0".repeat(64));
    page.getByLabel("Secret of the API key").fill("whsec_wrong");
    press(page, "Check");
    assertThat(page.locator(".findings")).containsText("This is the secret of a webhook");
    assertThat(page.getByLabel("Secret of the API key")).hasValue("");
    assertGood(page);
  }

  /** A payment that ended with half of its amount, which has two badges. */
  private static String partlyPaid(String amount) {
    SignedCalls calls = service.calls();
    String payment = calls.payment("{\"amount\":\"" + amount + "\"}");
    calls.simulate("payments/" + payment, "transfer_part").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "a half has come", () -> !calls.status(payment).json().get("receivedAmount").isNull());
    calls.simulate("payments/" + payment, "expired").expect(200);
    return payment;
  }

  private static Reply created(String reference) {
    return service
        .calls()
        .create("{\"amount\":\"12.50\",\"reference\":\"%s\"}".formatted(reference))
        .expect(200);
  }

  /** With the session of the ready merchant. */
  private static Page signedIn(String cookie, boolean phone) {
    Page page = chromium.open(phone ? darkPhone() : desktop());
    String[] pair = cookie.split("=", 2);
    page.context()
        .addCookies(List.of(new Cookie(pair[0], pair[1]).setUrl(service.baseUrl().toString())));
    return page;
  }
}
