package dev.paylink.desk;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.paylink.app.config.Config;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.TestService;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The operators of a live instance in a real browser: from the admin token to people with roles and
 * second factors, two of whom verify a merchant. The letters come from a real SMTP server.
 */
final class OperatorsBrowserTest {
  private static final Pattern LINK = Pattern.compile("http://[^\\s\"<>]+/admin/desk/join/[\\w-]+");

  private static final MailServer MAIL = MailServer.started();
  private static TestService service;
  private static Chromium chromium;

  @BeforeAll
  static void launch() {
    service =
        TestService.builder()
            .operators(new Config.Operators(true, EnumSet.allOf(FourEyes.class)))
            .live()
            .mail(MAIL.settings())
            .start();
    chromium = new Chromium();
  }

  @AfterAll
  static void quit() {
    chromium.close();
    service.close();
    MAIL.close();
  }

  @Test
  void from_the_admin_token_to_two_people_who_verify_a_merchant() {
    Browser merchant = service.browser();
    merchant.post("/merchant/register", People.registration("ada@example.com")).expect(201);
    merchant
        .post(
            "/merchant/kyb",
            "{\"legalName\":\"Engines Ltd\",\"country\":\"GB\",\"registrationNumber\":\"1\"}")
        .expect(200);

    Page admin = withToken();
    invite(admin, "grace@desk.example", "reviewer");
    proveAgainAndInvite(admin, "joan@desk.example", "reviewer");
    assertGood(admin);

    Page grace = open(true);
    Authenticator graces = join(grace, "grace@desk.example", "Grace Hopper", true);
    grace.navigate(url("/admin"));
    assertThat(grace.locator("h1")).hasText("Overview");
    assertThat(grace.getByText("All operators")).hasCount(0);
    grace.navigate(url("/admin/desk/operators"));
    assertThat(grace.getByText("This needs the role admin; yours is reviewer")).isVisible();

    grace.navigate(url("/admin/desk/review"));
    press(grace, "Approve: Analytical Engines");
    assertThat(grace.getByRole(AriaRole.STATUS)).containsText("Another operator has to agree");
    grace.navigate(url("/admin/desk/approvals"));
    assertThat(grace.getByText("You asked for this")).isVisible();
    assertThat(exactly(grace, "Approve")).hasCount(0);
    assertGood(grace);
    assertThat(merchant.get("/merchant/profile").text("verificationStatus"))
        .isEqualTo("KybSubmitted");

    Page joan = open(false); // without JavaScript
    join(joan, "joan@desk.example", "Joan Clarke", false);
    joan.navigate(url("/admin/desk/approvals"));
    assertThat(joan.getByText("joined within the last 24 hours")).isVisible();
    service
        .stored()
        .change("update account_user set created_at = created_at - interval '25 hours'");
    joan.reload();
    Chromium.follow(joan, exactly(joan, "Approve"));
    assertThat(joan.getByRole(AriaRole.STATUS)).containsText("You agreed, and it is done");
    assertThat(merchant.get("/merchant/profile").text("verificationStatus"))
        .isEqualTo("KybVerified");
    joan.navigate(url("/admin/desk/merchants"));
    Chromium.follow(joan, joan.getByText("Analytical Engines").first());
    assertThat(joan.getByText("operator:joan@desk.example").first()).isVisible();
    assertThat(joan.getByText("operator:grace@desk.example").first()).isVisible();

    signOutEndsTheSession(grace);
    grace.getByLabel("E-mail address").fill("grace@desk.example");
    grace.getByLabel("Password").fill(People.PASSWORD);
    press(grace, "Sign in");
    assertThat(grace.locator("#code")).isVisible();
    assertGood(grace);
    grace.locator("#code").fill(graces.codeAt(Instant.now().plusSeconds(30))); // the next one
    press(grace, "Sign in");
    assertThat(grace.locator("h1")).hasText("Overview");
    endAnotherSession(admin);
    // Chromium also logs each page that is answered with another status, such as our 403.
    assertThat(chromium.complaints()).allMatch(said -> said.contains("with a status of 40"));
  }

