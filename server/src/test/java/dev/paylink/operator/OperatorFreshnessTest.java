package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * What matters needs a fresh proof of the operator. Walks every call and every form that changes
 * something: a new one fails here until it stands in one of the lists.
 */
final class OperatorFreshnessTest {
  static final Set<String> AT_THE_DOOR =
      Set.of(
          "POST /admin/login",
          "POST /admin/login/passkey/options",
          "POST /admin/login/passkey",
          "POST /admin/logout",
          "POST /admin/operator-invitations/accept",
          "POST /admin/desk/sign-in",
          "POST /admin/desk/sign-in/password",
          "POST /admin/desk/sign-in/code",
          "POST /admin/desk/sign-in/passkey",
          "POST /admin/desk/sign-in/sso",
          "POST /admin/desk/sign-in/sso/code",
          "POST /admin/desk/sign-out",
          "POST /admin/desk/join/:linkToken");

  /** They prove somebody, only stop something, or send a merchant its own events again. */
  private static final Set<String> FREE =
      Set.of(
          "POST /admin/reauthenticate",
          "PUT /admin/passkeys/:id",
          "POST /admin/approvals/:id/decline",
          "DELETE /admin/operator-invitations/:id",
          "POST /admin/desk/approvals/:id/decline",
          "POST /admin/desk/operator-invitations/:id/withdraw",
          "POST /admin/desk/account/passkeys/:id/name",
          "POST /admin/desk/merchants/:id/redeliver",
          "POST /admin/desk/merchants/:id/events/:event/redeliver");

  private static final Set<String> GUARDED =
      Set.of(
          "PUT /admin/merchants/:id/verification",
          "PUT /admin/merchants/:id/business-name",
          "DELETE /admin/merchants/:id/freeze",
          "POST /admin/merchants/:id/customers/erase",
          "DELETE /admin/merchants/:id/users/:userId/factors",
          "DELETE /admin/merchants/:id/users/:userId",
          "POST /admin/merchants/:id/owners",
          "PUT /admin/api-keys/:id",
          "POST /admin/chains/:name/resume",
          "POST /admin/payouts",
          "POST /admin/redeliveries",
          "POST /admin/tokens/:chain/:symbol/suspend",
          "POST /admin/tokens/:chain/:symbol/lift",
          "POST /admin/held-payments/:paymentId/confirm",
          "POST /admin/held-payments/:paymentId/fail",
          "POST /admin/approvals/:id/approve",
          "PUT /admin/operators/:id",
          "DELETE /admin/operators/:id",
          "POST /admin/operator-invitations",
          "POST /admin/passkeys",
          "POST /admin/two-factor/confirm",
          "POST /admin/desk/merchants/:id/verification",
          "POST /admin/desk/merchants/:id/name",
          "POST /admin/desk/merchants/:id/lift-freeze",
          "POST /admin/desk/merchants/:id/erase",
          "POST /admin/desk/merchants/:id/owner",
          "POST /admin/desk/merchants/:id/payout",
          "POST /admin/desk/redeliveries",
          "POST /admin/desk/merchants/:id/users/:user/remove-factors",
          "POST /admin/desk/merchants/:id/users/:user/reset-link",
          "POST /admin/desk/merchants/:id/keys/:key/limit",
          "POST /admin/desk/merchants/:id/keys/:key/on",
          "POST /admin/desk/merchants/:id/keys/:key/off",
          "POST /admin/desk/tokens/:chain/:symbol/suspend",
          "POST /admin/desk/tokens/:chain/:symbol/lift",
          "POST /admin/desk/tokens/held/:paymentId/confirm",
          "POST /admin/desk/tokens/held/:paymentId/fail",
          "POST /admin/desk/approvals/:id/approve",
          "POST /admin/desk/operators/:id/role",
          "POST /admin/desk/operators/:id/remove",
          "POST /admin/desk/operator-invitations",
          "POST /admin/desk/account/password",
          "POST /admin/desk/account/two-factor/confirm",
          "POST /admin/desk/account/passkeys",
          "POST /admin/desk/account/sessions/:id/end");

  /** They change how the person is proven: a proof in the same request, however fresh it is. */
  static final Set<String> NOW =
      Set.of(
          "POST /admin/passkeys/options",
          "DELETE /admin/passkeys/:id",
          "POST /admin/two-factor",
          "POST /admin/two-factor/recovery-codes",
          "DELETE /admin/two-factor",
          "POST /admin/desk/account/two-factor/off",
          "POST /admin/desk/account/passkeys/:id/remove",
          "POST /admin/desk/account/two-factor",
          "POST /admin/desk/account/two-factor/recovery-codes",
          "POST /admin/desk/account/passkeys/new");

