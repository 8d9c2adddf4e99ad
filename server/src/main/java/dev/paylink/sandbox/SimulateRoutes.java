package dev.paylink.sandbox;

import dev.paylink.checkout.Simulation;
import dev.paylink.credential.Caller;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.ReportResult;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.SimulatedRefunds;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves simulated chain reports, in a sandbox only. Anyone with the payment's whole link may
 * request them, and anyone with the merchant's key and secret. Refunds are paid on the simulated
 * chain, where the watcher settles them.
 */
final class SimulateRoutes {
  private static final Set<String> FIELDS = Set.of("outcome");
  private static final int MAX_LENGTH = 32;
  private static final String PAY = "pay";
  private static final String REORG = "reorg";

  private final PaymentReader payments;
  private final SimulateOutcome simulate;
  private final MerchantRefunds refunds;
  private final SimulatedRefunds network;
  private final Handler asMerchant;
  private final Handler refund;

  SimulateRoutes(
      ServerCalls calls,
      PaymentReader payments,
      SimulateOutcome simulate,
      MerchantRefunds refunds,
      SimulatedRefunds network) {
    this.payments = payments;
    this.simulate = simulate;
    this.refunds = refunds;
    this.network = network;
    this.refund = calls.guardForAnyScope(Signature.OPTIONAL, this::refund);
    this.asMerchant =
        calls.guardForAnyScope(
            Signature.OPTIONAL, (request, caller) -> simulate(request, caller.merchantId()));
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/sandbox/payments/:paymentId/simulate",
            request ->
                request.header(Headers.X_LINK_TOKEN) == null
                    ? asMerchant.handle(request)
                    : simulate(request, null)),
        Route.post("/sandbox/refunds/:refundId/simulate", refund));
  }

  private Answer simulate(Request request, @Nullable MerchantId merchant) {
    Payment payment = find(request, merchant);
    ReportResult.Recorded result = simulate.handle(payment, outcome(request.jsonBody()));
    return Answer.ok(
        Json.object()
            .put("paymentId", payment.id().toString())
            .put("status", result.payment().status().name())
            .put("applied", result.applied())
            .bytes());
  }

  private Payment find(Request request, @Nullable MerchantId merchant) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    Payment payment = id == null ? null : payments.find(id);
    boolean allowed =
        payment != null
            && (merchant == null
                ? payment
                    .linkToken()
                    .matches(Objects.requireNonNull(request.header(Headers.X_LINK_TOKEN)))
                : payment.merchantId().equals(merchant));
    if (payment == null || !allowed) {
      throw new Refused(Problem.notFound("PAYMENT_NOT_FOUND", Message.of("payment.notwithlink")));
    }
    return payment;
  }

  private static Simulation.Outcome outcome(byte[] body) {
    Fields fields = Fields.parse(body, FIELDS);
    String text = fields.requiredText("outcome", MAX_LENGTH);
    Simulation.Outcome outcome = text == null ? null : Simulation.Outcome.parse(text);
    if (text != null && outcome == null) {
      fields.fault("outcome", Message.of("field.oneof", List.of(Simulation.Outcome.values())));
    }
    return fields.require(outcome);
  }

  private Answer refund(Request request, Caller caller) {
    boolean reorganised = refundOutcome(request.jsonBody()).equals(REORG);
    Refund refund = refunds.give(caller.merchantId(), request.parameter("refundId"));
    boolean applied = network.pay(refund) && (!reorganised || network.reorganise(refund));
    return Answer.ok(
        Json.object()
            .put("refundId", refund.id().toString())
            .put("status", refund.status().name())
            .put("applied", applied)
            .bytes());
  }

  private static String refundOutcome(byte[] body) {
    Fields fields = Fields.parse(body, FIELDS);
    String text = fields.requiredText("outcome", MAX_LENGTH);
    if (text != null && !text.equals(PAY) && !text.equals(REORG)) {
      fields.fault("outcome", Message.of("field.oneof", "pay, reorg"));
    }
    return fields.require(text);
  }
}
