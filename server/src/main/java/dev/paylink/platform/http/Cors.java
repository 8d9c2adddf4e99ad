package dev.paylink.platform.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.List;

/**
 * Lets the pages of any origin call a route and read its answers, refusals and failures included.
 * Only for routes that take no cookie: the page authenticates by itself, so its origin does not
 * matter.
 */
public final class Cors {
  /** Two hours, the longest that browsers keep a preflight. */
  private static final int MAX_AGE_SECONDS = 7200;

  private static final Header ANY_ORIGIN =
      HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
  private static final Header EXPOSED =
      HeaderValues.createCached(
          HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS,
          "WWW-Authenticate, Retry-After, Date, X-Request-Id");
  // By name: a star does not cover Authorization.
  private static final Header ALLOWED =
      HeaderValues.createCached(
          HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, DPoP, Content-Type");
  private static final Header MAX_AGE =
      HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);

  private Cors() {}

  /** Returns the route open to any origin, and the answer to its preflights. */
  public static List<Route> anyOrigin(Route route) {
    Header methods =
        HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, route.method());
    return List.of(
        new Route(route.method(), route.template(), request -> open(request, route.handler())),
        new Route(
            "OPTIONS",
            route.template(),
            request ->
                Answer.noContent().with(ANY_ORIGIN).with(methods).with(ALLOWED).with(MAX_AGE)));
  }

  private static Answer open(Request request, Handler handler) {
    request.answerWith(ANY_ORIGIN);
    request.answerWith(EXPOSED);
    return handler.handle(request);
  }
}
