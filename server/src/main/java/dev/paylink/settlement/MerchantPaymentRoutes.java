package dev.paylink.settlement;

import dev.paylink.merchant.MerchantCalls;
import dev.paylink.merchant.SignedIn;
import dev.paylink.payment.ListPayments;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentId;
import dev.paylink.payment.PaymentJson;
import dev.paylink.payment.PaymentReader;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** A signed-in merchant's own view of its payments: the list, and one with its timeline. */
public final class MerchantPaymentRoutes {
  private final Jdbi jdbi;
  private final MerchantCalls calls;
  private final ListPayments list;
  private final PaymentReader reader;
  private final PaymentJson json;

  public MerchantPaymentRoutes(
      Jdbi jdbi, MerchantCalls calls, ListPayments list, PaymentReader reader, PaymentJson json) {
    this.jdbi = jdbi;
    this.calls = calls;
    this.list = list;
    this.reader = reader;
    this.json = json;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(
            "/merchant/payments",
            calls.reading((request, signedIn) -> list.handle(request, signedIn.merchantId()))),
        Route.get("/merchant/payments/:id", calls.reading(this::show)));
  }

  private Answer show(Request request, SignedIn signedIn) {
    PaymentId id = PaymentId.parse(request.parameter("id"));
    Payment payment = id == null ? null : reader.find(id);
    if (payment == null || !payment.merchantId().equals(signedIn.merchantId())) {
      throw new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "You have no payment with this id"));
    }
    List<byte[]> timeline = jdbi.withHandle(handle -> PaymentTimeline.of(handle, payment));
    return Answer.ok(json.withTimeline(payment, timeline));
  }
}
