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

  /** What somebody without one may do, beside the calls at the door. */
  private static final Set<String> ALLOWED =
      Set.of(
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
          "/dashboard/sign-in/sso/callback/:provider",
          "/dashboard/sign-out",
          "/dashboard/invitation/:linkToken",
          "/dashboard/confirm/:linkToken",
          "/dashboard/confirm/:linkToken/release",
          "/dashboard/freeze/:linkToken",
          "/dashboard/forgot",
          "/dashboard/reset/:linkToken",
          "/dashboard/*");

  @AutoClose private static final TestService SERVICE = TestService.builder().atLocalhost().start();

  private final Browser owner = SERVICE.register();

  @Test
  void the_owner_who_requires_it_has_one_and_everybody_is_let_go_again() {
    owner.put("/merchant/team", RULE.formatted(true)).expectProblem(409, "NO_SECOND_FACTOR");
    Authenticator.setUp(owner);
    Browser viewer = SERVICE.join(owner, Role.viewer);
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
    Browser second = SERVICE.join(owner, Role.owner);
    Authenticator.setUp(owner);
    owner.put("/merchant/team", RULE.formatted(true)).expect(200);
    Set<String> reached = new TreeSet<>();
    Set<String> pages = new TreeSet<>();
    for (Route route : SERVICE.publicRoutes()) {
      String name = route.method() + ' ' + route.template();
      String path = route.template().replaceAll(":[a-zA-Z]+", "none");
      if (route.template().startsWith("/merchant/")
          && !MerchantCallRules.AT_THE_DOOR.contains(name)) {
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
    assertThat(reached).containsExactlyInAnyOrderElementsOf(ALLOWED);
    assertThat(pages).containsExactlyInAnyOrderElementsOf(ALLOWED_PAGES);
  }

  @Test
  void an_app_or_a_passkey_is_enough_and_the_last_one_stays() {
    Authenticator app = Authenticator.setUp(owner);
    Browser viewer = SERVICE.join(owner, Role.viewer);
    owner.put("/merchant/team", RULE.formatted(true)).expect(200);
    String proven =
        "{\"password\":\"%s\",\"code\":\"%s\"}"
            .formatted(People.PASSWORD, app.codeAt(Instant.now().plusSeconds(30)));
    owner.send("DELETE", "/merchant/two-factor", proven).expectProblem(409, "LAST_SECOND_FACTOR");
    SoftPasskey passkey = new SoftPasskey(SERVICE.baseUrl().toString());
    Reply options = viewer.post("/merchant/passkeys/options", People.PROOF).expect(200);
    String id =
        viewer
            .post(
                "/merchant/passkeys",
                "{\"name\":\"Laptop\",\"credential\":" + passkey.create(options) + "}")
            .expect(201)
            .text("id");
    viewer.get("/merchant/profile").expect(200);
    assertThat(owner.get("/merchant/team").body()).doesNotContain("\"twoFactor\":false");
    viewer
        .send("DELETE", "/merchant/passkeys/" + id, proof(viewer, passkey))
        .expectProblem(409, "LAST_SECOND_FACTOR");
    Authenticator second =
        new Authenticator(
            viewer.post("/merchant/two-factor", proof(viewer, passkey)).expect(200).text("secret"));
    String code = "{\"code\":\"%s\"}".formatted(second.codeAt(Instant.now()));
    viewer.post("/merchant/two-factor/confirm", code).expect(200);
    viewer.send("DELETE", "/merchant/passkeys/" + id, proof(viewer, passkey)).expect(204);
  }

  private static String proof(Browser browser, SoftPasskey passkey) {
    Reply challenge = browser.post("/merchant/login/passkey/options").expect(200);
    return "{\"passkey\":" + passkey.sign(challenge) + "}";
  }

  private static boolean isLedAway(Browser browser, String method, String path) {
    Guest guest = new Guest(SERVICE.baseUrl()).withCookie(browser.cookie());
    Reply reply = method.equals("GET") ? guest.get(path) : guest.post(path);
    return reply.header("Location").equals("/dashboard/security?done=FACTOR_FIRST");
  }
}
