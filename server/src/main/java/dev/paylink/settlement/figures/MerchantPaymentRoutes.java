package dev.paylink.settlement.figures;

import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.payment.Payment;
import dev.paylink.payment.api.Payments;
import dev.paylink.payment.read.ExportPayments;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;

/** Serves a signed-in merchant's own payments: list, export, one with its timeline, figures. */
public final class MerchantPaymentRoutes {
  private final Jdbi jdbi;
  private final MerchantCalls calls;
  private final ListPayments list;
  private final ExportPayments export;
  private final PaymentReader reader;
  private final PaymentJson json;
  private final DailyFigures figures;
  private final TransferSumQueries transfers;

  public MerchantPaymentRoutes(
      Jdbi jdbi, MerchantCalls calls, Payments payments, DailyFigures figures) {
    this.jdbi = jdbi;
    this.calls = calls;
    this.list = payments.list();
    this.export = payments.export();
    this.reader = payments.reader();
    this.json = payments.json();
    this.figures = figures;
    this.transfers = new TransferSumQueries(jdbi);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/merchant/payments", calls.reading(this::list)),
        Route.get(
            "/merchant/payments.csv",
            calls.reading((request, signedIn) -> export.handle(request, signedIn.merchantId()))),
        Route.get("/merchant/figures", calls.reading(this::figures)),
        Route.get("/merchant/payments/:id", calls.reading(this::show)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    return list.handle(
        request,
        signedIn.merchantId(),
        payments -> {
          Map<PaymentId, List<TransferSum>> came = transfers.of(signedIn.merchantId(), payments);
          return (item, payment) -> putTransfers(item, came, payment);
        });
  }

  private Answer figures(Request request, SignedIn signedIn) {
    new QueryParameters(request, Set.of()).refuseFaults();
    DailyFigures.Figures all = figures.of(signedIn.merchantId());
    return Answer.ok(
        Json.object()
            .putObjects("days", all.days(), MerchantPaymentRoutes::writeDay)
            .put("upToDate", all.upToDate())
            .bytes());
  }

  private Answer show(Request request, SignedIn signedIn) {
    Payment payment = reader.require(signedIn.merchantId(), request.parameter("id"));
    List<PaymentTimeline.Step> timeline =
        jdbi.withHandle(handle -> PaymentTimeline.of(handle, payment));
    Map<PaymentId, List<TransferSum>> came = transfers.of(signedIn.merchantId(), List.of(payment));
    return Answer.ok(
        json.with(
            payment,
            all ->
                putTransfers(all, came, payment)
                    .putObjects("timeline", timeline, MerchantPaymentRoutes::writeStep)));
  }

  private static Json putTransfers(
      Json json, Map<PaymentId, List<TransferSum>> transfers, Payment payment) {
    return json.putObjects(
        "deposits",
        transfers.getOrDefault(payment.id(), List.of()),
        (item, sum) -> sum.write(item));
  }

  /** Writes the amounts that are not zero, by currency. */
  private static void putSums(Json json, Map<String, Sums> sums, Function<Sums, BigDecimal> which) {
    sums.forEach(
        (currency, its) -> {
          BigDecimal amount = which.apply(its);
          if (amount.signum() != 0) {
            json.put(currency, amount.toPlainString());
          }
        });
  }

  private static void writeDay(Json json, DailyFigures.Day day) {
    json.put("day", day.day().toString())
        .put("created", day.created())
        .put("success", day.success())
        .put("failed", day.failed())
        .putObject(
            "volume", sums -> day.volume().forEach((c, sum) -> sums.put(c, sum.toPlainString())))
        .putObject("gross", sums -> putSums(sums, day.sums(), Sums::gross))
        .putObject("takenBack", sums -> putSums(sums, day.sums(), Sums::takenBack))
        .putObject("refunded", sums -> putSums(sums, day.sums(), Sums::refunded))
        .putObject("net", sums -> putSums(sums, day.sums(), Sums::net))
        .putObject(
            "flagged",
            flagged ->
                flagged
                    .put("duplicate", day.flags().duplicates())
                    .put("mismatch", day.flags().mismatches())
                    .put("overpaid", day.flags().overpaid())
                    .put("underpaid", day.flags().underpaid())
                    .put("late", day.flags().late()))
        .putObject(
            "webhookAttempts",
            attempts ->
                attempts
                    .put("delivered", day.attempts().delivered())
                    .put("retried", day.attempts().retried())
                    .put("exhausted", day.attempts().exhausted()));
  }

  private static void writeStep(Json json, PaymentTimeline.Step step) {
    json.put("at", step.at());
    switch (step) {
      case PaymentTimeline.Created created -> json.put("type", "payment.created");
      case PaymentTimeline.Reported report ->
          json.put("type", report.type())
              .put("reason", report.reason())
              .putStored("transaction", report.transaction());
      case PaymentTimeline.Transferred transfer ->
          json.put("type", "transfer." + transfer.kind())
              .putObject(
                  "transaction",
                  transaction ->
                      transaction
                          .put("chainId", transfer.chainId())
                          .put("hash", transfer.hash().hex())
                          .put("blockNumber", transfer.blockNumber())
                          .put("logIndex", transfer.logIndex())
                          .put("token", transfer.token())
                          .put("amount", transfer.amount())
                          .put("payer", transfer.payer())
                          .put("payee", transfer.address()));
      case PaymentTimeline.Refunding refund ->
          json.put("type", refund.type())
              .put("refundId", refund.refundId().toString())
              .put("amount", refund.amount().toPlainString());
      case PaymentTimeline.Attempted attempt ->
          json.put("type", "webhook.attempt")
              .put("eventId", attempt.eventId().toString())
              .put("attempt", attempt.attempt())
              .put("durationMs", attempt.durationMillis())
              .put("url", attempt.url())
              .put("status", attempt.status())
              .put("error", attempt.error());
    }
  }
}
