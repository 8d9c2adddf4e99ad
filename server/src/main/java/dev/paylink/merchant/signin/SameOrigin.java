package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.MerchantError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps pages of other sites from changing anything for a signed-in browser. Browsers name a
 * request's origin in headers that no script can set. Other clients send neither header, and have
 * no cookie that another site could abuse.
 */
final class SameOrigin {
  private final String origin;
  private final Set<String> origins;

  SameOrigin(BaseUrl baseUrl) {
    this.origin = baseUrl.origin();
    this.origins = baseUrl.origins();
  }

  /** Guards a handler, so that it answers no request from another site. */
  Handler only(Handler handler) {
    return request -> {
      require(request);
      return handler.handle(request);
    };
  }

  /** Refuses with 403 when the request says that it comes from another site. */
  void require(Request request) {
    String site = request.header(Headers.SEC_FETCH_SITE);
    boolean otherSite = site != null && !site.equals("same-origin") && !site.equals("none");
    String sender = request.header(Headers.ORIGIN);
    boolean otherOrigin = sender != null && !origins.contains(sender.toLowerCase(Locale.ROOT));
    if (otherSite || otherOrigin) {
      throw new Rejection(MerchantError.CROSS_ORIGIN, Message.of("session.ownpages", origin));
    }
  }
}
