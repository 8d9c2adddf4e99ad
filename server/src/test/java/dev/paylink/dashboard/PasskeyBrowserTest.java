package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.button;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.VirtualAuthenticator;
import org.junit.jupiter.api.Test;

/** A passkey from its making to its end, in Chromium with an authenticator of its own. */
final class PasskeyBrowserTest extends DashboardInBrowser {
  @Override
  String statusesOfFaults() {
    return "400|401|403|409";
  }

  @Test
  void passkey_is_added_signs_in_alone_and_beside_a_password_proves_again_and_is_removed() {
    Page page = chromium.open(desktop());
    VirtualAuthenticator.plugInto(page);
    String email = signUp(page, "Lighthouse Theatre");
    add(page);
    assertGood(page);
    assertThat(MAIL.awaitText(email, "A passkey was added")).contains("Laptop", email);

    signOut(page);
    assertGood(page);
    press(page, "Sign in with a passkey");
    assertThat(page.locator("h1")).hasText("Overview");

    signOut(page);
    signIn(page, email);
    assertThat(page.locator("h1")).hasText("One more step");
    assertThat(page.getByLabel("Code")).hasCount(0);
    assertGood(page);
    press(page, "Use a passkey");
    assertThat(page.locator("h1")).hasText("Overview");

    age(email);
    page.navigate(url("/dashboard/security"));
    page.locator("summary").getByText("Remove…").click();
    press(page, "Remove this passkey");
    assertThat(page.locator("h1")).hasText("Confirm that it is you");
    assertGood(page);
    press(page, "Use a passkey");
    assertThat(page.locator(".notice").first()).containsText("The passkey is removed");
    assertThat(page.locator("[aria-labelledby=passkeys] table")).hasCount(0);
    assertThat(MAIL.awaitText(email, "A passkey was removed")).contains("Laptop", email);

    signOut(page);
    press(page, "Sign in with a passkey");
    assertThat(page.getByText("The passkey was not accepted.")).isVisible();
    signIn(page, email);
    assertThat(page.locator("h1")).hasText("Overview");
  }

  @Test
  void whoever_lacks_a_required_second_factor_is_led_to_set_one_up_and_then_goes_on() {
    Page owner = chromium.open(darkPhone());
    VirtualAuthenticator.plugInto(owner);
    String email = signUp(owner, "Lighthouse Theatre");
    owner.navigate(url("/dashboard/team"));
    press(owner, "Require a second factor");
    assertThat(owner.getByText("Set up a second factor or a passkey for yourself first."))
        .isVisible();
    add(owner);
    assertGood(owner);
    owner.navigate(url("/dashboard/team"));
    String colleague = newEmail();
    owner.getByLabel("E-mail address").fill(colleague);
    press(owner, "Create invitation");
    assertThat(owner.locator(".notice").first()).containsText("on its way by e-mail");
    String link = service.invitation(colleague);
    press(owner, "Require a second factor");
    assertThat(owner.locator(".notice").first()).containsText("now has to have a second factor");
    assertGood(owner);
    assertThat(MAIL.awaitText(email, "Your team now requires a second factor")).contains("freeze");

    Page page = chromium.open(desktop());
    VirtualAuthenticator.plugInto(page);
    page.navigate(link);
    page.getByLabel("Password").fill(Guest.PASSWORD);
    follow(page, page.locator("main button").first());
    assertThat(page.locator("h1")).hasText("Security");
    assertThat(page.locator(".notice").first()).containsText("Your team requires a second factor");
    page.navigate(url("/dashboard/payments"));
    assertThat(page.locator("h1")).hasText("Security");
    add(page);
    page.navigate(url("/dashboard/payments"));
    assertThat(page.locator("h1")).hasText("Payments");
  }

  @Test
  void without_a_script_there_is_no_button_and_the_password_works() {
    Page page = chromium.open(desktop());
    String email = signUp(page, "Lighthouse Theatre");
    Page plain = chromium.open(new Browser.NewContextOptions().setJavaScriptEnabled(false));
    plain.navigate(url("/dashboard/sign-in"));
    assertThat(plain.locator("[data-passkey]")).isHidden();
    signIn(plain, email);
    assertThat(plain.locator("h1")).hasText("Overview");
  }

  @Test
  void a_person_who_changes_their_mind_is_told_and_stays() {
    Page page = chromium.open(desktop());
    VirtualAuthenticator.plugInto(page); // which has no passkey
    page.navigate(url("/dashboard/sign-in"));
    Locator fault = page.locator("[data-passkey-fault]");
    assertThat(fault).isHidden();
    button(page, "Sign in with a passkey").click();
    assertThat(fault).isVisible();
    assertThat(page.getByLabel("Password")).isVisible();
  }

  private static void add(Page page) {
    page.navigate(url("/dashboard/security"));
    press(page, "Add a passkey");
    fillProof(page);
    press(page, "Confirm");
    assertThat(page.locator("h1")).hasText("Add a passkey");
    assertGood(page);
    page.getByLabel("Name").fill("Laptop");
    press(page, "Create the passkey");
    assertThat(page.locator(".notice").first()).containsText("The passkey is added");
  }

  private static void signOut(Page page) {
    page.context().clearCookies();
    page.navigate(url("/dashboard/sign-in"));
    assertThat(page.locator("h1")).hasText("Sign in");
  }

  private static void signIn(Page page, String email) {
    page.getByLabel("E-mail address").fill(email);
    page.getByLabel("Password").fill(Guest.PASSWORD);
    follow(page, page.locator("button.primary").first());
  }

  /** Lets an hour pass since the person was last proven. */
  private static void age(String email) {
    int aged =
        service
            .stored()
            .change(
                "update account_session set proven_at = now() - interval '1 hour'"
                    + " where user_id = (select id from account_user where email = ?)",
                email);
    assertThat(aged).isPositive();
  }
}
