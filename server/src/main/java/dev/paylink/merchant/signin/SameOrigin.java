package dev.paylink.merchant.signin;

import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;

/**
 * Lets nothing be changed on behalf of a signed-in browser by another site's page: browsers say
 * where a request comes from, in headers no script can set. What is no browser sends neither
 * header, and has no cookie that somebody else could abuse.
 */
final class SameOrigin {
  private final String origin;

  SameOrigin(BaseUrl baseUrl) {
    this.origin = baseUrl.origin();
  }

  /** The handler, for requests that no other site has caused. */
  Handler only(Handler handler) {
    return request -> {
      require(request);
      return handler.handle(request);
    };
  }

  /** 403 when the request says that it comes from another site. */
  void require(Request request) {
    String site = request.header(Headers.SEC_FETCH_SITE);
    boolean otherSite = site != null && !site.equals("same-origin") && !site.equals("none");
    String sender = request.header(Headers.ORIGIN);
    boolean otherOrigin = sender != null && !sender.equalsIgnoreCase(origin);
    if (otherSite || otherOrigin) {
      throw new Refused(
          Problem.forbidden(
              "CROSS_ORIGIN", "This call is only for pages of this service, at " + origin));
    }
  }
}
