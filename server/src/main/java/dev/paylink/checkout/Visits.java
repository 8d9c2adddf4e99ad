package dev.paylink.checkout;

import dev.paylink.checkout.link.LinkDoor;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.Outage;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.LanguageChoice;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens every page below a payment link. In every case, outages included, the response is a page in
 * a language that the visitor reads.
 */
final class Visits {
  private static final int RETRY_SECONDS = 5;
  private static final PagePath LANGUAGE = new PagePath("/pay/language");
  private static final String LANGUAGE_COOKIE = "paylink_payer_language";
  private static final LocalPath PAGES = new LocalPath("/docs", List.of("/pay", "/l", "/refund"));

  private final LinkDoor door;
  private final CheckoutPages pages;
  private final CheckoutPages.Setting setting;
  private final LanguageChoice languages;

  Visits(LinkDoor door, CheckoutPages pages, CheckoutPages.Setting setting, boolean secure) {
    this.door = door;
    this.pages = pages;
    this.setting = setting;
    this.languages =
        new LanguageChoice(
            LANGUAGE_COOKIE, setting.byLanguage(), PAGES, new PagePath("/"), LANGUAGE, secure);
  }

  /** A page for a visitor who has the link. */
  @FunctionalInterface
  interface Room {
    Answer enter(Request request, HostedPayment hosted, Frame frame);
  }

  CheckoutPages pages() {
    return pages;
  }

  /** Returns the handler that checks the link and then opens the page. */
  Handler to(Room room) {
    return guarded(request -> visit(request, room));
  }

  /** Returns the handler that answers with a page, also in an outage. */
  Handler guarded(Function<Request, Answer> page) {
    return request -> CheckoutPages.hardened(shielded(request, page));
  }

  /** Returns the page for an unknown link or path. */
  Answer nothing(Request request) {
    return Answer.htmlNotFound(notice(request, "notfound"));
  }

  private Answer visit(Request request, Room room) {
    return switch (door.knock(request)) {
      case LinkDoor.Found.Open open ->
          room.enter(
              request,
              open.hosted(),
              frame(request, open.hosted().locale()).with(open.hosted().look()));
      case LinkDoor.Found.Nothing nothing -> nothing(request);
      case LinkDoor.Found.TooManyMisses misses ->
          tooMany(request, "toomany", misses.retryAfterSeconds());
    };
  }

  /** Returns the page that says what was too much. */
  Answer tooMany(Request request, String notice, long retryAfterSeconds) {
    return Answer.htmlTooMany(notice(request, notice), retryAfterSeconds);
  }

  private Answer shielded(Request request, Function<Request, Answer> page) {
    try {
      return page.apply(request);
    } catch (Unavailable e) {
      return away(request);
    } catch (RuntimeException e) {
      if (Outage.isBehind(e)) {
        return away(request);
      }
      throw e;
    }
  }

  private Answer away(Request request) {
    return Answer.htmlUnavailable(notice(request, "unavailable"), RETRY_SECONDS);
  }

  byte[] notice(Request request, String name) {
    return pages.notice(NoticeView.of(frame(request, null), name));
  }

  Frame frame(Request request, @Nullable String locale) {
    Frame frame =
        Frame.of(
            setting,
            languages.chosen(request),
            locale,
            request.header(Headers.ACCEPT_LANGUAGE),
            request.header(Headers.USER_AGENT));
    String here = here(request);
    Panel.Languages offered = languages.offer(here);
    return frame.with(offered.here().equals(here) ? offered : null);
  }

  /** Returns the page that shows the same again: a form below a payment leads back to its page. */
  private static String here(Request request) {
    String path = request.path();
    if (request.method().equals("GET")) {
      return request.target();
    }
    return path.startsWith("/pay/") ? path.substring(0, path.lastIndexOf('/')) : path;
  }

  /** Keeps the payer's choice of a language. */
  Route choosing() {
    return Route.post(LANGUAGE.template(), guarded(languages::keep));
  }
}
