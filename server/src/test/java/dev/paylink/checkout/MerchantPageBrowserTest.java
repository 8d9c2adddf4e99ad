package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A merchant's page on another origin follows a payment: the browser itself enforces the rules. */
final class MerchantPageBrowserTest extends PageInBrowser {
  private Link link;
  @AutoClose private MerchantSite site;

  @BeforeEach
  void open() {
    link = new NewLink(service).create();
    String code =
        service
            .calls()
            .post("/sdk/server/sessions", "{\"paymentId\":\"" + link.id() + "\"}")
            .expect(200)
            .text("code");
    site = new MerchantSite(service.baseUrl(), link, code);
  }

  @Test
  void the_payment_is_followed_from_another_origin() {
    Page shop = open(desktop(), site.url());
    assertThat(shop.locator("#status")).hasText("created");
    service.callback().report("payment.submitted", link.id()).expect(200);
    assertThat(shop.locator("#status")).hasText("submitted");
    service.callback().report("payment.confirmed", link.id()).expect(200);
    assertThat(shop.locator("#status")).hasText("success");
    assertThat(shop.locator("#error")).hasText("");
  }

  @Test
  void a_code_that_was_used_is_refused_in_words_the_page_can_read() {
    Page first = open(desktop(), site.url());
    assertThat(first.locator("#status")).hasText("created");
    Page second = open(desktop(), site.url());
    assertThat(second.locator("#error")).hasText("INVALID_SESSION");
    assertThat(second.locator("#status")).hasText("?");
    assertThat(chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 401"));
  }

  @Test
  void a_device_whose_clock_is_wrong_can_follow_too() {
    Page shop = chromium.open(phone());
    long anHourAhead = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    shop.clock().install(new Clock.InstallOptions().setTime(anHourAhead));
    shop.navigate(site.url());
    assertThat(shop.locator("#status")).hasText("created");
    service.callback().report("payment.confirmed", link.id()).expect(200);
    assertThat(shop.locator("#status")).hasText("success");
    // The first proof was dated an hour ahead; the refusal told the time.
    assertThat(chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 401"));
  }

  @Test
  void the_checkout_opens_in_a_window_of_its_own_and_its_end_is_noticed() {
    Page shop = open(desktop(), site.url());
    Page checkout = shop.waitForPopup(() -> button(shop, "Pay").click());
    assertThat(checkout).hasURL(link.url());
    assertThat(shop.locator("#window")).hasText("open");
    assertThat(button(checkout, "Pay with the simulated wallet")).isVisible();
    button(checkout, "Confirm").click();
    assertThat(checkout.locator("h2")).hasText("Payment received");
    assertThat(shop.locator("#status")).hasText("success");
    checkout.close();
    assertThat(shop.locator("#window")).hasText("closed");
  }

  @Test
  void where_windows_are_blocked_the_checkout_opens_in_place() {
    Page shop = chromium.open(phone());
    shop.addInitScript("window.open = () => null;");
    shop.navigate(site.url());
    button(shop, "Pay").click();
    assertThat(shop).hasURL(link.url());
    assertThat(shop.locator("h2")).hasText("Pay with your wallet");
  }
}
