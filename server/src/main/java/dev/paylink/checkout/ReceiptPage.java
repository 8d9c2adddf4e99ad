package dev.paylink.checkout;

import dev.paylink.merchant.brand.Logos;
import dev.paylink.money.Networks;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;

/** The receipt, as a page in a form for printing and as PDF. It exists only after success. */
final class ReceiptPage {
  private final Visits visits;
  private final Logos logos;
  private final RequestLimiter limiter;
  private final Networks networks;

  ReceiptPage(Visits visits, Logos logos, RequestLimiter limiter, Networks networks) {
    this.visits = visits;
    this.logos = logos;
    this.limiter = limiter;
    this.networks = networks;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/pay/:paymentId/:linkToken/receipt", visits.to(this::show)),
        Route.get("/pay/:paymentId/:linkToken/receipt.pdf", visits.to(this::download)));
  }

  private Answer show(Request request, HostedPayment hosted, Frame frame) {
    return isPaid(hosted)
        ? Answer.html(visits.pages().receipt(view(hosted, frame)))
        : none(hosted, frame);
  }

  private Answer download(Request request, HostedPayment hosted, Frame frame) {
    if (!isPaid(hosted)) {
      return none(hosted, frame);
    }
    Budget budget = limiter.take(Limit.RECEIPT_FILES, hosted.payment().id());
    if (!budget.allowed()) {
      return visits.tooMany(request, "toomanyfiles", budget.retryAfterSeconds());
    }
    byte[] logo = logos.of(hosted.payment().merchantId());
    return Answer.okAs("application/pdf", ReceiptPdf.print(view(hosted, frame), logo))
        .with(
            Headers.CONTENT_DISPOSITION,
            "attachment; filename=\"receipt-" + hosted.payment().id() + ".pdf\"");
  }

  private static boolean isPaid(HostedPayment hosted) {
    return hosted.payment().status() == PaymentStatus.success;
  }

  private ReceiptView view(HostedPayment hosted, Frame frame) {
    return new ReceiptView(frame, hosted, OnChainProof.of(hosted.payment(), networks));
  }

  private Answer none(HostedPayment hosted, Frame frame) {
    return Answer.htmlNotFound(
        visits
            .pages()
            .notice(
                NoticeView.of(frame, "noreceipt")
                    .linkTo(CheckoutPages.path(hosted.payment()), "notice.topayment")));
  }
}
