package dev.paylink.checkout;

import dev.paylink.checkout.link.LinkDoor;
import dev.paylink.checkout.link.RefundLinks;
import dev.paylink.merchant.brand.Look;
import dev.paylink.money.AddressFault;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.read.HostedPayments;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FormBody;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a customer enters the address for a refund. The customer can correct it until
 * the merchant has confirmed it; after that the page shows the status of the refund.
 */
final class RefundAddressPage {
  private static final int MAX_LENGTH = 64;

  private final Visits visits;
  private final LinkDoor door;
  private final HostedPayments payments;
  private final RefundLinks links;
  private final RequestLimiter limiter;

  RefundAddressPage(
      Visits visits,
      LinkDoor door,
      HostedPayments payments,
      RefundLinks links,
      RequestLimiter limiter) {
    this.visits = visits;
    this.door = door;
    this.payments = payments;
    this.links = links;
    this.limiter = limiter;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/refund/:linkToken", visits.guarded(this::show)),
        Route.post("/refund/:linkToken", visits.guarded(this::take)));
  }

  private Answer show(Request request) {
    RefundLinks.Asked asked = links.open(request.parameter("linkToken"));
    return asked == null
        ? nothing(request)
        : Answer.html(draw(request, asked, asked.address(), null));
  }

  private Answer take(Request request) {
    RefundLinks.Asked asked = links.open(request.parameter("linkToken"));
    if (asked == null) {
      return nothing(request);
    }
    if (ReusableLinkPage.isFromAnotherSite(request)) {
      return Answer.htmlForbidden(
          visits
              .pages()
              .notice(
                  NoticeView.of(visits.frame(request, null), "linkelsewhere")
                      .linkTo(asked.path(), "notice.torefund")));
    }
    Budget budget = limiter.take(Limit.REFUND_ADDRESSES, asked.path());
    if (!budget.allowed()) {
      return visits.tooMany(request, "toomany", budget.retryAfterSeconds());
    }
    String typed = cut(FormBody.field(request, "address").strip());
    AddressFault fault = links.name(request.parameter("linkToken"), typed, request.source());
    return fault == null
        ? Answer.seeOther(asked.path())
        : Answer.htmlInvalid(draw(request, asked, typed, fault));
  }

  private byte[] draw(
      Request request,
      RefundLinks.Asked asked,
      @Nullable String typed,
      @Nullable AddressFault fault) {
    HostedPayment hosted = payments.open(asked.payment().id(), asked.payment().linkToken().text());
    Frame frame = visits.frame(request, hosted == null ? null : hosted.locale());
    return visits
        .pages()
        .refund(
            new RefundAddressView(
                frame.with(hosted == null ? Look.PLAIN : hosted.look()),
                asked,
                hosted == null ? "" : hosted.merchantName(),
                typed,
                fault));
  }

  private Answer nothing(Request request) {
    return door.miss(request) instanceof LinkDoor.Found.TooManyMisses misses
        ? visits.tooMany(request, "toomany", misses.retryAfterSeconds())
        : Answer.htmlNotFound(visits.notice(request, "refundnone"));
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }
}
