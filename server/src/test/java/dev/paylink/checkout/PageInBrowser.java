package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.PageChecks;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The page in a real browser. A test fails when anything in it wrote an error to the console. */
abstract class PageInBrowser extends PageTest {
  static Chromium chromium;

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
  }

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(chromium.complaints()).isEmpty();
    chromium.close();
  }

  static Browser.NewContextOptions desktop() {
    return new Browser.NewContextOptions().setViewportSize(1280, 900);
  }

  static Browser.NewContextOptions phone() {
    return new Browser.NewContextOptions()
        .setViewportSize(390, 844)
        .setDeviceScaleFactor(2)
        .setIsMobile(true)
        .setHasTouch(true);
  }

  static Browser.NewContextOptions dark(Browser.NewContextOptions options) {
    return options.setColorScheme(ColorScheme.DARK);
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Page open(Browser.NewContextOptions options, Link link) {
    return open(options, link.url());
  }

  static Page open(Browser.NewContextOptions options, String url) {
    Page page = chromium.open(options);
    page.navigate(url);
    awaitWallet(page);
    return page;
  }

  /**
   * Waits until a page with a script has the wallet that it brings along. It asks for the tokens
   * first, and a payment that has ended meanwhile would be refused.
   */
  static void awaitWallet(Page page) {
    PlaywrightAssertions.assertThat(page.locator(".script #wallet[data-show='']")).hasCount(0);
  }

  static List<String> barriers(Page page) {
    return PageChecks.barriers(page);
  }

  static void assertFits(Page page) {
    PageChecks.assertFits(page);
  }
}
