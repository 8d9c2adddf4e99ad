package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.ReducedMotion;
import dev.paylink.testing.Await;
import dev.paylink.testing.Chromium;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a payer sees and can do on the page itself. */
final class PaymentPageBrowserTest extends PageInBrowser {
  /** Less than a row of the table; a font that comes late moves some words by a hundredth. */
  private static final double STILL = 0.025;

  private static final String OFFER = "**/wallet";

  @Test
  void a_reload_brings_a_new_session_and_the_same_page() {
    Link link = new NewLink(service).create();
    Page page = open(desktop(), link);
    Await.until("a session", () -> link.codes(service) == 1);
    page.reload();
    Await.until("another session", () -> link.codes(service) == 2);
    assertThat(page.locator("h1")).containsText("$125.50");
  }

  /**
   * What comes later has its place from the first paint: nothing moves away from under a finger. A
   * slow browser paints what it has read so far, before the page is whole.
   */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 1", "true, 10", "false, 10"})
  void nothing_jumps_while_the_page_loads(boolean onPhone, int slower) {
    Page page = chromium.open(onPhone ? phone() : desktop());
    JsonObject rate = new JsonObject();
    rate.addProperty("rate", slower);
    page.context().newCDPSession(page).send("Emulation.setCPUThrottlingRate", rate);
    page.navigate(new NewLink(service).create().url());
    assertThat(page.locator(".script")).hasCount(1);
    awaitWallet(page);
    Object moved =
        page.evaluate(
            """
            () => new Promise(done => {
              let sum = 0;
              new PerformanceObserver(list => list.getEntries().forEach(shift => sum += shift.value))
                .observe({type: 'layout-shift', buffered: true});
              requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
            })
            """);
    assertThat(((Number) moved).doubleValue()).isLessThan(STILL);
  }

  /** A browser without a wallet does not answer: the page waits for it with the same place. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void place_of_the_wallets_is_kept_while_the_page_waits_for_them(boolean onPhone) {
    Page page = open(onPhone ? phone() : desktop(), new NewLink(service).create());
    Object lost =
        page.evaluate(
            """
            () => {
              const box = document.getElementById('wallet');
              const [loading, waiting] = ['', 'wait'].map(show => {
                box.dataset.show = show;
                return box.getBoundingClientRect().height;
              });
              return loading - waiting;
            }
            """);
    assertThat(((Number) lost).doubleValue()).isLessThan(1);
  }

  @Test
  void choosing_again_without_an_offer_asks_for_it_again() {
    Page page = openWithoutOffer();
    button(page, "Choose again").click();
    assertThat(WalletPart.wallets(page)).isVisible();
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 503"));
  }

  /** The payer has sent it, and would be asked to pay once more. */
  @Test
  void choosing_again_without_an_offer_forgets_nothing_that_was_sent() {
    Page page = openWithoutOffer();
    page.evaluate("() => history.replaceState({ hash: '0x' + '1'.repeat(64), deadline: 9e9 }, '')");
    button(page, "Choose again").click();
    assertThat(WalletPart.saying(page)).containsText("Sent.");
    assertThat(WalletPart.wallets(page)).isHidden();
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 503"));
  }

