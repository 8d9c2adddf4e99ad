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
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final FlagQueries flags;
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
    this.flags = new FlagQueries(jdbi);
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
          Map<PaymentId, PaymentFlags> its = flags.of(signedIn.merchantId(), payments);
          Map<PaymentId, List<TransferSum>> came = transfers.of(signedIn.merchantId(), payments);
          return (item, payment) -> putTransfers(putFlags(item, its, payment), came, payment);
        });
  }

  private Answer figures(Request request, SignedIn signedIn) {
    new QueryParameters(request, Set.of()).refuseFaults();
    return Answer.ok(FiguresJson.of(figures.of(signedIn.merchantId())));
  }

  private Answer show(Request request, SignedIn signedIn) {
    Payment payment = reader.require(signedIn.merchantId(), request.parameter("id"));
    List<PaymentTimeline.Step> timeline =
        jdbi.withHandle(handle -> PaymentTimeline.of(handle, payment));
    Map<PaymentId, PaymentFlags> its = flags.of(signedIn.merchantId(), List.of(payment));
    Map<PaymentId, List<TransferSum>> came = transfers.of(signedIn.merchantId(), List.of(payment));
    return Answer.ok(
        json.with(
            payment,
            all ->
                putTransfers(putFlags(all, its, payment), came, payment)
                    .putObjects("timeline", timeline, TimelineJson::write)));
  }

  private static Json putTransfers(
      Json json, Map<PaymentId, List<TransferSum>> transfers, Payment payment) {
    return json.putObjects(
        "deposits",
        transfers.getOrDefault(payment.id(), List.of()),
        (item, sum) -> sum.write(item));
  }

  private static Json putFlags(Json json, Map<PaymentId, PaymentFlags> flags, Payment payment) {
    return json.putTexts("flags", flags.getOrDefault(payment.id(), PaymentFlags.NONE).names());
  }
}
