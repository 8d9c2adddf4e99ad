package dev.paylink.checkout;

import dev.paylink.payment.read.HostedPayment;
import dev.paylink.payment.read.PaymentStatus;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;

/** The receipt, in a form for printing. It exists only after success. */
final class ReceiptPage {
  private final Visits visits;

  ReceiptPage(Visits visits) {
    this.visits = visits;
  }

  List<Route> routes() {
    return List.of(Route.get("/pay/:paymentId/:linkToken/receipt", visits.to(this::show)));
  }

  private Answer show(Request request, HostedPayment hosted, Frame frame) {
    if (hosted.payment().status() != PaymentStatus.success) {
      return Answer.htmlNotFound(
          visits
              .pages()
              .notice(
                  NoticeView.of(frame, "noreceipt")
                      .linkTo(CheckoutPages.path(hosted.payment()), "notice.topayment")));
    }
    OnChainProof proof = OnChainProof.of(hosted.payment().transaction());
    return Answer.html(visits.pages().receipt(new ReceiptView(frame, hosted, proof)));
  }
}
