package dev.paylink.merchant;

import static dev.paylink.merchant.MerchantCallRules.AT_THE_DOOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Walks every route of the running service that may change something for a merchant. Whoever adds
 * one without a role, or with one that is too low, fails here.
 */
final class RolesTest {
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser OWNER = SERVICE.register();

  @ParameterizedTest
  @EnumSource
  void a_role_changes_what_it_may_and_no_more(Role role) {
    Browser member = SERVICE.join(OWNER, role);
    List<Route> changing = changing(name -> !AT_THE_DOOR.contains(name));
    assertThat(changing).hasSizeGreaterThan(10);
    for (Route route : changing) {
      Reply reply = call(member, route);
      boolean allowed = role.includes(MerchantCallRules.needed(name(route)));
      boolean refused = reply.status() == 403 && !reply.text("code").equals("PROOF_REQUIRED");
      assertThat(refused).as(role + " " + name(route)).isEqualTo(!allowed);
      if (!allowed) {
        assertThat(reply.text("code")).as(name(route)).isEqualTo("ROLE_NOT_ALLOWED");
      }
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
    Browser viewer = SERVICE.join(OWNER, Role.viewer);
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
            "payouts",
            "statements",
            "events")) {
      viewer.get("/merchant/" + path).expect(200);
    }
    assertThat(viewer.get("/merchant/profile").text("role")).isEqualTo("viewer");
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
}
