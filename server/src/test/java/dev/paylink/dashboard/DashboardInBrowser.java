package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.PageChecks;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AfterEach;

/**
 * The dashboard in a real browser. A test fails when a page complains, or shuts somebody out. One
 * service is there for all of them, until the JVM ends.
 */
abstract class DashboardInBrowser {
  static final TestService service = TestService.start();
  static final Chromium chromium = new Chromium();

  @AfterEach
  void nothing_was_complained_about() {
    // A form with a fault is answered by a 400, which Chromium reports as if it were an accident.
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 400"));
    chromium.close();
  }

  static Browser.NewContextOptions desktop() {
    return new Browser.NewContextOptions().setViewportSize(1280, 900);
  }

  static Browser.NewContextOptions darkPhone() {
    return new Browser.NewContextOptions()
        .setViewportSize(390, 844)
        .setDeviceScaleFactor(2)
        .setIsMobile(true)
        .setHasTouch(true)
        .setColorScheme(ColorScheme.DARK);
  }

  static String newEmail() {
    return DashboardTest.newEmail();
  }

  static String url(String path) {
    return service.baseUrl() + path;
  }

  /** Registers a merchant of its own; afterwards its overview is open. */
  static void signUp(Page page, String businessName) {
    page.navigate(url("/dashboard/sign-up"));
    page.getByLabel("Business name").fill(businessName);
    page.getByLabel("E-mail address").fill(newEmail());
    page.getByLabel("Password").fill(Guest.PASSWORD);
    press(page, "Create account");
    assertThat(page.locator("h1")).hasText("Overview");
  }

  static void press(Page page, String name) {
    button(page, name).first().click();
  }

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  /** The page as it is now shuts nobody out and fits its window. */
  static void assertGood(Page page) {
    assertThat(PageChecks.barriers(page)).as(page.url()).isEmpty();
    PageChecks.assertFits(page);
  }
}
