package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.paylink.testing.PageChecks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API documentation in a real browser. */
final class DocsBrowserTest extends DashboardInBrowser {
  private static final String GOING_LIVE = "/docs/integrate/going-live";
  private static final String FEWER_CALLS =
      "document.querySelectorAll('.operation').forEach((call, i) => i % 15 && call.remove())";

  @ParameterizedTest
  @CsvSource({
    "/docs",
    "/docs/integrate/quickstart",
    "/docs/operate/monitoring",
    "/docs/api/merchant-account",
    "/docs/api/objects",
    "/docs/errors/INVALID_REQUEST",
    "/docs/integrate/error-codes",
    "/docs/integrate/overview",
    "/",
  })
  void it_fits_every_window(String path) {
    for (int width : List.of(1280, 1024, 768, 390)) {
      Page page = chromium.open(new Browser.NewContextOptions().setViewportSize(width, 900));
      page.navigate(url(path));
      PageChecks.assertFits(page);
      page.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/docs/integrate/quickstart, LIGHT",
    "/docs/integrate/webhooks, DARK",
    "/docs/api/payments, LIGHT",
    "/docs/api/payments, DARK",
    "/docs, DARK",
    "/, LIGHT",
  })
  void it_shuts_nobody_out(String path, ColorScheme scheme) {
    Page page = chromium.open(desktop().setColorScheme(scheme));
    page.navigate(url(path));
    page.evaluate(FEWER_CALLS); // all of them take long
    assertGood(page);
    // Calls that are not in view are not laid out: what checks contrast sees them on the root.
    assertThat(page.locator("html")).not().hasCSS("background-color", "rgba(0, 0, 0, 0)");
    page.close();
  }

  @Test
  void on_a_phone_without_a_script_the_contents_lead_to_a_call() {
    Page page = chromium.open(darkPhone().setJavaScriptEnabled(false));
    page.navigate(url("/docs/api/payments"));
    page.getByText("Contents", new Page.GetByTextOptions().setExact(true)).click();
    page.locator(".menu a[href='#cancelPayment']").click();
    assertThat(page.locator("#cancelPayment-title")).isInViewport();
    assertThat(page.locator("#cancelPayment .copy").first()).isHidden();
    assertThat(page.locator(".find")).isHidden();
    page.close();
  }

  @Test
  void search_finds_a_section_a_call_and_a_code() {
    Page page = chromium.open(desktop());
    page.navigate(url("/docs"));
    for (String[] wish :
        new String[][] {
          {"cursor feed", "/docs/integrate/webhooks#the-feed"},
          {"cancel a payment", "/docs/api/payments#cancelPayment"},
          {"cursor_expired", "/docs/errors/CURSOR_EXPIRED"},
          {"verify webhook php", "/docs/integrate/signing#in-php"},
          {"archive full", "/docs/operate/backup#when-the-archive-is-full"},
          {"give money back", "/docs/dashboard/payments#give-money-back"},
          {"cents", "/docs/integrate/stripe#amounts-are-not-in-cents"},
          {"error codes", "/docs/integrate/error-codes"},
          {"go live", GOING_LIVE},
          {"retry", "/docs/integrate/error-codes#what-to-retry"},
          {"express", "/docs/integrate/frameworks#express"},
          {"successUrl", "/docs/api/payments#createPayment"},
        }) {
      page.locator("#find").fill(wish[0]);
      assertThat(page.locator("#found a[href='" + wish[1] + "']")).isVisible();
    }
    page.locator("#find").fill("go");
    assertThat(page.locator("#found a").first()).hasAttribute("href", GOING_LIVE);
    page.locator("#find").fill("nobody wrote about xyzzy");
    assertThat(page.locator("#found-count")).hasText("0 found");
    page.locator("#find").fill("rotate signing secret");
    assertThat(page.locator("#found a").first()).isVisible();
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    page.waitForURL(found -> !found.endsWith("/docs"));
    page.close();
  }

  @Test
  void wrong_address_leads_on_and_a_slash_at_its_end_does_not_matter() {
    Page page = chromium.open(desktop());
    for (String wrong : List.of("/docs/integrate/nothing", "/docs/errors/NOTHING", "/docs/a/b/")) {
      assertThat(page.navigate(url(wrong)).status()).isEqualTo(404);
      assertThat(page.locator("h1")).hasText("There is no such page");
    }
    for (String path : List.of("/docs", GOING_LIVE, "/docs/api")) {
      assertThat(page.navigate(url(path + "/")).status()).isEqualTo(200);
      assertThat(page).hasURL(url(path));
    }
    page.close();
    assertThat(chromium.complaints()).allMatch(said -> said.contains("status of 404"));
  }

  @Test
  void search_that_did_not_load_is_asked_for_again() {
    String index = "**/docs/search.json";
    Page page = chromium.open(desktop());
    page.navigate(url("/docs"));
    page.route(index, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
    page.locator("#find").fill("cursor");
    assertThat(page.locator("#found-count"))
        .hasText("The search did not load. Type on to try again.");
    page.unroute(index);
    page.locator("#find").fill("cursor feed");
    assertThat(page.locator("#found a[href='/docs/integrate/webhooks#the-feed']")).isVisible();
    page.close();
    assertThat(chromium.complaints()).allMatch(said -> said.contains("status of 503"));
  }

  @Test
  void language_is_chosen_once_for_all_examples_and_pages() {
    Page page = chromium.open(desktop());
    page.navigate(url("/docs/integrate/quickstart"));
    assertThat(page.locator(".languages pre:visible")).hasCount(5);
    page.getByText("PHP", new Page.GetByTextOptions().setExact(true)).nth(1).click();
    assertThat(page.locator(".languages pre:visible .language-php")).hasCount(5);
    page.reload();
    assertThat(page.locator(".languages pre:visible .language-php")).hasCount(5);
    page.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/docs#createPayment,                         /docs/api/payments#createPayment",
    "/docs/guides/webhooks#the-feed,              /docs/integrate/webhooks#the-feed",
    "/docs/guides/operations#two-roles,           /docs/operate/database#two-roles",
    "/docs/guides/operations#upgrade,             /docs/operate/upgrade",
  })
  void link_of_the_time_when_pages_were_larger_finds_its_part(String former, String present) {
    Page page = chromium.open(desktop());
    page.navigate(url(former));
    page.waitForURL("**" + present);
    page.close();
  }
}
