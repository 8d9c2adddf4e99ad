package dev.paylink.merchant;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;

/** The calls about a user's own passkeys, whatever the role. */
final class PasskeyRoutes {
  private final MerchantCalls calls;
  private final ManagePasskeys passkeys;

  PasskeyRoutes(MerchantCalls calls, ManagePasskeys passkeys) {
    this.calls = calls;
    this.passkeys = passkeys;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/passkeys", calls.readingToSetUp(this::list)),
        Route.post("/merchant/passkeys/options", calls.settingUp(Guard.PROOF, this::options)),
        Route.post("/merchant/passkeys", calls.settingUp(Guard.PROOF, this::add)),
        Route.put("/merchant/passkeys/:id", calls.changing(Role.viewer, this::rename)),
        Route.delete(
            "/merchant/passkeys/:id", calls.changing(Role.viewer, Guard.PROOF, this::remove)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    return Answer.ok(PasskeyJson.list(passkeys.list(signedIn)));
  }

  private Answer options(Request request, SignedIn signedIn) {
    return Answer.ok(passkeys.options(signedIn)).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer add(Request request, SignedIn signedIn) {
    AccountForms.PasskeyForm form = AccountForms.newPasskey(request.jsonFields());
    return Answer.created(PasskeyJson.of(passkeys.add(signedIn, form.name(), form.credential())));
  }

  private Answer rename(Request request, SignedIn signedIn) {
    String name = AccountForms.passkeyName(request.jsonFields());
    return Answer.ok(PasskeyJson.of(passkeys.rename(signedIn, request.parameter("id"), name)));
  }

  private Answer remove(Request request, SignedIn signedIn) {
    passkeys.remove(signedIn, request.parameter("id"));
    return Answer.noContent();
  }
}
