package dev.paylink.merchant;

import dev.paylink.account.freeze.Freeze;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that freeze an account and lift its freeze. */
final class FreezeRoutes {
  private static final String PATH = "/merchant/freeze";

  private final MerchantCalls calls;
  private final FreezeAccount freezeAccount;

  FreezeRoutes(MerchantCalls calls, FreezeAccount freezeAccount) {
    this.calls = calls;
    this.freezeAccount = freezeAccount;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, calls.reading(this::read)),
        Route.post(PATH, calls.atTheDoor(this::freeze)),
        Route.delete(PATH, calls.changing(Role.owner, Guard.PROOF, this::agree)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    return answer(freezeAccount.read(signedIn.merchantId()));
  }

  private Answer freeze(Request request) {
    freezeAccount.byLink(MerchantForms.linkToken(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer agree(Request request, SignedIn signedIn) {
    return answer(freezeAccount.agree(signedIn));
  }

  private static Answer answer(@Nullable Freeze freeze) {
    return Answer.ok(
        Json.object()
            .put("frozen", freeze != null)
            .put("since", freeze == null ? null : freeze.since())
            .put("by", freeze == null ? null : freeze.by())
            .putTexts("agreed", freeze == null ? List.of() : freeze.agreed())
            .bytes());
  }
}
