package dev.paylink.checkout;

import dev.paylink.checkout.link.LinkDoor;
import dev.paylink.money.TypedAmount;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.reuse.LinkState;
import dev.paylink.payment.reuse.UseLink;
import dev.paylink.payment.reuse.UseLinkResult;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FormBody;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of a reusable link: a form, and from there on to the page of the payment that it makes.
 * Opening it stores nothing. A form that another site sends is refused: its visitors would begin
 * payments from addresses that no limit knows.
 */
final class ReusableLinkPage {
  private static final List<String> FIELDS =
      List.of("suggested", "amount", "name", "email", "reference");

  /** What is shown again of a text that is far too long. */
  private static final int MAX_SHOWN = 300;

  private final Visits visits;
  private final LinkDoor door;
  private final UseLink use;

  ReusableLinkPage(Visits visits, LinkDoor door, UseLink use) {
    this.visits = visits;
    this.door = door;
    this.use = use;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/l/:slug", visits.guarded(this::show)),
        Route.post("/l/:slug", visits.guarded(this::goOn)));
  }

  private Answer show(Request request) {
    UseLink.Offer offer = use.find(request.parameter("slug"));
    if (offer == null) {
      return nothing(request);
    }
    return offer.state() == LinkState.open
        ? Answer.html(form(request, offer, Map.of(), Map.of(), false))
        : over(request, offer.state());
  }

  private Answer goOn(Request request) {
    UseLink.Offer offer = use.find(request.parameter("slug"));
    if (offer == null) {
      return nothing(request);
    }
    if (isFromAnotherSite(request)) {
      return Answer.htmlForbidden(
          visits
              .pages()
              .notice(
                  NoticeView.of(visits.frame(request, null), "linkelsewhere")
                      .linkTo(offer.link().path(), "notice.tolink")));
    }
    Map<String, String> typed = new HashMap<>();
    FIELDS.forEach(name -> typed.put(name, FormBody.field(request, name).strip()));
    return switch (use.handle(offer, typed(request, typed), request.source())) {
      case UseLinkResult.Made made -> Answer.seeOther(path(made.payment()));
      case UseLinkResult.Invalid invalid ->
          Answer.htmlInvalid(form(request, offer, typed, invalid.faults(), false));
      case UseLinkResult.FormUsed formUsed ->
          Answer.htmlConflict(form(request, offer, typed, Map.of(), true));
      case UseLinkResult.Over over -> over(request, over.state());
      case UseLinkResult.TooMany tooMany ->
          visits.tooMany(request, "linkbusy", tooMany.retryAfterSeconds());
    };
  }

  /** An amount that was typed counts more than one that was picked. */
  private UseLink.Typed typed(Request request, Map<String, String> typed) {
    Frame frame = visits.frame(request, null);
    String own = typed.getOrDefault("amount", "");
    String amount =
        own.isEmpty()
            ? typed.getOrDefault("suggested", "")
            : TypedAmount.plain(cut(own), frame.format());
    return new UseLink.Typed(
        FormBody.field(request, "form"),
        amount,
        typed.getOrDefault("name", ""),
        typed.getOrDefault("email", ""),
        typed.getOrDefault("reference", ""),
        frame.language().tag());
  }

  private byte[] form(
      Request request,
      UseLink.Offer offer,
      Map<String, String> typed,
      Map<String, UseLinkResult.Fault> faults,
      boolean used) {
    Map<String, String> shown = new HashMap<>();
    typed.forEach((name, text) -> shown.put(name, cut(text)));
    return visits
        .pages()
        .link(
            new ReusableLinkView(
                visits.frame(request, null).with(offer.look()),
                offer,
                use.newForm(offer),
                shown,
                faults,
                used));
  }

  private Answer over(Request request, LinkState state) {
    return Answer.htmlGone(visits.notice(request, "link" + state.name().replace("_", "")));
  }

  private Answer nothing(Request request) {
    return door.miss(request) instanceof LinkDoor.Found.TooManyMisses misses
        ? visits.tooMany(request, "toomany", misses.retryAfterSeconds())
        : Answer.htmlNotFound(visits.notice(request, "linknone"));
  }

  static boolean isFromAnotherSite(Request request) {
    String site = request.header(Headers.SEC_FETCH_SITE);
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  private static String path(CreatedPayment payment) {
    return "/pay/" + payment.paymentId() + '/' + payment.linkToken().text();
  }

  private static String cut(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN);
  }
}
