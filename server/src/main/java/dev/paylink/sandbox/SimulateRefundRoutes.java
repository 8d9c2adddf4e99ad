package dev.paylink.sandbox;

import dev.paylink.credential.Caller;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.SimulatedRefunds;
import java.util.List;
import java.util.Set;

/** Pays refunds on the simulated chain, in a sandbox only. The watcher settles them. */
final class SimulateRefundRoutes {
  private static final Set<String> FIELDS = Set.of("outcome");
  private static final int MAX_LENGTH = 32;
  private static final String PAY = "pay";
  private static final String REORG = "reorg";

  private final ServerCalls calls;
  private final MerchantRefunds refunds;
  private final SimulatedRefunds network;

  SimulateRefundRoutes(ServerCalls calls, MerchantRefunds refunds, SimulatedRefunds network) {
    this.calls = calls;
    this.refunds = refunds;
    this.network = network;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/sandbox/refunds/:refundId/simulate",
            calls.guardForAnyScope(Signature.OPTIONAL, this::simulate)));
  }

  private Answer simulate(Request request, Caller caller) {
    boolean reorganised = outcome(request.jsonBody()).equals(REORG);
    Refund refund = refunds.give(caller.merchantId(), request.parameter("refundId"));
    boolean applied = network.pay(refund) && (!reorganised || network.reorganise(refund));
    return Answer.ok(
        Json.object()
            .put("refundId", refund.id().toString())
            .put("status", refund.status().name())
            .put("applied", applied)
            .bytes());
  }

  private static String outcome(byte[] body) {
    Fields fields = Fields.parse(body, FIELDS);
    String text = fields.requiredText("outcome", MAX_LENGTH);
    if (text != null && !text.equals(PAY) && !text.equals(REORG)) {
      fields.fault("outcome", Message.of("field.oneof", "pay, reorg"));
    }
    return fields.require(text);
  }
}
