package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.IdentityProvider;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Single sign-on in Chromium, with a real provider on another site: a team and an operator. The
 * letters come from a real SMTP server.
 */
final class SsoBrowserTest {

  private static final MailServer MAIL = MailServer.started();
  private static final LocalDns DNS = new LocalDns();
  private static final AtomicReference<IdentityProvider> PROVIDER = new AtomicReference<>();
  private static TestService service;
  private static final Chromium chromium = new Chromium();

  @BeforeAll
  static void start() {
    service =
        TestService.builder()
            .mail(MAIL.settings())
            .dns(DNS)
            .operatorSso(
                (base, desk) -> {
                  IdentityProvider provider =
                      IdentityProvider.start(
                          issuer ->
                              List.of(
                                  base
                                      + "/dashboard/sign-in/sso/callback/"
                                      + OidcClient.pathName(issuer),
                                  desk + "/admin/desk/sign-in/sso/callback"),
                          List.of("payments"));
                  PROVIDER.set(provider);
                  return new OperatorSsoOptions(
                      provider.issuer(),
                      IdentityProvider.CLIENT,
                      new Secret(IdentityProvider.SECRET),
                      desk,
                      Set.of("desk.example"),
                      "groups",
                      Map.of("payments", OperatorRole.viewer),
                      false);
                })
            .start();
  }

  @AfterAll
  static void stop() {
    service.close();
    provider().close();
    MAIL.close();
    DNS.close();
  }

  @AfterEach
  void nothing_was_complained_about() {
    // Pages that ask again have a status of their own, which Chromium reports as an accident.
    assertThat(chromium.complaints()).allMatch(c -> c.matches(".*status of (400|401|403).*"));
    chromium.close();
  }

  @Test
  void an_owner_sets_it_up_and_a_colleague_joins_by_signing_in_at_the_provider() {
    Page owner = chromium.open(desktop());
    owner.navigate(url("/dashboard/sign-up"));
    owner.getByLabel("Business name").fill("Lighthouse Theatre");
    owner.getByLabel("E-mail address").fill("owner@theatre.example");
    owner.getByLabel("Password").fill(Guest.PASSWORD);
    press(owner, "Create account");
    service.prove("owner@theatre.example");
    secondOwner("partner@theatre.example");
    owner.navigate(url("/dashboard/team"));
    follow(owner, owner.getByText("Set up single sign-on"));
    assertThat(owner.locator("h1")).hasText("Single sign-on");
    assertGood(owner);
    owner.getByLabel("Issuer").fill(provider().issuer() + "/wrong");
    press(owner, "Continue");
    assertThat(owner.locator("#redirect-uri")).containsText("/dashboard/sign-in/sso/callback/");
    assertGood(owner);
    owner.getByLabel("Client ID").fill(IdentityProvider.CLIENT);
    owner.getByLabel("Client secret").fill(IdentityProvider.SECRET);
    owner.getByLabel("Domains").fill("theatre.example");
    owner.getByLabel("Claim").fill("groups");
    owner.getByLabel("Value for developers").fill("payments");
    save(owner);
    assertThat(owner.getByText("The identity provider answers 404")).isVisible();
    assertThat(owner.getByLabel("Domains")).hasValue("theatre.example");
    owner.getByLabel("Issuer").fill(provider().issuer());
    owner.getByLabel("Client secret").fill(IdentityProvider.SECRET);
    save(owner);
    assertThat(owner.locator(".notice").first()).containsText("Single sign-on is saved");
    assertGood(owner);
    assertTold("Single sign-on was set up", issuerHost());
    prove(owner);

    Page colleague = chromium.open(darkPhone());
    colleague.navigate(url("/dashboard/payments?status=success"));
    follow(colleague, colleague.getByText("Sign in with single sign-on"));
    assertGood(colleague);
    colleague.getByLabel("Work e-mail address").fill("grace@theatre.example");
    press(colleague, "Continue");
    atTheProvider(colleague, "grace@theatre.example");
    assertThat(colleague.locator("h1")).hasText("Payments");
    assertThat(colleague).hasURL(url("/dashboard/payments?status=success"));

    owner.navigate(url("/dashboard/team"));
    assertThat(owner.getByText("grace@theatre.example").first()).isVisible();
    assertThat(owner.locator("select[aria-label='Role of grace@theatre.example']"))
        .hasValue("developer");
    assertTold("Somebody joined your team", "grace@theatre.example");

    Page stranger = chromium.open(desktop());
    stranger.navigate(url("/dashboard/sign-in/sso"));
    stranger.getByLabel("Work e-mail address").fill("grace@theatre.example");
    press(stranger, "Continue");
    atTheProvider(stranger, "grace@elsewhere.example");
    assertThat(stranger.getByText("the domain of the e-mail address is not allowed here"))
        .isVisible();
    stranger.navigate(service.internalUrl() + "/admin/desk/sign-in");
    assertGood(stranger);

    owner.navigate(url("/dashboard/team/sso"));
    owner.getByLabel("Require single sign-on").check();
    save(owner);
    assertThat(owner.locator(".notice").first()).containsText("Single sign-on is saved");
    assertTold("Single sign-on was changed", "required");
    owner.locator("summary").getByText("Remove single sign-on…").click();
    press(owner, "Remove single sign-on");
    DashboardInBrowser.fillProof(owner);
    press(owner, "Confirm");
    assertTold("Single sign-on was removed", issuerHost());
    colleague.reload();
    assertThat(colleague.locator("h1")).hasText("Sign in");
  }

