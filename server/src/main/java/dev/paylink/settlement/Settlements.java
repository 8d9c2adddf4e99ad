package dev.paylink.settlement;

import dev.paylink.credential.Caller;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.credential.SignatureCheck;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.CancelPayment;
import dev.paylink.settlement.inbound.InboundEventRoutes;
import dev.paylink.webhook.event.EventFeed;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The calls about outcomes: the callback inside, cancel and the feed outside. */
public final class Settlements {
  private final InboundEventRoutes inbound;
  private final CancelPayment cancel;
  private final List<Route> external;

  /**
   * @param callbackProof whether a confirmation must tell the transfer that it is about
   */
  public Settlements(
      ApplyReport apply,
      SignatureCheck signatures,
      Secret callbackSecret,
      boolean callbackProof,
      ServerCalls calls,
      PaymentJson json,
      EventFeed feed,
      MeterRegistry registry) {
    Gauge.builder("paylink.settlement.queue", apply, ApplyReport::queueDepth)
        .description("outcomes waiting for the next commit")
        .register(registry);
    apply.meter(registry);
    this.inbound =
        new InboundEventRoutes(signatures, callbackSecret, callbackProof, apply, registry);
    this.cancel = new CancelPayment(apply);
    EventFeedRoutes events = new EventFeedRoutes(feed);
    this.external =
        List.of(
            Route.post(
                "/sdk/server/payments/:paymentId/cancel",
                calls.guard(
                    Signature.REQUIRED, (request, caller) -> cancel(request, caller, json))),
            Route.get("/sdk/server/events", calls.guard(Signature.OPTIONAL, events::handle)));
  }

  private Answer cancel(Request request, Caller caller, PaymentJson json) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    if (id == null) {
      throw CancelPayment.notFound();
    }
    return Answer.ok(json.status(cancel.handle(caller.merchantId(), id, null)));
  }

  public CancelPayment cancel() {
    return cancel;
  }

  public List<Route> internalRoutes() {
    return inbound.routes();
  }

  public List<Route> routes() {
    return external;
  }
}
