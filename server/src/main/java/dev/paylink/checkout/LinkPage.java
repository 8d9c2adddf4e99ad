package dev.paylink.checkout;

import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FormBody;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;
import java.util.function.Function;

/**
 * The page of a payment link, the QR code that opens it on a phone, the form that asks for an
 * address to send a transfer to, and the page at an address where there is nothing.
 */
final class LinkPage {
  private static final int NOT_FOUND = 404;
  private static final String DOCS = "/docs";

  private final Visits visits;
  private final PaymentViews views;
  private final BaseUrl baseUrl;
  private final TransferPayments transfers;
  private final RequestLimiter limiter;

  LinkPage(
      Visits visits,
      PaymentViews views,
      BaseUrl baseUrl,
      TransferPayments transfers,
      RequestLimiter limiter) {
    this.visits = visits;
    this.views = views;
    this.baseUrl = baseUrl;
    this.transfers = transfers;
    this.limiter = limiter;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/pay/:paymentId/:linkToken", visits.to(this::show)),
        Route.get("/pay/:paymentId/:linkToken/qr.svg", visits.to(this::qr)),
        Route.post("/pay/:paymentId/:linkToken/transfer", visits.to(this::showAddress)),
        otherwise("/*", frame -> NoticeView.of(frame, "nopage").linkTo(DOCS, "notice.todocs")),
        otherwise("/pay/*", frame -> NoticeView.of(frame, "notfound")),
        otherwise("/l/*", frame -> NoticeView.of(frame, "linknone")),
        otherwise("/refund/*", frame -> NoticeView.of(frame, "refundnone")));
  }

  /** Answers a browser with a page where no other route does; a program gets the problem. */
  private Route otherwise(String template, Function<Frame, NoticeView> notice) {
    return Route.otherwise(
        template,
        (request, problem) ->
            problem.status() == NOT_FOUND && request.accepts("text/html")
                ? CheckoutPages.hardened(
                    Answer.htmlNotFound(
                        visits.pages().notice(notice.apply(visits.frame(request, null)))))
                : problem.answer(request));
  }

  private Answer show(Request request, HostedPayment hosted, Frame frame) {
    return Answer.html(
        visits.pages().payment(views.of(frame, hosted, PaymentView.AmountForm.EMPTY)));
  }

  /** Stores the address, and leads back to the page, which shows it. */
  private Answer showAddress(Request request, HostedPayment hosted, Frame frame) {
    Budget budget = limiter.take(Limit.WALLET_CALLS, hosted.payment().id());
    if (!budget.allowed()) {
      return visits.tooMany(request, "toomanytransfers", budget.retryAfterSeconds());
    }
    String option = FormBody.field(request, "option");
    if (views.isOpen(hosted) && option != null && transfers.show(hosted, option)) {
      return Answer.seeOther(CheckoutPages.path(hosted.payment()) + "#transfer");
    }
    return Answer.htmlConflict(
        visits
            .pages()
            .notice(
                NoticeView.of(frame, "notransfer")
                    .linkTo(CheckoutPages.path(hosted.payment()), "notice.topayment")));
  }

  private Answer qr(Request request, HostedPayment hosted, Frame frame) {
    return Answer.okAs(
        "image/svg+xml", QrCode.svg(baseUrl.resolve(CheckoutPages.path(hosted.payment()))));
  }
}