  @Test
  void an_operator_signs_in_at_the_provider_without_a_script() {
    Page page = chromium.open(desktop().setJavaScriptEnabled(false));
    page.navigate(service.internalUrl() + "/admin/desk/merchants");
    press(page, "Sign in with single sign-on");
    atTheProvider(page, "grace@desk.example");
    assertThat(page.locator("h1")).hasText("All merchants");
    page.navigate(service.internalUrl() + "/admin/desk/account");
    assertThat(page.getByText("grace@desk.example").first()).isVisible();
    page.navigate(service.internalUrl() + "/admin/desk/operators");
    assertThat(page.getByText("This needs the role admin; yours is viewer")).isVisible();
    assertThat(service.operator().get("/admin/operator-log").body())
        .contains("operator.joined_by_sso", "grace@desk.example as viewer");
  }

  /** Lets somebody join the owner's team as an owner too. */
  private static void secondOwner(String email) {
    Browser owner = service.browser();
    owner
        .post("/merchant/login", People.login("owner@theatre.example", Guest.PASSWORD))
        .expect(200);
    String url = service.invite(owner, email, Role.owner);
    service.browser().post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
  }

  /** Saves the settings, which takes the password each time. */
  private static void save(Page owner) {
    press(owner, "Save");
    DashboardInBrowser.fillProof(owner);
    press(owner, "Confirm");
  }

  /** Adds the record that the page shows, once it was not found without. */
  private static void prove(Page owner) {
    assertThat(owner.locator(".badge").getByText("Not verified")).isVisible();
    press(owner, "Check now");
    assertThat(owner.locator(".notice").first()).containsText("did not find every TXT record");
    owner.getByLabel("Require single sign-on").check();
    save(owner);
    assertThat(owner.getByText("only after one of the domains is verified")).isVisible();
    assertGood(owner);
    owner.navigate(url("/dashboard/team/sso"));
    DNS.put(
        owner.locator("#name-theatre-example").textContent(),
        owner.locator("#value-theatre-example").textContent());
    press(owner, "Check now");
    assertThat(owner.locator(".notice").first()).containsText("All domains are verified");
    assertGood(owner);
    assertTold("A domain was verified for single sign-on", "_paylink-sso.theatre.example");
  }

  /** Every owner got this letter, with a link that freezes the account. */
  private static void assertTold(String subject, String fact) {
    for (String reader : List.of("owner@theatre.example", "partner@theatre.example")) {
      assertThat(MAIL.awaitText(reader, subject, fact))
          .contains(service.baseUrl() + "/dashboard/freeze/")
          .doesNotContain(IdentityProvider.SECRET);
    }
  }

  /** What a letter has of the issuer's address. */
  private static String issuerHost() {
    return URI.create(provider().issuer()).getHost();
  }

  private static IdentityProvider provider() {
    return Objects.requireNonNull(PROVIDER.get());
  }

  /** Signs in with any password and agrees that we get to know the person. */
  private static void atTheProvider(Page page, String login) {
    page.locator("input[name=login]").fill(login);
    assertThat(page.url()).startsWith(provider().issuer());
    page.locator("input[name=password]").fill("any");
    follow(page, page.locator("button[type=submit]"));
    assertThat(page.locator("input[name=prompt][value=consent]")).isAttached();
    follow(page, page.locator("button[type=submit]"));
  }

  private static String url(String path) {
    return service.baseUrl() + path;
  }
}