  /** A page whose first question for the ways to pay has failed; the next one is answered. */
  private static Page openWithoutOffer() {
    Page page = chromium.open(desktop());
    page.route(OFFER, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
    page.navigate(new NewLink(service).create().url());
    assertThat(WalletPart.trouble(page)).isVisible();
    page.unroute(OFFER);
    return page;
  }

  @ParameterizedTest
  @CsvSource({
    "created, en",
    "submitted, en",
    "success, en",
    "failed, en",
    "created, ar",
    "success, ja",
    "created, de",
  })
  void a_phone_shows_every_state_without_scrolling_sideways(String status, String locale) {
    Link link =
        new NewLink(service)
            .status(status)
            .with("locale", locale)
            .with("successUrl", "https://shop.example/" + "x".repeat(80))
            .with("description", "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(3))
            .create();
    Page page = open(phone(), link);
    assertFits(page);
    assertThat(page.locator("h2")).isVisible();
  }

  @ParameterizedTest
  @CsvSource({
    "created, en",
    "submitted, en",
    "success, en",
    "failed, en",
    "created, ar",
    "created, ja",
  })
  void no_state_has_a_serious_barrier_in_light_or_dark(String status, String locale) {
    NewLink link =
        new NewLink(service)
            .status(status)
            .with("locale", locale)
            .reason("reorg")
            .with("successUrl", "https://shop.example/ok")
            .with("cancelUrl", "https://shop.example/no");
    assertThat(barriers(open(desktop(), link.create()))).isEmpty();
    assertThat(barriers(open(dark(phone()), link.create()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/receipt"})
  void form_and_receipt_have_no_serious_barrier(String below) {
    String other = TRANSACTION.replace("\"logIndex\":3", "\"logIndex\":4");
    NewLink link = new NewLink(service).transaction(other); // each settles one payment
    Link created = below.isEmpty() ? link.openAmount().create() : link.status("success").create();
    assertThat(barriers(open(desktop(), created.url(below)))).isEmpty();
    assertThat(barriers(open(dark(phone()), created.url(below)))).isEmpty();
  }

  /** With the least contrast that black and white have, and with colours at both ends. */
  @ParameterizedTest
  @ValueSource(strings = {"#777777", "#ffffff", "#0a0a40"})
  void every_colour_of_a_merchant_reads(String color) {
    color(color);
    try {
      Link link = new NewLink(service).openAmount().create();
      assertThat(barriers(open(desktop(), link))).isEmpty();
      Page phone = open(dark(phone()), link);
      assertThat(barriers(phone)).isEmpty();
      assertThat(phone.evaluate("() => getComputedStyle(document.querySelector('.primary')).color"))
          .isEqualTo(color.equals("#0a0a40") ? "rgb(255, 255, 255)" : "rgb(0, 0, 0)");
      assertFits(phone);
    } finally {
      color(null);
    }
  }

  private static void color(@Nullable String color) {
    service.stored().change("update merchant set brand_color = ?", color);
  }

  @Test
  void right_to_left_is_mirrored() {
    Page page = open(desktop(), new NewLink(service).with("locale", "ar").create());
    double summary = page.locator(".summary").boundingBox().x;
    double stage = page.locator(".stage").boundingBox().x;
    assertThat(summary).isGreaterThan(stage);
    assertThat(page.locator("html").getAttribute("dir")).isEqualTo("rtl");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_payer_chooses_another_language_on_the_page(boolean script) {
    Link link = new NewLink(service).with("locale", "de").create();
    Page page = open(phone().setJavaScriptEnabled(script), link);
    Chromium.follow(page, button(page, "العربية"));
    awaitWallet(page); // until then, what is below it may move away from under a finger
    assertThat(page.locator("html")).hasAttribute("dir", "rtl");
    assertThat(button(page, "العربية")).hasAttribute("aria-pressed", "true");
    Chromium.follow(page, button(page, "日本語"));
    assertThat(page.locator("html")).hasAttribute("lang", "ja");
    assertThat(page).hasURL(link.url());
    assertFits(page);
  }

  @Test
  void an_open_amount_is_chosen_by_keyboard() {
    Page page = open(desktop(), new NewLink(service).openAmount().create());
    page.getByLabel("Amount in USD").focus();
    page.keyboard().type("0");
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("greater than zero");
    page.waitForLoadState(); // keys go where the style lets them
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 400"));
    page.getByLabel("Amount in USD").fill("42.5");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    assertThat(page.locator("h1")).containsText("$42.50");
    assertThat(page.locator("h2")).hasText("Pay with your wallet");
  }

  @Test
  void everything_can_be_reached_by_keyboard_and_shows_where_one_is() {
    Page page =
        open(desktop(), new NewLink(service).with("cancelUrl", "https://shop.example/no").create());
    assertThat(button(page, "Pay with the simulated wallet")).isVisible();
    List<String> visited = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      page.keyboard().press("Tab");
      visited.add((String) page.evaluate("() => document.activeElement.outerHTML.slice(0, 60)"));
      assertThat(
              page.evaluate(
                  """
                  () => getComputedStyle(document.activeElement).outlineStyle
                  """))
          .isEqualTo("solid");
    }
    assertThat(visited).doesNotHaveDuplicates();
    assertThat(String.join("\n", visited)).contains("shop.example", "outcome");
  }

  @Test
  void without_javascript_the_page_shows_the_state_and_its_forms_work() {
    Link open = new NewLink(service).openAmount().create();
    Page page = open(phone().setJavaScriptEnabled(false), open);
    page.getByLabel("Amount in USD").fill("9");
    Chromium.follow(page, button(page, "Continue"));
    assertThat(page.locator("h1")).containsText("$9.00");
    assertThat(page.locator("noscript > .quiet")).containsText("refreshes automatically");
    Chromium.follow(page, button(page, "Confirm"));
    assertThat(page.locator("h2")).hasText("Payment received");
    Chromium.follow(page, page.getByText("View receipt")); // which has the same amount
    assertThat(page.locator("h1")).containsText("$9.00");
    assertFits(page);
  }

  @Test
  void an_unknown_link_is_a_friendly_page() {
    Page page = chromium.open(desktop().setLocale("ja-JP"));
    page.navigate(service.baseUrl() + "/pay/pay_01jgfj2v00e8z9y3m5k7n9q1s3/abc");
    assertThat(page.locator("h1")).hasText("このお支払いは見つかりません");
    assertThat(barriers(page)).isEmpty();
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 404"));
  }

  @Test
  void who_wants_no_motion_gets_none() {
    Page page =
        open(
            desktop().setReducedMotion(ReducedMotion.REDUCE),
            new NewLink(service).status("success").create());
    assertThat(page.locator(".medal")).hasCSS("animation-name", "none");
  }

  @Test
  void a_printed_receipt_leaves_out_what_paper_cannot_do() {
    Link link = new NewLink(service).status("success").transaction(TRANSACTION).create();
    Page page = open(desktop(), link.url("/receipt"));
    assertThat(button(page, "Print")).isVisible();
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    assertThat(button(page, "Print")).isHidden();
    assertThat(page.locator(".languages")).isHidden();
    assertThat(page.locator("h1")).isVisible();
    assertThat(page.getByText("21984412")).isVisible();
  }
}
