package dev.paylink.checkout;

import dev.paylink.money.TypedAmount;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.create.ChooseAmount;
import dev.paylink.payment.create.ChooseAmountResult;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FormBody;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;

/**
 * Takes the form for an amount that the payer chooses. Leads back to the page, or shows the form
 * again with the fault.
 */
final class AmountPage {
  private static final int MAX_LENGTH = 64;

  private final Visits visits;
  private final PaymentViews views;
  private final ChooseAmount choose;
  private final RequestLimiter limiter;

  AmountPage(Visits visits, PaymentViews views, ChooseAmount choose, RequestLimiter limiter) {
    this.visits = visits;
    this.views = views;
    this.choose = choose;
    this.limiter = limiter;
  }

  List<Route> routes() {
    return List.of(Route.post("/pay/:paymentId/:linkToken/amount", visits.to(this::take)));
  }

  private Answer take(Request request, HostedPayment hosted, Frame frame) {
    if (hosted.suspended()) { // the page explains it
      return Answer.seeOther(CheckoutPages.path(hosted.payment()));
    }
    Budget budget = limiter.take(Limit.WALLET_CALLS, hosted.payment().id());
    if (!budget.allowed()) {
      return visits.tooMany(request, "toomanyamounts", budget.retryAfterSeconds());
    }
    String typed = FormBody.field(request, "amount");
    String plain = TypedAmount.plain(cut(typed), frame.format());
    return switch (choose.handle(hosted.payment(), plain)) {
      case ChooseAmountResult.Chosen chosen ->
          Answer.seeOther(CheckoutPages.path(hosted.payment()));
      case ChooseAmountResult.Invalid invalid ->
          Answer.htmlInvalid(formAgain(hosted, frame, cut(typed)));
      case ChooseAmountResult.TooLate late ->
          Answer.htmlConflict(
              visits
                  .pages()
                  .notice(
                      NoticeView.of(frame, "amounttaken")
                          .linkTo(CheckoutPages.path(hosted.payment()), "notice.topayment")));
    };
  }

  private byte[] formAgain(HostedPayment hosted, Frame frame, String typed) {
    PaymentView.AmountForm form =
        new PaymentView.AmountForm(
            typed, frame.text("amount.invalid", hosted.payment().currency()));
    return visits.pages().payment(views.of(frame, hosted, form));
  }

  private static String cut(String typed) {
    return typed.length() <= MAX_LENGTH ? typed : typed.substring(0, MAX_LENGTH);
  }
}
