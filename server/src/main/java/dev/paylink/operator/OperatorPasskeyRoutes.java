package dev.paylink.operator;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.PasskeyJson;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.time.Instant;
import java.util.List;

/**
 * The calls about an operator's own passkeys, whatever the role. Adding and removing one needs a
 * person who was proven a short while ago.
 */
final class OperatorPasskeyRoutes {
  private final OperatorCalls calls;
  private final AccountSelfService self;
  private final ManagePasskeys passkeys;

  OperatorPasskeyRoutes(OperatorCalls calls, AccountSelfService self) {
    this.calls = calls;
    this.self = self;
    this.passkeys = self.passkeys();
  }

  /** Answers an operator with an account; the admin token has none. */
  @FunctionalInterface
  private interface Call {
    Answer handle(Request request, AccountSession account);
  }

  List<Route> routes() {
    return List.of(
        Route.post("/admin/reauthenticate", own(this::reauthenticate)),
        Route.get("/admin/passkeys", own(this::list)),
        Route.post("/admin/passkeys/options", proven(this::options)),
        Route.post("/admin/passkeys", proven(this::add)),
        Route.put("/admin/passkeys/:id", own(this::rename)),
        Route.delete("/admin/passkeys/:id", proven(this::remove)));
  }

  private Handler own(Call call) {
    return calls.with(
        Permission.OWN, (request, operator) -> call.handle(request, operator.requireAccount()));
  }

  private Handler proven(Call call) {
    return calls.with(
        Permission.OWN, (request, operator) -> call.handle(request, operator.requireFresh()));
  }

  private Answer reauthenticate(Request request, AccountSession account) {
    Instant until = self.reauthenticate().handle(account, AccountForms.proof(request.jsonFields()));
    return Answer.ok(Json.object().put("freshUntil", until).bytes());
  }

  private Answer list(Request request, AccountSession account) {
    return Answer.ok(PasskeyJson.list(passkeys.list(account)));
  }

  private Answer options(Request request, AccountSession account) {
    return Answer.ok(passkeys.options(account)).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer add(Request request, AccountSession account) {
    AccountForms.PasskeyForm form = AccountForms.newPasskey(request.jsonFields());
    Passkey added = passkeys.add(account, form.name(), form.credential());
    return Answer.created(PasskeyJson.of(added));
  }

  private Answer rename(Request request, AccountSession account) {
    String name = AccountForms.passkeyName(request.jsonFields());
    return Answer.ok(PasskeyJson.of(passkeys.rename(account, request.parameter("id"), name)));
  }

  private Answer remove(Request request, AccountSession account) {
    passkeys.remove(account, request.parameter("id"));
    return Answer.noContent();
  }
}
