package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Walks every operator's route of the running service, calls, pages and forms, in every role.
 * Whoever adds one without a rule here, or with a role that is too low, fails.
 */
final class OperatorRolesTest {
  private static final Set<OperatorRole> ALL = EnumSet.allOf(OperatorRole.class);
  private static final Set<OperatorRole> REVIEW =
      EnumSet.of(OperatorRole.reviewer, OperatorRole.admin);
  private static final Set<OperatorRole> OPERATE =
      EnumSet.of(OperatorRole.operator, OperatorRole.admin);
  private static final Set<OperatorRole> APPROVE =
      EnumSet.of(OperatorRole.reviewer, OperatorRole.operator, OperatorRole.admin);
  private static final Set<OperatorRole> ADMIN = EnumSet.of(OperatorRole.admin);

  /** Those who are not signed in may send these: they sign somebody in or out, or are files. */
  private static final Set<String> AT_THE_DOOR =
      Set.of(
          "POST /admin/login",
          "POST /admin/login/passkey/options",
          "POST /admin/login/passkey",
          "POST /admin/operator-invitations/accept",
          "GET /admin/desk/sign-in",
          "POST /admin/desk/sign-in",
          "POST /admin/desk/sign-in/password",
          "POST /admin/desk/sign-in/code",
          "POST /admin/desk/sign-in/passkey",
          "POST /admin/desk/sign-in/sso",
          "GET /admin/desk/sign-in/sso/callback",
          "POST /admin/desk/sign-in/sso/code",
          "POST /admin/desk/sign-out",
          "GET /admin/desk/join/:linkToken",
          "POST /admin/desk/join/:linkToken");