  private static final String INVITE = "/admin/desk/operator-invitations";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);

  @Test
  void everything_that_changes_something_is_guarded_or_free() {
    Set<String> listed = new TreeSet<>(AT_THE_DOOR);
    listed.addAll(GUARDED);
    listed.addAll(NOW);
    listed.addAll(FREE);
    Set<String> routes = new TreeSet<>();
    for (Route route : SERVICE.internalRoutes()) {
      if (route.template().startsWith("/admin")
          && Set.of("POST", "PUT", "DELETE").contains(route.method())) {
        routes.add(route.method() + ' ' + route.template());
      }
    }
    assertThat(routes).isEqualTo(listed);
  }

  @Test
  void a_stale_admin_does_nothing_that_is_guarded_and_a_fresh_one_is_not_asked() {
    OperatorCrew.Member stale = stale();
    OperatorCrew.Member fresh = CREW.join(OperatorRole.admin);
    for (String each : GUARDED) {
      assertThat(asks(stale, each)).as(each).isTrue();
      assertThat(asks(fresh, each)).as(each).isFalse();
    }
    for (String each : NOW) {
      assertThat(asks(stale, each)).as(each).isTrue();
      assertThat(asks(fresh, each)).as(each).isTrue();
    }
    for (String each : FREE) {
      assertThat(asks(stale, each)).as(each).isFalse();
    }
  }

  @Test
  void the_form_goes_on_after_the_password_and_not_after_a_wrong_one() {
    OperatorCrew.Member admin = stale();
    Guest guest = desk(admin);
    String asked =
        guest.post(INVITE, "email", "kept@desk.example", "role", "viewer").expect(403).body();
    String kept = Guest.found(asked, "name=\"kept\" value=\"([^\"]+)\"");
    assertThat(guest.post(INVITE, "kept", kept, "password", "wrong wrong").expect(401).body())
        .contains("The password is wrong", kept);
    desk(stale()).post(INVITE, "kept", kept, "password", OperatorCrew.PASSWORD).expect(400);
    guest
        .post("/admin/desk/account/password", "kept", kept, "password", OperatorCrew.PASSWORD)
        .expect(400);
    assertThat(
            guest.post(INVITE, "kept", kept, "password", OperatorCrew.PASSWORD).expect(200).body())
        .contains("kept@desk.example", "/admin/desk/join/");
    guest.post(INVITE, "email", "next@desk.example", "role", "viewer").expect(200);
  }

  /** A session of the admin token is proven by that token, and as a call by nothing but it. */
  @Test
  void a_stale_session_of_the_admin_token_is_asked_for_the_token() {
    Guest guest = new Guest(SERVICE.internalUrl()).signInAtDesk();
    SERVICE.stored().change("update token_session set proven_at = now() - interval '1 hour'");
    String asked =
        guest.post(INVITE, "email", "by-token@desk.example", "role", "viewer").expect(403).body();
    assertThat(asked).contains("Admin token").doesNotContain("current-password");
    String kept = Guest.found(asked, "name=\"kept\" value=\"([^\"]+)\"");
    guest.post(INVITE, "kept", kept, "token", "wrong").expect(400);
    Browser copied = CREW.with(guest.cookie().substring(guest.cookie().indexOf('=') + 1));
    copied
        .post("/admin/operator-invitations", "{\"email\":\"x@desk.example\",\"role\":\"viewer\"}")
        .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    guest.post(INVITE, "kept", kept, "token", TestService.ADMIN_TOKEN).expect(200);
    guest.post(INVITE, "email", "again@desk.example", "role", "viewer").expect(200);
    assertThat(SERVICE.operator().get("/admin/operator-log").body())
        .contains("operator.reauthenticated");
  }

  private static OperatorCrew.Member stale() {
    OperatorCrew.Member member = CREW.join(OperatorRole.admin);
    SERVICE.age("paylink_desk=" + member.token());
    return member;
  }

  private static boolean asks(OperatorCrew.Member member, String call) {
    String[] parts = call.split(" ", 2);
    String path = parts[1].replaceAll(":[a-zA-Z]+", "none");
    if (path.startsWith("/admin/desk/")) {
      Reply reply = desk(member).post(path, "field", "typed");
      return reply.status() == 403 && reply.body().contains("name=\"kept\"");
    }
    Reply reply = member.calls().send(parts[0], path, "");
    return reply.status() == 403
        && Set.of("REAUTHENTICATION_REQUIRED", "PROOF_REQUIRED").contains(reply.text("code"));
  }

  private static Guest desk(OperatorCrew.Member member) {
    return new Guest(SERVICE.internalUrl()).withCookie("paylink_desk=" + member.token());
  }
}
