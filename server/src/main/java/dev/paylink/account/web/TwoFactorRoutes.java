package dev.paylink.account.web;

import dev.paylink.account.Member;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/**
 * The calls about one's own authenticator app, in whatever realm and role. Each that changes how
 * the person is proven needs a proof in the same call; a fresh session is not enough.
 */
public final class TwoFactorRoutes {
  private final String path;
  private final AccountSelfService self;
  private final Guards guards;

  /**
   * Prepares the calls of a realm.
   *
   * @param below the beginning of their paths
   */
  public TwoFactorRoutes(String below, AccountSelfService self, Guards guards) {
    this.path = below + "/two-factor";
    this.self = self;
    this.guards = guards;
  }

  /**
   * Who may read it, begin one, confirm it, and change one that is on. The first three stay open to
   * somebody who still has to set one up.
   */
  public record Guards(
      AccountRoutes.Guard read,
      AccountRoutes.Guard begin,
      AccountRoutes.Guard confirm,
      AccountRoutes.Guard change) {}

  public List<Route> routes() {
    return List.of(
        Route.get(path, guards.read.admit(this::read)),
        Route.post(path, guards.begin.admit(this::begin)),
        Route.post(path + "/confirm", guards.confirm.admit(this::confirm)),
        Route.post(path + "/recovery-codes", guards.change.admit(this::renewCodes)),
        Route.delete(path, guards.change.admit(this::end)));
  }

  private Answer read(Request request, Member member) {
    TwoFactor.State state = self.twoFactor().read(member);
    return Answer.ok(
        Json.object()
            .put("on", state.on())
            .put("recoveryCodesLeft", state.recoveryCodesLeft())
            .bytes());
  }

  private Answer begin(Request request, Member member) {
    prove(request, member);
    TwoFactor.Begun begun = self.twoFactor().begin(member);
    Json json =
        Json.object()
            .put("secret", begun.secret().reveal()) // shown this once
            .put("otpauthUrl", begun.otpauthUrl().reveal());
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer confirm(Request request, Member member) {
    return shown(self.twoFactor().confirm(member, AccountForms.code(request.jsonFields())));
  }

  private Answer renewCodes(Request request, Member member) {
    prove(request, member);
    return shown(self.twoFactor().renewCodes(member));
  }

  private Answer end(Request request, Member member) {
    prove(request, member);
    self.twoFactor().end(member);
    return Answer.noContent();
  }

  private void prove(Request request, Member member) {
    self.reauthenticate().require(member, AccountForms.proof(request.jsonBody()));
  }

  private static Answer shown(List<Secret> codes) {
    Json json =
        Json.object().putTexts("recoveryCodes", codes.stream().map(Secret::reveal).toList());
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }
}
