package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.SsoVisit;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Single sign-on of operators on a live instance, where everybody needs a second factor. What is
 * wrong with a token is tried where merchants sign in; the code is the same.
 */
final class OperatorSsoTest {
  private static final String CODE_PAGE = "One more step";

  private static final LyingProvider PROVIDER = new LyingProvider();
  private static final String DATABASE = TestDatabase.freshUrl();
  private static final TestService SERVICE = live(false);

  @AfterAll
  static void stop() {
    SERVICE.close();
    PROVIDER.close();
  }

  @Test
  void an_invited_operator_signs_in_and_still_needs_the_second_factor() {
    invite("ada@desk.example", "operator");
    SsoVisit first = visit();
    Guest guest = first.guest();
    Reply entered = first.comeBack(first.claims("ada@desk.example"));
    assertThat(entered.expect(200).header("Refresh")).isEqualTo("0; url=/admin");
    assertThat(entered.header("Set-Cookie")).contains("paylink_desk=", "SameSite=Strict");
    assertThat(guest.get("/admin").expect(303).header("Location")).isEqualTo("/admin/desk/account");
    Authenticator app = secondFactor(guest);

    SsoVisit second = visit();
    Guest again = second.guest();
    String page = second.comeBack(second.claims("ada@desk.example")).expect(200).body();
    assertThat(page).contains(CODE_PAGE);
    assertThat(again.get("/admin").expect(303).header("Location")).contains("/sign-in");
    String step = Guest.found(page, "name=\"step\" value=\"([^\"]+)\"");
    again.post("/admin/desk/sign-in/sso/code", "step", step, "code", "000000").expect(401);
    // The step of a password is none of this one, and the other way round.
    again.post("/admin/desk/sign-in/code", "step", step, "code", "000000").expect(303);
    again
        .post(
            "/admin/desk/sign-in/sso/code",
            "step",
            step,
            "code",
            app.codeAt(Instant.now().plusSeconds(30)))
        .expect(200);
    again.get("/admin").expect(200);
  }

  @Test
  void a_claim_makes_operators_in_its_roles_and_no_admins() {
    for (String group : List.of("admin", "operator", "nobody")) {
      SsoVisit eve = visit();
      assertRefused(eve.comeBack(eve.grouped("eve@desk.example", group)));
    }
    SsoVisit grace = visit();
    grace.comeBack(grace.grouped("grace@desk.example", "payments", "support")).expect(200);
    String operators = SERVICE.operator().get("/admin/operators").body();
    assertThat(operators).contains("grace@desk.example").doesNotContain("eve@desk.example");
    assertThat(operators.substring(operators.indexOf("grace@desk.example")))
        .contains("\"role\":\"operator\"");
    invite("joan@desk.example", "viewer");
    SsoVisit joan = visit();
    joan.comeBack(joan.grouped("joan@desk.example", "payments")).expect(200);
    String after = SERVICE.operator().get("/admin/operators").body();
    assertThat(after.substring(after.indexOf("joan@desk.example"))).contains("\"role\":\"viewer\"");
    assertThat(SERVICE.operator().get("/admin/operator-log").body())
        .contains("operator.joined_by_sso", "grace@desk.example as operator");
  }

  @Test
  void only_the_browser_that_began_comes_back_once_with_an_address_of_the_domain() {
    invite("lise@desk.example", "viewer");
    SsoVisit lise = visit();
    Guest guest = lise.guest();
    String path = lise.path(lise.claims("lise@desk.example"));
    assertRefused(guest().get(path));
    String before = guest.cookie();
    guest.get(path).expect(200);
    assertRefused(guest().withCookie(before).get(path));
    for (String email : List.of("lise@evil-desk.example", "lise@desk.example.evil.example")) {
      SsoVisit other = visit();
      assertRefused(other.comeBack(other.grouped(email, "payments")));
    }
    invite("otto@desk.example", "viewer"); // whom the provider has not vouched for yet
    SsoVisit unverified = visit();
    try (LoggedBy logged = new LoggedBy("dev.paylink.desk.OperatorSignInPage")) {
      assertRefused(
          unverified.comeBack(
              unverified.claims("otto@desk.example").claim("email_verified", false)));
      assertThat(logged.lines())
          .containsExactly(
              "WARNING single sign-on of an operator did not work: the identity provider has not"
                  + " verified the e-mail address (email_verified)");
    }
    guest()
        .with("Origin", "https://evil.example")
        .post("/admin/desk/sign-in/sso", "next", "/admin")
        .expect(403);
    SsoVisit elsewhere = visit(guest(), "https://evil.example/");
    assertThat(elsewhere.comeBack(elsewhere.claims("lise@desk.example")).header("Refresh"))
        .isEqualTo("0; url=/admin");
  }

