package dev.paylink.sandbox;

import dev.paylink.credential.Caller;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.payout.ApplyPayout;
import dev.paylink.payout.SimulatePayout;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.util.List;

/** Serves simulated payouts, in a sandbox only, to those who have the merchant's key and secret. */
final class SimulatePayoutRoutes {
  private final ServerCalls calls;
  private final SimulatePayout simulate;

  SimulatePayoutRoutes(ServerCalls calls, SimulatePayout simulate) {
    this.calls = calls;
    this.simulate = simulate;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/sandbox/payouts", calls.guardForAnyScope(Signature.OPTIONAL, this::make)),
        Route.post(
            "/sandbox/payouts/:payoutId/simulate",
            calls.guardForAnyScope(Signature.OPTIONAL, this::move)));
  }

  private Answer make(Request request, Caller caller) {
    return answer(simulate.make(caller.merchantId(), Fields.parse(request.jsonBody())));
  }

  private Answer move(Request request, Caller caller) {
    return answer(
        simulate.move(
            caller.merchantId(), request.parameter("payoutId"), Fields.parse(request.jsonBody())));
  }

  private static Answer answer(ApplyPayout.Result result) {
    return Answer.ok(
        Json.object()
            .put("payoutId", result.payout().id().toString())
            .put("status", result.payout().status().name())
            .put("applied", result.applied())
            .bytes());
  }
}
