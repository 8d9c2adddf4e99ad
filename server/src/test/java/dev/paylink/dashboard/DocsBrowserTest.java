package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.paylink.testing.PageChecks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API documentation in a real browser. */
final class DocsBrowserTest extends DashboardInBrowser {
  private static final String FEWER_CALLS =
      "document.querySelectorAll('.operation').forEach((call, i) => i % 15 && call.remove())";

  @ParameterizedTest
  @ValueSource(ints = {1280, 1024, 768, 390})
  void it_fits_every_window(int width) {
    Page page = chromium.open(new Browser.NewContextOptions().setViewportSize(width, 900));
    page.navigate(url("/docs"));
    PageChecks.assertFits(page);
    page.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LIGHT", "DARK"})
  void it_shuts_nobody_out(ColorScheme scheme) {
    Page page = chromium.open(desktop().setColorScheme(scheme));
    page.navigate(url("/docs"));
    page.evaluate(FEWER_CALLS); // all of them take most of a minute
    assertGood(page);
    page.close();
  }

  @Test
  void on_a_phone_without_a_script_the_contents_lead_to_a_call() {
    Page page = chromium.open(darkPhone().setJavaScriptEnabled(false));
    page.navigate(url("/docs"));
    page.getByText("Contents", new Page.GetByTextOptions().setExact(true)).click();
    page.locator(".menu a[href='#cancelPayment']").click();
    assertThat(page.locator("#cancelPayment-title")).isInViewport();
    assertThat(page.locator("#cancelPayment .copy").first()).isHidden();
    page.close();
  }
}
