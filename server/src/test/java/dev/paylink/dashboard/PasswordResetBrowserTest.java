package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.PageChecks;
import dev.paylink.testing.People;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * From a lost password to the overview, in Chromium, with the letters of a real SMTP server: with
 * and without a second factor, with and without a script. A link that no longer works says so.
 */
final class PasswordResetBrowserTest extends DashboardInBrowser {
  private static final String NEW = "entirely new battery";
  private static final Pattern LINK =
      Pattern.compile("http://[^\\s\"<>]+/dashboard/reset/[A-Za-z0-9_-]{43}");

  private final String email = newEmail();
  private boolean scripts = true; // without them a page cannot be looked at closely
  private final Browser owner = service.browser();

  PasswordResetBrowserTest() {
    owner.post("/merchant/register", People.registration(email)).expect(201);
    service.prove(email);
  }

  @Override
  String statusesOfFaults() {
    return "400|401|403|404";
  }

  @Test
  void a_letter_leads_to_a_new_password_and_back_in_once() {
    Page elsewhere = chromium.open(desktop());
    signIn(elsewhere, People.PASSWORD);
    assertThat(elsewhere.locator("h1")).hasText("Overview");

    Page page = chromium.open(desktop());
    String link = askForLink(page);
    page.navigate(link);
    assertThat(page.locator("h1")).hasText("A new password");
    assertGood(page);
    page.getByLabel("New password").fill("short");
    press(page, "Set the password");
    assertThat(page.getByText("New password has fewer than 10 characters.")).isVisible();
    assertThat(page.getByLabel("New password")).hasValue("");
    assertGood(page);
    setPassword(page, "");
    signIn(page, People.PASSWORD);
    assertThat(page.locator(".notice.bad")).isVisible();
    signIn(page, NEW);
    assertThat(page.locator("h1")).hasText("Overview");

    elsewhere.reload();
    assertThat(elsewhere.locator("h1")).hasText("Sign in");
    assertNoLongerValid(elsewhere, link);
    assertThat(MAIL.awaitText(email, "A password was reset")).contains(email);
  }

  @Test
  void the_second_factor_is_asked_for_and_a_link_that_expired_says_so() {
    Authenticator app =
        new Authenticator(
            owner.post("/merchant/two-factor", People.PROOF).expect(200).text("secret"));
    String current = app.codeAt(Instant.now());
    owner.post("/merchant/two-factor/confirm", "{\"code\":\"%s\"}".formatted(current)).expect(200);
    scripts = false;
    Page page = chromium.open(darkPhone().setJavaScriptEnabled(false));
    String link = askForLink(page);
    expire("- interval '1 second'");
    assertNoLongerValid(page, link);
    expire("+ interval '1 hour'");
    page.navigate(link);
    for (String wrong : new String[] {"", "000000x", current}) {
      page.getByLabel("New password").fill(NEW);
      page.getByLabel("Code").fill(wrong);
      press(page, "Set the password");
      assertThat(page.locator(".fault, .notice.bad").first()).isVisible();
    }
    setPassword(page, app.codeAt(Instant.now().plusSeconds(30)));
    signIn(page, NEW);
    assertThat(page.locator("h1")).hasText("One more step");
  }

  @Test
  void recovery_codes_are_made_anew_and_one_of_them_sets_the_password() {
    Authenticator app =
        new Authenticator(
            owner.post("/merchant/two-factor", People.PROOF).expect(200).text("secret"));
    JsonNode earlier =
        owner
            .post(
                "/merchant/two-factor/confirm",
                "{\"code\":\"%s\"}".formatted(app.codeAt(Instant.now())))
            .expect(200)
            .json()
            .required("recoveryCodes");
    Page page = chromium.open(desktop());
    signIn(page, People.PASSWORD);
    page.getByLabel("Code").fill(earlier.get(0).asString());
    follow(page, page.locator("button.primary").first());
    assertThat(page.locator("h1")).hasText("Overview");
    page.navigate(url("/dashboard/security"));
    page.locator("summary").getByText("Create new recovery codes…").click();
    press(page, "Create new codes");
    fillProof(page);
    page.getByLabel("Code").fill(earlier.get(1).asString());
    press(page, "Confirm");
    String[] made = page.locator("#recovery-codes").innerText().strip().split("\\s+");
    assertThat(made).hasSize(10);
    MAIL.awaitText(email, "New recovery codes were created");

    page.context().clearCookies();
    page.navigate(askForLink(page));
    setPassword(page, made[0]);
    signIn(page, NEW);
    page.getByLabel("Code").fill(made[0]); // it has been used
    follow(page, page.locator("button.primary").first());
    assertThat(page.locator(".fault, .notice.bad").first()).isVisible();
    page.getByLabel("Code").fill(made[1]);
    follow(page, page.locator("button.primary").first());
    assertThat(page.locator("h1")).hasText("Overview");
  }

  private String askForLink(Page page) {
    page.navigate(url("/dashboard/sign-in"));
    follow(page, page.getByText("Forgot your password?"));
    assertThat(page.locator("h1")).hasText("Forgot your password?");
    assertGood(page);
    page.getByLabel("E-mail address").fill(email);
    press(page, "Send the link");
    assertThat(page.getByText("If " + email + " has an account")).isVisible();
    assertGood(page);
    Matcher link = LINK.matcher(MAIL.awaitText(email, "Set a new password"));
    assertThat(link.find()).isTrue();
    return link.group();
  }

  private void setPassword(Page page, String code) {
    page.getByLabel("New password").fill(NEW);
    page.getByLabel("Code").fill(code);
    press(page, "Set the password");
    assertThat(page.getByText("Your new password is set.")).isVisible();
    assertGood(page);
  }

  private void assertNoLongerValid(Page page, String link) {
    page.navigate(link);
    assertThat(page.locator("h1")).hasText("This link is no longer valid");
    assertThat(page.getByText("It has already been used, or it has expired.")).isVisible();
    assertThat(page.locator("main form")).hasCount(0);
    assertGood(page);
  }

  private void signIn(Page page, String password) {
    page.navigate(url("/dashboard/sign-in"));
    page.getByLabel("E-mail address").fill(email);
    page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true)).fill(password);
    follow(page, page.locator("button.primary").first());
  }

  /** Lets the link of this person expire at another time. */
  private void expire(String when) {
    int changed =
        service
            .stored()
            .change(
                "update user_link set expires_at = now() "
                    + when
                    + " where purpose = 'PASSWORD' and user_id ="
                    + " (select id from account_user where email = ?)",
                email);
    assertThat(changed).isOne();
  }

  private void assertGood(Page page) {
    if (scripts) {
      PageChecks.assertGood(page);
    }
  }
}