  @Test
  void an_operator_is_who_the_provider_knew_the_first_time_and_not_an_address() {
    invite("emmy@desk.example", "operator");
    SsoVisit first = visit();
    first.comeBack(first.claims("emmy@desk.example")).expect(200);
    SsoVisit successor = visit();
    assertRefused(
        successor.comeBack(successor.claims("emmy@desk.example").subject("somebody else")));
    SsoVisit married = visit();
    married
        .comeBack(married.claims("e@other.example").subject("subject of emmy@desk.example"))
        .expect(200);
    assertThat(SERVICE.operator().get("/admin/operators").body())
        .contains("emmy@desk.example")
        .doesNotContain("e@other.example");
  }

  @Test
  void a_providers_second_factor_counts_where_the_configuration_says_so() {
    invite("mary@desk.example", "viewer");
    try (TestService trusting = live(true)) {
      Guest plain = new Guest(trusting.internalUrl());
      SsoVisit weak = visit(plain, "/admin");
      weak.comeBack(weak.claims("mary@desk.example")).expect(200);
      plain.get("/admin").expect(303);
      Guest strong = new Guest(trusting.internalUrl());
      SsoVisit vouched = visit(strong, "/admin");
      vouched
          .comeBack(vouched.claims("mary@desk.example").claim("amr", List.of("pwd", "mfa")))
          .expect(200);
      strong.get("/admin").expect(200);
    }
  }

  private static TestService live(boolean factorTrusted) {
    return TestService.builder()
        .database(DATABASE)
        .operators(
            new Config.Operators(
                true,
                Set.of(),
                new OperatorSsoOptions(
                    PROVIDER.issuer(),
                    LyingProvider.CLIENT,
                    new Secret(LyingProvider.SECRET),
                    "https://desk.example",
                    Set.of("desk.example"),
                    "groups",
                    Map.of("payments", OperatorRole.operator, "support", OperatorRole.viewer),
                    factorTrusted),
                null))
        .live()
        .start();
  }

  private static void invite(String email, String role) {
    String url =
        OperatorCrew.invite(SERVICE.operator(), email, OperatorRole.valueOf(role)).text("url");
    new OperatorCrew(SERVICE).accept(url).expect(200);
  }

  private static Authenticator secondFactor(Guest guest) {
    String page = guest.post("/admin/desk/account/two-factor").expect(200).body();
    Authenticator app =
        new Authenticator(
            Guest.found(page, "id=\"two-factor-secret\"[^>]*>([^<]+)<").replaceAll("\\s", ""));
    guest
        .post("/admin/desk/account/two-factor/confirm", "code", app.codeAt(Instant.now()))
        .expect(200);
    return app;
  }

  private static Guest guest() {
    return new Guest(SERVICE.internalUrl());
  }

  private static SsoVisit visit() {
    return visit(guest(), "/admin");
  }

  private static SsoVisit visit(Guest guest, String next) {
    SsoVisit visit = SsoVisit.begin(PROVIDER, guest, "/admin/desk/sign-in/sso", "next", next);
    assertThat(visit.asked())
        .containsEntry("redirect_uri", "https://desk.example/admin/desk/sign-in/sso/callback");
    return visit;
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.expect(401).body()).contains("Single sign-on failed");
    assertThat(reply.header("Set-Cookie")).doesNotContain("paylink_desk=");
  }
}
