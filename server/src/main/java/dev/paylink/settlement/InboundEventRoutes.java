package dev.paylink.settlement;

import dev.paylink.credential.SignatureCheck;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The callback by which the smart-contract component reports outcomes; internal listener only. */
final class InboundEventRoutes {
  private final SignatureCheck signatures;
  private final Secret callbackSecret;
  private final ApplySettlement apply;
  private final Counter mismatches;

  InboundEventRoutes(
      SignatureCheck signatures,
      Secret callbackSecret,
      ApplySettlement apply,
      MeterRegistry registry) {
    this.signatures = signatures;
    this.callbackSecret = callbackSecret;
    this.apply = apply;
    this.mismatches =
        Counter.builder("paylink.settlement.mismatches")
            .description("confirmations that paid something else; each one needs a look")
            .register(registry);
  }

  List<Route> routes() {
    return List.of(Route.post("/internal/events", this::report));
  }

  static Refused unknownPayment() {
    return new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "There is no payment with this id"));
  }

  private Answer report(Request request) {
    signatures.require(request, callbackSecret.reveal()); // before anything of it is parsed
    request.actor("callback");
    return switch (apply.handle(SettlementParser.parse(request.jsonBody()))) {
      case SettlementResult.Recorded recorded ->
          Answer.ok(
              Json.object()
                  .put("paymentId", recorded.payment().id().toString())
                  .put("status", recorded.payment().status().name())
                  .put("applied", recorded.applied())
                  .bytes());
      case SettlementResult.UnknownPayment unknown -> throw unknownPayment();
      case SettlementResult.Mismatch mismatch -> {
        mismatches.increment();
        throw new Refused(
            Problem.unprocessable(
                "SETTLEMENT_MISMATCH",
                "The transaction does not match the payment: " + mismatch.what()));
      }
      case SettlementResult.NotOpen notOpen ->
          throw new IllegalStateException("only a cancel asks for an open payment");
    };
  }
}
