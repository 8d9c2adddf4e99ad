package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AfterEach;

/**
 * The dashboard in a real browser, with the letters of a real SMTP server. A test fails when a page
 * complains, or shuts somebody out. One service is there for all of them, until the JVM ends.
 */
abstract class DashboardInBrowser {
  static final MailServer MAIL = MailServer.started();
  static final TestService service = TestService.builder().atLocalhost().mail(MAIL).start();
  static final Chromium chromium = new Chromium();

  /** The statuses of pages with a fault, which Chromium reports as if they were accidents. */
  String statusesOfFaults() {
    return "400";
  }

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(chromium.complaints())
        .allMatch(said -> said.matches(".*status of (" + statusesOfFaults() + ").*"));
    chromium.close();
  }

  static String newEmail() {
    return DashboardTest.newEmail();
  }

  static String url(String path) {
    return service.baseUrl() + path;
  }

  /** Fills the password into the page that asks for it once more. */
  static void fillProof(Page page) {
    assertThat(page.locator("h1")).hasText("Confirm that it is you");
    assertGood(page);
    page.locator("input[name=password]").fill(Guest.PASSWORD);
  }

  /** Registers a merchant of its own, whose overview is open afterwards; returns its address. */
  static String signUp(Page page, String businessName) {
    String email = newEmail();
    page.navigate(url("/dashboard/sign-up"));
    page.getByLabel("Business name").fill(businessName);
    page.getByLabel("E-mail address").fill(email);
    page.getByLabel("Password").fill(Guest.PASSWORD);
    press(page, "Create account");
    assertThat(page.locator("h1")).hasText("Overview");
    service.prove(email);
    page.reload();
    return email;
  }
}