  /** Is asked for the admin token once more, and goes on where it was. */
  private static void proveAgainAndInvite(Page page, String email, String role) {
    service.stored().change("update token_session set proven_at = proven_at - interval '1 hour'");
    fillInvitation(page, email, role);
    assertThat(page.locator("h1")).hasText("Confirm that it is you");
    assertGood(page);
    page.locator("#token").fill("wrong");
    press(page, "Confirm");
    assertThat(page.getByText("Admin token is not correct")).isVisible();
    page.locator("#token").fill(TestService.ADMIN_TOKEN);
    press(page, "Confirm");
    assertInvited(page);
  }

  private static void invite(Page page, String email, String role) {
    fillInvitation(page, email, role);
    assertInvited(page);
  }

  private static void fillInvitation(Page page, String email, String role) {
    page.navigate(url("/admin/desk/operators"));
    page.getByLabel("E-mail address").fill(email);
    page.locator("#role").selectOption(role);
    press(page, "Create invitation");
  }

  private static void assertInvited(Page page) {
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("The invitation is sent by e-mail");
    assertThat(page.locator("#invitation-link")).hasCount(0);
  }

  /** Follows the letter's link, sets name and password, and is led to the second factor. */
  private static Authenticator join(Page page, String email, String name, boolean checked) {
    page.navigate(link(email));
    if (checked) {
      assertGood(page);
    }
    page.getByLabel("Your name").fill(name);
    page.getByLabel("Choose a password").fill(People.PASSWORD);
    press(page, "Join");
    assertThat(page.locator("h1")).hasText("My account");
    page.navigate(url("/admin/desk/merchants"));
    assertThat(page.locator("h1")).hasText("My account"); // nothing else opens
    press(page, "Set up a second factor");
    assertThat(page.locator("h1")).hasText("Confirm that it is you");
    page.locator("#password").fill(People.PASSWORD);
    press(page, "Confirm");
    String secret = page.locator("#two-factor-secret").innerText().replaceAll("\\s", "");
    Authenticator authenticator = new Authenticator(secret);
    page.locator("#code").fill("000000");
    press(page, "Switch it on");
    assertThat(page.getByText("is not the current code of your authenticator app")).isVisible();
    page.locator("#code").fill(authenticator.codeAt(Instant.now()));
    press(page, "Switch it on");
    assertThat(page.locator("h1")).hasText("Your recovery codes");
    if (checked) {
      assertGood(page);
    }
    Chromium.follow(page, page.getByText("I have saved the codes"));
    assertThat(page.locator("h1")).hasText("My account");
    if (checked) {
      assertGood(page);
    }
    return authenticator;
  }

  private static Page withToken() {
    Page page = open(true);
    page.navigate(url("/admin"));
    page.getByText("Use the admin token").click();
    page.getByLabel("Admin token").fill(TestService.ADMIN_TOKEN);
    press(page, "Use the token");
    assertThat(page.locator("h1")).hasText("Overview");
    return page;
  }

  /** Sees the session of another browser in the list and ends it. */
  private static void endAnotherSession(Page page) {
    Page other = withToken();
    page.navigate(url("/admin/desk/account"));
    Chromium.follow(page, exactly(page, "End"));
    assertThat(exactly(page, "End")).hasCount(0);
    other.reload();
    assertThat(other.locator("h1")).hasText("Sign in");
  }

  private static void signOutEndsTheSession(Page page) {
    BrowserContext context = page.context();
    List<Cookie> copied = context.cookies(url("/admin"));
    Chromium.follow(page, page.locator("button[title='Sign out']").first());
    assertThat(page.locator("h1")).hasText("Sign in");
    context.addCookies(copied);
    page.navigate(url("/admin"));
    assertThat(page.locator("h1")).hasText("Sign in");
  }

  private static String link(String email) {
    Matcher link = LINK.matcher(MAIL.awaitText(email, ""));
    assertThat(link.find()).isTrue();
    return link.group();
  }

  private static Page open(boolean javaScript) {
    return chromium.open(Chromium.desktop().setJavaScriptEnabled(javaScript));
  }

  private static void press(Page page, String name) {
    Chromium.follow(page, button(page, name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator exactly(Page page, String text) {
    return page.getByText(text, new Page.GetByTextOptions().setExact(true));
  }

  private static String url(String path) {
    return service.internalUrl() + path;
  }
}
