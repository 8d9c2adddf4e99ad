package dev.paylink.merchant;

import dev.paylink.account.User;
import dev.paylink.account.signin.Reauthenticate;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.TeamMembers;
import dev.paylink.account.web.AccountRoutes;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls about a merchant's team: users, roles and invitations. */
final class TeamRoutes {
  private final MerchantCalls calls;
  private final Accounts.Teams teams;
  private final Reauthenticate reauthenticate;

  TeamRoutes(MerchantCalls calls, Accounts.Teams teams, Reauthenticate reauthenticate) {
    this.calls = calls;
    this.teams = teams;
    this.reauthenticate = reauthenticate;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/team", calls.reading(this::read)),
        Route.put("/merchant/team", calls.changing(Role.owner, Guard.MONEY, this::changeRule)),
        Route.put(
            "/merchant/team/:userId", calls.changing(Role.owner, Guard.OWNERS, this::changeRole)),
        Route.delete(
            "/merchant/team/:userId", calls.changing(Role.owner, Guard.MONEY, this::remove)),
        Route.delete(
            "/merchant/team/:userId/pending-role",
            calls.changing(Role.owner, Guard.PROOF, this::undo)),
        Route.post("/merchant/invitations", calls.changing(Role.owner, Guard.OWNERS, this::invite)),
        Route.delete("/merchant/invitations/:id", calls.changing(Role.owner, this::withdraw)));
  }

  private Answer changeRule(Request request, SignedIn signedIn) {
    boolean required = MerchantForms.secondFactorRule(request.jsonFields());
    teams.requireSecondFactor().handle(signedIn, required);
    return read(request, signedIn);
  }

  private Answer read(Request request, SignedIn signedIn) {
    TeamMembers team = teams.team().members(signedIn.realm());
    return Answer.ok(
        Json.object()
            .put("secondFactorRequired", teams.requireSecondFactor().isRequired(signedIn))
            .putObjects("users", team.users(), TeamRoutes::write)
            .putObjects("invitations", team.invitations(), AccountRoutes::write)
            .bytes());
  }

  private Answer changeRole(Request request, SignedIn signedIn) {
    MerchantForms.RoleForm form = MerchantForms.roleChange(request.jsonFields());
    prove(signedIn, form.role(), form.proof());
    User after = teams.team().changeRole(signedIn, userId(request), form.role().name());
    return Answer.ok(write(Json.object(), after).bytes());
  }

  /** Requires the proof in this call if it makes an owner, otherwise a fresh one. */
  private void prove(SignedIn signedIn, Role role, Reauthenticate.Proof proof) {
    if (role == Role.owner) {
      reauthenticate.require(signedIn, proof);
    } else {
      Guard.MONEY.require(signedIn);
    }
  }

  private Answer remove(Request request, SignedIn signedIn) {
    User pending = teams.team().remove(signedIn, userId(request));
    return pending == null
        ? Answer.noContent()
        : Answer.accepted(write(Json.object(), pending).bytes());
  }

  private Answer undo(Request request, SignedIn signedIn) {
    User user = teams.team().undo(signedIn, userId(request));
    return Answer.ok(write(Json.object(), user).bytes());
  }

  private Answer invite(Request request, SignedIn signedIn) {
    MerchantForms.InvitationForm form = MerchantForms.invitation(request.jsonFields());
    prove(signedIn, form.role(), form.proof());
    Invitations.Invited invited =
        teams
            .invitations()
            .invite(signedIn, form.email(), form.role().name(), teams.invitationUrl());
    Secret url = invited.url(); // shown this once, and nowhere where the letter has it
    Json json =
        AccountRoutes.write(Json.object(), invited.invitation())
            .put("url", url == null ? null : url.reveal());
    return Answer.created(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer withdraw(Request request, SignedIn signedIn) {
    teams.invitations().withdraw(signedIn, request.parameter("id"));
    return Answer.noContent();
  }

  private static @Nullable UserId userId(Request request) {
    return UserId.parse(request.parameter("userId"));
  }

  private static Json write(Json json, User user) {
    return json.put("userId", user.id().toString())
        .put("email", user.email())
        .put("role", user.role())
        .put("twoFactor", user.twoFactor())
        .put("createdAt", user.createdAt())
        .put("pendingRole", user.pending() == null ? null : user.pending().name())
        .put("pendingRoleFrom", user.pending() == null ? null : user.pending().from());
  }
}