  private static final Map<String, Set<OperatorRole>> RULES =
      Map.ofEntries(
          Map.entry("POST /admin/logout", ALL),
          Map.entry("GET /admin/account", ALL),
          Map.entry("POST /admin/reauthenticate", ALL),
          Map.entry("GET /admin/two-factor", ALL),
          Map.entry("POST /admin/two-factor", ALL),
          Map.entry("POST /admin/two-factor/confirm", ALL),
          Map.entry("POST /admin/two-factor/recovery-codes", ALL),
          Map.entry("DELETE /admin/two-factor", ALL),
          Map.entry("GET /admin/passkeys", ALL),
          Map.entry("POST /admin/passkeys", ALL),
          Map.entry("POST /admin/passkeys/options", ALL),
          Map.entry("PUT /admin/passkeys/:id", ALL),
          Map.entry("DELETE /admin/passkeys/:id", ALL),
          Map.entry("GET /admin/merchants", ALL),
          Map.entry("GET /admin/merchants/:id", ALL),
          Map.entry("PUT /admin/merchants/:id/verification", REVIEW),
          Map.entry("GET /admin/business-names", ALL),
          Map.entry("PUT /admin/merchants/:id/business-name", REVIEW),
          Map.entry("DELETE /admin/merchants/:id/freeze", OPERATE),
          Map.entry("DELETE /admin/merchants/:id/users/:userId/factors", OPERATE),
          Map.entry("DELETE /admin/merchants/:id/users/:userId", OPERATE),
          Map.entry("POST /admin/merchants/:id/owners", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/users/:user/remove-factors", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/owner", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/payout", OPERATE),
          Map.entry("POST /admin/merchants/:id/customers/erase", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/erase", OPERATE),
          Map.entry("PUT /admin/api-keys/:id", OPERATE),
          Map.entry("GET /admin/chains", ALL),
          Map.entry("POST /admin/chains/:name/resume", OPERATE),
          Map.entry("POST /admin/payouts", OPERATE),
          Map.entry("GET /admin/tokens", ALL),
          Map.entry("POST /admin/tokens/:chain/:symbol/suspend", OPERATE),
          Map.entry("POST /admin/tokens/:chain/:symbol/lift", OPERATE),
          Map.entry("GET /admin/redeliveries", ALL),
          Map.entry("POST /admin/redeliveries", OPERATE),
          Map.entry("GET /admin/desk/redeliveries", ALL),
          Map.entry("POST /admin/desk/redeliveries", OPERATE),
          Map.entry("GET /admin/held-payments", ALL),
          Map.entry("POST /admin/held-payments/:paymentId/confirm", OPERATE),
          Map.entry("POST /admin/held-payments/:paymentId/fail", OPERATE),
          Map.entry("GET /admin/approvals", ALL),
          Map.entry("POST /admin/approvals/:id/approve", APPROVE),
          Map.entry("POST /admin/approvals/:id/decline", APPROVE),
          Map.entry("GET /admin/operators", ADMIN),
          Map.entry("PUT /admin/operators/:id", ADMIN),
          Map.entry("DELETE /admin/operators/:id", ADMIN),
          Map.entry("POST /admin/operator-invitations", ADMIN),
          Map.entry("DELETE /admin/operator-invitations/:id", ADMIN),
          Map.entry("GET /admin/operator-log", ADMIN),
          Map.entry("GET /admin", ALL),
          Map.entry("GET /admin/desk/*", ALL),
          Map.entry("GET /admin/desk/review", ALL),
          Map.entry("GET /admin/desk/merchants", ALL),
          Map.entry("GET /admin/desk/merchants/:id", ALL),
          Map.entry("POST /admin/desk/merchants/:id/verification", REVIEW),
          Map.entry("POST /admin/desk/merchants/:id/name", REVIEW),
          Map.entry("POST /admin/desk/merchants/:id/lift-freeze", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/users/:user/reset-link", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/redeliver", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/events/:event/redeliver", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/keys/:key/limit", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/keys/:key/on", OPERATE),
          Map.entry("POST /admin/desk/merchants/:id/keys/:key/off", OPERATE),
          Map.entry("GET /admin/desk/deliveries", ALL),
          Map.entry("GET /admin/desk/mismatches", ALL),
          Map.entry("GET /admin/desk/tokens", ALL),
          Map.entry("POST /admin/desk/tokens/:chain/:symbol/suspend", OPERATE),
          Map.entry("POST /admin/desk/tokens/:chain/:symbol/lift", OPERATE),
          Map.entry("POST /admin/desk/tokens/held/:paymentId/confirm", OPERATE),
          Map.entry("POST /admin/desk/tokens/held/:paymentId/fail", OPERATE),
          Map.entry("GET /admin/desk/relays", ALL),
          Map.entry("GET /admin/desk/system", ALL),
          Map.entry("GET /admin/desk/approvals", ALL),
          Map.entry("POST /admin/desk/approvals/:id/approve", APPROVE),
          Map.entry("POST /admin/desk/approvals/:id/decline", APPROVE),
          Map.entry("GET /admin/desk/operators", ADMIN),
          Map.entry("POST /admin/desk/operators/:id/role", ADMIN),
          Map.entry("POST /admin/desk/operators/:id/remove", ADMIN),
          Map.entry("POST /admin/desk/operator-invitations", ADMIN),
          Map.entry("POST /admin/desk/operator-invitations/:id/withdraw", ADMIN),
          Map.entry("GET /admin/desk/account", ALL),
          Map.entry("POST /admin/desk/account/password", ALL),
          Map.entry("POST /admin/desk/account/two-factor", ALL),
          Map.entry("POST /admin/desk/account/two-factor/confirm", ALL),
          Map.entry("POST /admin/desk/account/two-factor/off", ALL),
          Map.entry("POST /admin/desk/account/two-factor/recovery-codes", ALL),
          Map.entry("POST /admin/desk/account/passkeys", ALL),
          Map.entry("POST /admin/desk/account/passkeys/new", ALL),
          Map.entry("POST /admin/desk/account/passkeys/:id/name", ALL),
          Map.entry("POST /admin/desk/account/passkeys/:id/remove", ALL),
          Map.entry("POST /admin/desk/account/sessions/:id/end", ALL));

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);
  private static final Map<OperatorRole, OperatorCrew.Member> MEMBERS = new TreeMap<>();

  @Test
  void every_route_of_operators_has_a_rule_and_every_rule_a_route() {
    Set<String> routes = new TreeSet<>();
    guarded().forEach(route -> routes.add(name(route)));
    assertThat(routes).isEqualTo(new TreeSet<>(RULES.keySet()));
  }

  @Test
  void each_role_gets_what_is_its_own_and_a_403_for_the_rest() throws Exception {
    Map<String, String> wrong = new TreeMap<>();
    for (OperatorRole role : OperatorRole.values()) {
      for (Route route : guarded()) {
        if (name(route).equals("POST /admin/logout")) {
          continue; // it ends the session; others look at it
        }
        OperatorCrew.Member member = member(role);
        boolean allowed =
            RULES.getOrDefault(name(route), Set.of()).contains(role)
                && !OperatorFreshnessTest.NOW.contains(name(route)); // asked of everybody
        int status = status(route, member);
        if ((status == 403) == allowed || status == 401 || status >= 500) {
          wrong.put(role + " " + name(route), "answered " + status);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void a_refused_call_names_the_roles_that_may() {
    Reply refused =
        member(OperatorRole.viewer).calls().put("/admin/merchants/x/verification", "{}");
    refused.expectProblem(403, "ROLE_NOT_ALLOWED");
    assertThat(refused.text("detail"))
        .isEqualTo("This needs the role reviewer or admin; yours is viewer");
  }

  @Test
  void whoever_is_not_signed_in_gets_nothing() throws Exception {
    for (Route route : guarded()) {
      int status = isPage(route) ? page(route, "") : call(CREW.anyone(), route).status();
      assertThat(status).as(name(route)).isEqualTo(isPage(route) ? 303 : 401);
    }
  }

  @Test
  void a_cookie_opens_no_call() {
    Browser browser =
        CREW.anyone().withCookie("paylink_desk=" + member(OperatorRole.admin).token());
    browser.get("/admin/merchants").expectProblem(401, "INVALID_ADMIN_TOKEN");
  }

  private static OperatorCrew.Member member(OperatorRole role) {
    return MEMBERS.computeIfAbsent(role, CREW::join);
  }

  private static int status(Route route, OperatorCrew.Member member) throws Exception {
    return isPage(route)
        ? page(route, "paylink_desk=" + member.token())
        : call(member.calls(), route).status();
  }

  private static List<Route> guarded() {
    return SERVICE.internalRoutes().stream()
        .filter(route -> route.template().startsWith("/admin"))
        .filter(route -> !route.method().startsWith("("))
        .filter(route -> !route.template().startsWith("/admin/assets/"))
        .filter(route -> !AT_THE_DOOR.contains(name(route)))
        .toList();
  }

  private static boolean isPage(Route route) {
    return route.template().equals("/admin") || route.template().startsWith("/admin/desk/");
  }

  private static Reply call(Browser browser, Route route) {
    return browser.send(route.method(), path(route), "");
  }

  private static int page(Route route, String cookie) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(SERVICE.internalUrl() + path(route)))
            .header("Cookie", cookie.isEmpty() ? "none=" : cookie)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(route.method(), HttpRequest.BodyPublishers.noBody())
            .build();
    return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static String path(Route route) {
    return route.template().replaceAll(":[a-zA-Z]+", "none").replace("*", "none");
  }

  private static String name(Route route) {
    return route.method() + ' ' + route.template();
  }
}
