package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SoftPasskey;
import dev.paylink.testing.TestService;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Where a merchant requires a second factor, whoever has none does nothing else first. Walks every
 * call and every page of the running service.
 */
final class SecondFactorRuleTest {
  private static final String RULE = "{\"secondFactorRequired\":%s}";

  /** What somebody without one may do. */
  private static final Set<String> ALLOWED =
      Set.of(
          "POST /merchant/register",
          "POST /merchant/invitations/accept",
          "POST /merchant/login",
          "POST /merchant/login/passkey/options",
          "POST /merchant/login/passkey",
          "POST /merchant/freeze",
          "POST /merchant/password-reset",
          "POST /merchant/password-reset/confirm",
          "POST /merchant/email-confirmation/confirm",
          "POST /merchant/email-confirmation/release",
          "POST /merchant/logout",
          "POST /merchant/reauthenticate",
          "GET /merchant/two-factor",
          "POST /merchant/two-factor",
          "POST /merchant/two-factor/confirm",
          "GET /merchant/passkeys",
          "POST /merchant/passkeys/options",
          "POST /merchant/passkeys");

  private static final Set<String> ALLOWED_PAGES =
      Set.of(
          "GET /dashboard/security",
          "POST /dashboard/security/two-factor",
          "POST /dashboard/security/two-factor/confirm",
          "POST /dashboard/security/passkeys/new",
          "POST /dashboard/security/passkeys");

  /** Pages at the door, which look at no session or end it. */
  private static final Set<String> OPEN_PAGES =
      Set.of(
          "/dashboard/language",
          "/dashboard/sign-up",
          "/dashboard/sign-in",
          "/dashboard/sign-in/code",
          "/dashboard/sign-in/passkey",
          "/dashboard/sign-in/sso",
          "/dashboard/sign-in/sso/callback",
          "/dashboard/sign-out",
          "/dashboard/invitation/:linkToken",
          "/dashboard/confirm/:linkToken",
          "/dashboard/confirm/:linkToken/release",
          "/dashboard/freeze/:linkToken",
          "/dashboard/forgot",
          "/dashboard/reset/:linkToken",
          "/dashboard/*");

  @AutoClose private static final TestService SERVICE = TestService.builder().atLocalhost().start();

  private final Browser owner = SERVICE.browser();

  @Test
  void the_owner_who_requires_it_has_one_and_everybody_is_let_go_again() {
    register();
    owner.put("/merchant/team", RULE.formatted(true)).expectProblem(409, "NO_SECOND_FACTOR");
    setUp(owner);
    Browser viewer = join(Role.viewer);
    owner.put("/merchant/team", RULE.formatted(true)).expect(200);
    assertThat(owner.get("/merchant/team").json().required("secondFactorRequired").asBoolean())
        .isTrue();
    viewer.get("/merchant/profile").expectProblem(403, "SECOND_FACTOR_SETUP_REQUIRED");
    owner.put("/merchant/team", RULE.formatted(false)).expect(200);
    viewer.get("/merchant/profile").expect(200);
    assertThat(owner.get("/merchant/audit").body())
        .contains("merchant.second_factor_required", "merchant.second_factor_not_required");
    owner.put("/merchant/team", "{}").expectProblem(400, "INVALID_REQUEST");
    viewer.put("/merchant/team", RULE.formatted(true)).expectProblem(403, "ROLE_NOT_ALLOWED");
  }

  @Test
  void whoever_has_none_reaches_nothing_but_its_setting_up() {
    register();
    setUp(owner);
    Browser second = join(Role.owner);
    owner.put("/merchant/team", RULE.formatted(true)).expect(200);
    Set<String> reached = new TreeSet<>();
    Set<String> pages = new TreeSet<>();
    for (Route route : SERVICE.publicRoutes()) {
      String name = route.method() + ' ' + route.template();
      String path = route.template().replaceAll(":[a-zA-Z]+", "none");
      if (route.template().startsWith("/merchant/") && !isAtTheDoor(name)) {
        Reply reply = second.send(route.method(), path, "");
        if (reply.status() != 403 || !reply.text("code").equals("SECOND_FACTOR_SETUP_REQUIRED")) {
          reached.add(name);
        }
      }
      if (route.template().startsWith("/dashboard")
          && !route.template().startsWith("/dashboard/assets/")
          && Set.of("GET", "POST").contains(route.method())
          && !OPEN_PAGES.contains(route.template())) {
        if (!isLedAway(second, route.method(), path)) {
          pages.add(name);
        }
      }
    }
    assertThat(reached).containsExactlyInAnyOrderElementsOf(signedInOnly());
    assertThat(pages).containsExactlyInAnyOrderElementsOf(ALLOWED_PAGES);
  }

  @Test
  void an_app_or_a_passkey_is_enough_and_the_last_one_stays() {
    register();
    Authenticator app = setUp(owner);
    Browser viewer = join(Role.viewer);
    owner.put("/merchant/team", RULE.formatted(true)).expect(200);
    String password = "{\"password\":\"%s\"}".formatted(People.PASSWORD);
    owner.send("DELETE", "/merchant/two-factor", password).expectProblem(409, "LAST_SECOND_FACTOR");
    assertThat(app.secret()).isNotEmpty();
    SoftPasskey passkey = new SoftPasskey(SERVICE.baseUrl().toString());
    Reply options = viewer.post("/merchant/passkeys/options").expect(200);
    String id =
        viewer
            .post(
                "/merchant/passkeys",
                "{\"name\":\"Laptop\",\"credential\":" + passkey.create(options) + "}")
            .expect(201)
            .text("id");
    viewer.get("/merchant/profile").expect(200);
    assertThat(owner.get("/merchant/team").body()).doesNotContain("\"twoFactor\":false");
    viewer.delete("/merchant/passkeys/" + id).expectProblem(409, "LAST_SECOND_FACTOR");
    setUp(viewer);
    viewer.delete("/merchant/passkeys/" + id).expect(204);
  }

  private static Set<String> signedInOnly() {
    Set<String> names = new TreeSet<>(ALLOWED);
    names.removeIf(SecondFactorRuleTest::isAtTheDoor);
    return names;
  }

  /** Calls that look at no session, or end it. */
  private static boolean isAtTheDoor(String name) {
    return ALLOWED.contains(name)
        && !name.contains("two-factor")
        && !name.contains("/merchant/passkeys")
        && !name.contains("reauthenticate");
  }

  private static boolean isLedAway(Browser browser, String method, String path) {
    Guest guest = new Guest(SERVICE.baseUrl()).withCookie(browser.cookie());
    Reply reply = method.equals("GET") ? guest.get(path) : guest.post(path);
    return reply.header("Location").equals("/dashboard/security?done=FACTOR_FIRST");
  }

  private void register() {
    String email = "owner-" + System.nanoTime() + "@example.com";
    owner.post("/merchant/register", People.registration(email)).expect(201);
  }

  private Browser join(Role role) {
    String form = "{\"email\":\"%s-%d@example.com\",\"role\":\"%s\"}";
    String url =
        owner
            .post("/merchant/invitations", form.formatted(role, System.nanoTime(), role))
            .expect(201)
            .text("url");
    Browser browser = SERVICE.browser();
    browser.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    return browser;
  }

  private static Authenticator setUp(Browser user) {
    Authenticator app =
        new Authenticator(user.post("/merchant/two-factor").expect(200).text("secret"));
    user.post(
            "/merchant/two-factor/confirm",
            "{\"code\":\"%s\"}".formatted(app.codeAt(Instant.now())))
        .expect(200);
    return app;
  }
}
