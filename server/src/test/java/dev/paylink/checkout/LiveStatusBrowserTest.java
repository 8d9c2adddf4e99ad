package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page follows its payment without being loaded again. */
final class LiveStatusBrowserTest extends PageInBrowser {
  private static final String REMEMBER_STEPS =
      """
      () => {
        const wallet = document.getElementById('wallet');
        window.walked = [];
        new MutationObserver(() => {
          if (window.walked.at(-1) !== wallet.dataset.step) {
            window.walked.push(wallet.dataset.step);
          }
        }).observe(wallet, { attributeFilter: ['data-step'] });
      }
      """;

  @ParameterizedTest
  @CsvSource({
    "Seen on the network, Your payment is on its way",
    "Confirm, Payment received",
    "Confirm twice, Payment received",
    "Fail, The payment did not go through",
    "Expire, This payment has expired",
  })
  void a_simulated_outcome_is_shown_and_said(String button, String heading) {
    Page page = open(phone(), new NewLink(service).create());
    page.evaluate("() => { window.same = true; }");
    page.getByText("More ways to end it").click();
    button(page, button).click();
    assertThat(page.locator("h2")).hasText(heading);
    assertThat(page.locator("#news")).hasText(heading);
    assertThat(page.locator(".more")).hasAttribute("open", "");
    assertThat(page.evaluate("() => window.same")).isEqualTo(true); // never loaded again
  }

  @Test
  void a_payment_goes_from_waiting_over_submitted_to_its_receipt() {
    Link link = new NewLink(service).create();
    Page page = open(desktop(), link);
    service.callback().report("payment.submitted", link.id()).expect(200);
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
    service
        .callback()
        .reportWith("payment.confirmed", link.id(), "\"transaction\":" + TRANSACTION)
        .expect(200);
    assertThat(page.locator("h2")).hasText("Payment received");
    page.getByText("View receipt").click();
    assertThat(page.getByText("Base (8453)")).isVisible();
  }

  @Test
  void a_reload_midway_goes_on_where_the_payment_is() {
    Link link = new NewLink(service).create();
    Page page = open(phone(), link);
    page.getByText("More ways to end it").click();
    button(page, "Seen on the network").click();
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
    page.reload();
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
    service.callback().report("payment.confirmed", link.id()).expect(200);
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  @Test
  void the_simulated_wallet_walks_through_the_steps_of_a_real_one() {
    Page page = open(phone(), new NewLink(service).create());
    page.evaluate(REMEMBER_STEPS);
    button(page, "Pay with the simulated wallet").click();
    page.waitForFunction("() => window.walked.at(-1) === 'sent'"); // the heading does not stay
    assertThat(page.evaluate("() => window.walked"))
        .isEqualTo(List.of("connect", "check", "approve", "approving", "pay", "sent"));
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  @Test
  void part_of_the_amount_asks_for_the_rest_at_the_address_that_got_it() {
    Link link = new NewLink(service).create();
    service.calls().simulate("payments/" + link.id(), "transfer_part").expect(200);
    service.calls().advance(30).expect(200);
    Await.until(
        "half is there",
        () -> service.browser().get(link.path()).body().contains("Received: 62.75"));
    Page page = open(desktop(), link);
    assertThat(page.locator("h2")).hasText("Send what is missing");
    assertThat(page.locator("#transfer strong")).containsText("62.75");
    assertThat(page.locator("#transfer code")).hasText(Pattern.compile("0x[0-9a-fA-F]{40}"));
    page.locator("#transfer ~ details > summary").click();
    button(page, "Pay with the simulated wallet").click();
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  @Test
  void two_tabs_show_the_same_end() {
    Link link = new NewLink(service).create();
    Page first = open(desktop(), link);
    Page second = open(phone(), link);
    button(second, "Confirm").click();
    assertThat(first.locator("h2")).hasText("Payment received");
    assertThat(second.locator("h2")).hasText("Payment received");
  }

  @Test
  void an_amount_chosen_in_one_tab_is_shown_in_the_other() {
    Link link = new NewLink(service).openAmount().create();
    Page first = open(desktop(), link);
    Page second = open(phone(), link);
    second.getByLabel("Amount in USD").fill("3");
    button(second, "Continue").click();
    assertThat(first.locator("h1")).containsText("$3.00");
  }

  @Test
  void the_key_never_leaves_the_browser() {
    Page page = open(desktop(), new NewLink(service).create());
    Object refused =
        page.evaluate(
            """
            async () => {
              const made = [];
              const generate = crypto.subtle.generateKey.bind(crypto.subtle);
              crypto.subtle.generateKey = async (...a) => { const k = await generate(...a); made.push(k); return k; };
              const url = document.querySelector('script[type=module]').src.replace('pay.js', 'paylink.js');
              const { session } = await import(url);
              const code = await fetch(document.getElementById('payment').dataset.path + '/session', {method: 'POST'})
                .then(r => r.json());
              const s = await session(code.code);
              const now = await s.status();
              s.close();
              return now.status + ' ' + await crypto.subtle.exportKey('jwk', made[0].privateKey).catch(e => e.name);
            }
            """);
    assertThat(refused).isEqualTo("created InvalidAccessError");
  }
}
