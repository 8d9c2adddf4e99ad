package dev.paylink.checkout;

import dev.paylink.payment.read.HostedPayment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;

/** The page of a payment link, and the QR code that opens it on a phone. */
final class LinkPage {
  private final Visits visits;
  private final PaymentViews views;
  private final BaseUrl baseUrl;

  LinkPage(Visits visits, PaymentViews views, BaseUrl baseUrl) {
    this.visits = visits;
    this.views = views;
    this.baseUrl = baseUrl;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/pay/:paymentId/:linkToken", visits.to(this::show)),
        Route.get("/pay/:paymentId/:linkToken/qr.svg", visits.to(this::qr)));
  }

  private Answer show(Request request, HostedPayment hosted, Frame frame) {
    return Answer.html(
        visits.pages().payment(views.of(frame, hosted, PaymentView.AmountForm.EMPTY)));
  }

  private Answer qr(Request request, HostedPayment hosted, Frame frame) {
    return Answer.okAs(
        "image/svg+xml", QrCode.svg(baseUrl.resolve(CheckoutPages.path(hosted.payment()))));
  }
}
