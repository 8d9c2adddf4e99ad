package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Walks every route of the running service that may change something for a merchant. Whoever adds
 * one without a role, or with one that is too low, fails here.
 */
final class RolesTest {
  private static final Set<String> AT_THE_DOOR =
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
          "POST /merchant/logout");
  private static final Set<String> OF_THE_USER_ALONE =
      Set.of(
          "POST /merchant/reauthenticate",
          "POST /merchant/email-confirmation",
          "POST /merchant/password",
          "DELETE /merchant/sessions",
          "DELETE /merchant/sessions/:id",
          "POST /merchant/two-factor",
          "POST /merchant/two-factor/confirm",
          "POST /merchant/two-factor/recovery-codes",
          "DELETE /merchant/two-factor",
          "POST /merchant/passkeys/options",
          "POST /merchant/passkeys",
          "PUT /merchant/passkeys/:id",
          "DELETE /merchant/passkeys/:id");
  private static final Set<String> OF_DEVELOPERS =
      Set.of(
          "POST /merchant/api-keys",
          "PUT /merchant/api-keys/:id",
          "DELETE /merchant/api-keys/:id",
          "POST /merchant/api-keys/:id/roll",
          "POST /merchant/api-keys/:id/activate",
          "POST /merchant/api-keys/:id/deactivate",
          "POST /merchant/refunds/:id/wallet",
          "POST /merchant/refunds/:id/sent",
          "POST /merchant/links",
          "PUT /merchant/links/:id",
          "POST /merchant/links/:id/activate",
          "POST /merchant/links/:id/deactivate",
          "POST /merchant/links/:id/archive",
          "POST /merchant/links/:id/unarchive",
          "PUT /merchant/links/:id/picture",
          "DELETE /merchant/links/:id/picture",
          "PUT /merchant/webhooks/:scope",
          "DELETE /merchant/webhooks/:scope",
          "POST /merchant/webhooks/:scope/rotate-secret",
          "POST /merchant/webhooks/:scope/test",
          "POST /merchant/events/:id/redeliver",
          "POST /merchant/events/:id/stop",
          "POST /merchant/events/redeliver");

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser OWNER = SERVICE.signedIn();

  @Test
  void a_viewer_changes_nothing_but_what_is_its_own() {
    Browser viewer = join(Role.viewer);
    List<Route> changing =
        changing(name -> !AT_THE_DOOR.contains(name) && !OF_THE_USER_ALONE.contains(name));
    assertThat(changing).hasSizeGreaterThan(10);
    for (Route route : changing) {
      Reply reply = call(viewer, route);
      assertThat(reply.status()).as(name(route)).isEqualTo(403);
      assertThat(reply.text("code")).as(name(route)).isEqualTo("ROLE_NOT_ALLOWED");
    }
  }

  @Test
  void a_developer_changes_what_developers_may_and_no_more() {
    Browser developer = join(Role.developer);
    for (Route route : changing(name -> !AT_THE_DOOR.contains(name))) {
      boolean allowed =
          OF_DEVELOPERS.contains(name(route)) || OF_THE_USER_ALONE.contains(name(route));
      assertThat(call(developer, route).status() == 403).as(name(route)).isEqualTo(!allowed);
    }
  }

  @Test
  void whoever_is_not_signed_in_changes_nothing() {
    for (Route route : changing(name -> !AT_THE_DOOR.contains(name))) {
      assertThat(call(SERVICE.browser(), route).status()).as(name(route)).isEqualTo(401);
    }
  }

  @Test
  void another_sites_page_changes_nothing_not_even_at_the_door() {
    Browser abused = OWNER.with("Origin", "https://evil.example");
    for (Route route : changing(name -> true)) {
      Reply reply = call(abused, route);
      assertThat(reply.status()).as(name(route)).isEqualTo(403);
      assertThat(reply.text("code")).as(name(route)).isEqualTo("CROSS_ORIGIN");
    }
  }

  @Test
  void a_viewer_sees_what_an_owner_sees() {
    Browser viewer = join(Role.viewer);
    for (String path :
        List.of(
            "profile",
            "team",
            "sessions",
            "two-factor",
            "passkeys",
            "audit",
            "api-keys",
            "links",
            "refunds",
            "payments",
            "events")) {
      viewer.get("/merchant/" + path).expect(200);
    }
    assertThat(viewer.get("/merchant/profile").text("role")).isEqualTo("viewer");
  }

  @Test
  void every_role_may_do_what_the_lower_ones_may() {
    assertThat(Role.owner.includes(Role.developer)).isTrue();
    assertThat(Role.developer.includes(Role.developer)).isTrue();
    assertThat(Role.developer.includes(Role.owner)).isFalse();
    assertThat(Role.viewer.includes(Role.developer)).isFalse();
  }

  private static List<Route> changing(Predicate<String> of) {
    List<Route> changing = new ArrayList<>();
    for (Route route : SERVICE.publicRoutes()) {
      if (route.template().startsWith("/merchant/")
          && !route.method().equals("GET")
          && of.test(name(route))) {
        changing.add(route);
      }
    }
    return changing;
  }

  private static Reply call(Browser browser, Route route) {
    return browser.send(route.method(), route.template().replaceAll(":[a-zA-Z]+", "none"), "");
  }

  private static String name(Route route) {
    return route.method() + ' ' + route.template();
  }

  private static Browser join(Role role) {
    String form = "{\"email\":\"%s-%d@example.com\",\"role\":\"%s\"}";
    String url =
        OWNER
            .post("/merchant/invitations", form.formatted(role, System.nanoTime(), role))
            .expect(201)
            .text("url");
    Browser browser = SERVICE.browser();
    browser.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    return browser;
  }
}
