package dev.paylink.settlement;

import dev.paylink.account.Actor;
import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.credential.SignatureCheck;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.payment.api.Payments;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.payout.PayoutJson;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.CancelPayment;
import dev.paylink.settlement.apply.ReceiptLetters;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.settlement.figures.FlagLetters;
import dev.paylink.settlement.figures.MerchantPaymentRoutes;
import dev.paylink.settlement.inbound.InboundEventRoutes;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.settlement.refund.RefundLetters;
import dev.paylink.settlement.statement.ReadStatements;
import dev.paylink.settlement.statement.StatementRoutes;
import dev.paylink.webhook.RedeliverCalls;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.event.FirstAttempts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settlement part, assembled: the writer of outcomes, and the calls about outcomes. The
 * callback is internal; cancel, the feed and a merchant's own payments are public.
 */
public final class Settlements implements AutoCloseable {
  private final ApplyReport apply;
  private final ApplyRefunds applyRefunds;
  private final InboundEventRoutes inbound;
  private final CancelPayment cancel;
  private final DailyFigures figures;
  private final ReadStatements statements;
  private final List<Route> external = new ArrayList<>();

  /**
   * Creates the settlement part.
   *
   * @param callbackProof whether a confirmation must name its transfer
   * @param receipts writes to customers; null where no letters are sent
   * @param flags writes to merchants
   * @param refundLetters writes about refunds
   */
  public Settlements(
      Database database,
      SignatureCheck signatures,
      Secret callbackSecret,
      boolean callbackProof,
      boolean testMode,
      @Nullable ReceiptLetters receipts,
      FlagLetters flags,
      RefundLetters refundLetters,
      ServerCalls calls,
      MerchantCalls merchants,
      Payments payments,
      Webhooks webhooks,
      MeterRegistry registry) {
    ApplyReport.Listener listener = listener(payments, webhooks);
    this.apply =
        new ApplyReport(database, payments.currencies(), testMode, receipts, flags, listener);
    this.applyRefunds = new ApplyRefunds(database, testMode, refundLetters, apply, listener);
    payments.waits().alsoOnHint(webhooks.feed()::lookAgain);
    Gauge.builder("paylink.settlement.queue", apply, ApplyReport::queueDepth)
        .description("outcomes waiting for the next commit")
        .register(registry);
    apply.meter(registry);
    this.inbound =
        new InboundEventRoutes(signatures, callbackSecret, callbackProof, apply, registry);
    this.cancel = new CancelPayment(apply);
    this.figures = new DailyFigures(database.jdbi(), database.clock(), database.clock());
    EventFeedRoutes events = new EventFeedRoutes(webhooks.feed());
    external.add(
        Route.post(
            "/sdk/server/payments/:paymentId/cancel",
            calls.guard(
                KeyScope.PAYMENTS_CANCEL,
                Signature.REQUIRED,
                (request, caller) -> cancel(request, caller, payments.json()))));
    external.add(
        Route.get(
            "/sdk/server/events",
            calls.guard(KeyScope.EVENTS_READ, Signature.OPTIONAL, events::handle)));
    RedeliverCalls redeliver = webhooks.redeliverCalls();
    external.add(
        Route.post(
            "/sdk/server/events/:id/redeliver",
            redelivering(
                calls,
                (request, caller) ->
                    redeliver.one(request, caller.merchantId(), actor(request, caller)))));
    external.add(
        Route.post(
            "/sdk/server/events/redeliver",
            redelivering(
                calls,
                (request, caller) ->
                    redeliver.range(request, caller.merchantId(), actor(request, caller)))));
    external.addAll(
        new MerchantPaymentRoutes(database.jdbi(), merchants, payments, figures).routes());
    this.statements =
        new ReadStatements(
            database.jdbi(),
            database.clock(),
            payments.networks(),
            payments.currencies(),
            payments.export().running());
    external.addAll(
        new StatementRoutes(
                merchants,
                calls.shared(KeyScope.STATEMENTS_READ),
                statements,
                new PayoutJson(testMode))
            .routes());
  }

  private static ApplyReport.Listener listener(Payments payments, Webhooks webhooks) {
    return new ApplyReport.Listener() {
      @Override
      public void committed(List<PaymentId> changed, Set<MerchantId> haveNews) {
        payments.waits().changed(changed);
        webhooks.recorded(haveNews);
      }

      @Override
      public FirstAttempts firstAttempts() {
        return webhooks.firstAttempts();
      }
    };
  }

  private static Handler redelivering(ServerCalls calls, ServerCalls.Call call) {
    return calls.guard(KeyScope.EVENTS_REDELIVER, Signature.REQUIRED, call);
  }

  private static Actor actor(Request request, Caller caller) {
    return new Actor(caller.keyId().toString(), request.source());
  }

  private Answer cancel(Request request, Caller caller, PaymentJson json) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    if (id == null) {
      throw CancelPayment.notFound();
    }
    return Answer.ok(json.status(cancel.handle(caller.merchantId(), id, null)));
  }

  /** Returns the single writer of outcomes. */
  public ApplyReport apply() {
    return apply;
  }

  /** Returns the single writer of what chains say about refunds. */
  public ApplyRefunds applyRefunds() {
    return applyRefunds;
  }

  public DailyFigures figures() {
    return figures;
  }

  public ReadStatements statements() {
    return statements;
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

  /** Finishes the work already accepted, then closes. */
  @Override
  public void close() {
    apply.close();
  }
}
