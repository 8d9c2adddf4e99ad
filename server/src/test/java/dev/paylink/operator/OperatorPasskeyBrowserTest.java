package dev.paylink.operator;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.paylink.app.config.Config;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.TestService;
import dev.paylink.testing.VirtualAuthenticator;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An operator's passkey on the desk, from its making to its use, in Chromium. */
final class OperatorPasskeyBrowserTest {
  @AutoClose
  private static final TestService SERVICE =
      TestService.builder()
          .operators(new Config.Operators(true, Set.of(), null, null))
          .atLocalhost()
          .live()
          .start();

  @AutoClose private static final Chromium CHROMIUM = new Chromium();

  private final OperatorCrew.Member member = new OperatorCrew(SERVICE).join(OperatorRole.viewer);

  @Test
  void passkey_is_added_as_the_required_factor_and_signs_in_alone_and_beside_a_password() {
    Page page = CHROMIUM.open(new Browser.NewContextOptions().setViewportSize(1280, 900));
    VirtualAuthenticator.plugInto(page);
    signIn(page);
    assertThat(page.locator("h1")).hasText("My account");
    assertGood(page);
    press(page, "Add a passkey");
    assertThat(page.locator("h1")).hasText("Confirm that it is you");
    page.locator("#password").fill(OperatorCrew.PASSWORD);
    press(page, "Confirm");
    assertThat(page.locator("h1")).hasText("Add a passkey");
    assertGood(page);
    page.getByLabel("Name").fill("Laptop");
    press(page, "Create the passkey");
    assertThat(page.locator("h1")).hasText("My account");
    assertThat(page.locator("[aria-labelledby=passkeys] input[name=name]")).hasValue("Laptop");
    assertGood(page);

    signOut(page);
    assertGood(page);
    press(page, "Sign in with a passkey");
    assertThat(page.locator("h1")).hasText("Overview");

    signOut(page);
    signIn(page);
    assertThat(page.locator("h1")).hasText("One more step");
    assertGood(page);
    press(page, "Use a passkey");
    assertThat(page.locator("h1")).hasText("Overview");
    // Chromium also logs each page that is answered with another status, such as our 403.
    assertThat(CHROMIUM.complaints()).allMatch(said -> said.contains("with a status of 40"));
  }

  private void signIn(Page page) {
    page.navigate(url("/admin"));
    page.getByLabel("E-mail address").fill(member.email());
    page.getByLabel("Password").fill(OperatorCrew.PASSWORD);
    follow(page, page.locator("button.primary").first());
  }

  private static void signOut(Page page) {
    page.context().clearCookies();
    page.navigate(url("/admin"));
    assertThat(page.locator("h1")).hasText("Sign in");
  }

  private static String url(String path) {
    return "http://localhost:" + SERVICE.internalUrl().getPort() + path;
  }
}
