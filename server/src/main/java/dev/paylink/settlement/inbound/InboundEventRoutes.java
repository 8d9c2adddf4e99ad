package dev.paylink.settlement.inbound;

import dev.paylink.credential.SignatureCheck;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.ReportResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * Serves the callback by which the smart-contract component reports outcomes; internal listener
 * only.
 */
public final class InboundEventRoutes {
  private final ReportParser parser;
  private final SignatureCheck signatures;
  private final Secret callbackSecret;
  private final ApplyReport apply;
  private final Counter mismatches;

  /**
   * Creates the callback's routes.
   *
   * @param needsProof whether a confirmation must name its transfer
   */
  public InboundEventRoutes(
      SignatureCheck signatures,
      Secret callbackSecret,
      boolean needsProof,
      ApplyReport apply,
      MeterRegistry registry) {
    this.parser = new ReportParser(needsProof);
    this.signatures = signatures;
    this.callbackSecret = callbackSecret;
    this.apply = apply;
    this.mismatches =
        Counter.builder("paylink.settlement.mismatches")
            .description("confirmations that do not match their payment; check each one")
            .register(registry);
  }

  public List<Route> routes() {
    return List.of(Route.post("/internal/events", this::report));
  }

  static Refused unknownPayment() {
    return new Refused(Problem.notFound("PAYMENT_NOT_FOUND", Message.of("payment.unknown")));
  }

  private Answer report(Request request) {
    signatures.require(request, callbackSecret.reveal()); // before any of it is parsed
    request.actor("callback");
    return switch (apply.handle(parser.parse(request.jsonBody()))) {
      case ReportResult.Recorded recorded ->
          Answer.ok(
              Json.object()
                  .put("paymentId", recorded.payment().id().toString())
                  .put("status", recorded.payment().status().name())
                  .put("applied", recorded.applied())
                  .bytes());
      case ReportResult.UnknownPayment unknown -> throw unknownPayment();
      case ReportResult.Mismatch mismatch -> {
        mismatches.increment();
        throw new Refused(
            Problem.unprocessable(
                "SETTLEMENT_MISMATCH", Message.of("settlement.mismatch", mismatch.what())));
      }
    };
  }
}
