package dev.paylink.platform.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * One method and path template ({@code /sdk/server/status/:paymentId}) and its handler. A parameter
 * named {@code linkToken} opens something by itself: a payment page, an invitation, the address of
 * a refund. It is never logged.
 */
public record Route(String method, String template, Handler handler) {
  static final String SECRET_PARAMETER = ":linkToken";

  /** A year, as browsers' preload lists require. */
  private static final Header TLS_ONLY =
      HeaderValues.createCached(Headers.STRICT_TRANSPORT_SECURITY, "max-age=31536000");

  /** The method of a fallback route: no request has it, so the route itself answers none. */
  public static final String OTHERWISE = "(otherwise)";

  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "DELETE", "OPTIONS", OTHERWISE);

  public Route {
    if (!METHODS.contains(method) || !template.startsWith("/")) {
      throw new IllegalArgumentException(method + " " + template);
    }
  }

  /**
   * Answers requests below a template that ends in {@code *} that no other route answers: its 404s
   * and 405s.
   */
  public static Route otherwise(String template, BiFunction<Request, Problem, Answer> answer) {
    return new Route(OTHERWISE, template, request -> answer.apply(request, request.problem()));
  }

  /** Returns this route behind a guard, which may refuse. */
  public Route behind(UnaryOperator<Handler> guard) {
    return new Route(method, template, guard.apply(handler));
  }

  /** Returns this route with answers that tell browsers to use TLS only (RFC 6797). */
  public Route overTlsOnly() {
    return behind(
        inner ->
            request -> {
              request.answerWith(TLS_ONLY);
              return inner.handle(request);
            });
  }

  public static Route get(String template, Handler handler) {
    return new Route("GET", template, handler);
  }

  public static Route post(String template, Handler handler) {
    return new Route("POST", template, handler);
  }

  public static Route put(String template, Handler handler) {
    return new Route("PUT", template, handler);
  }

  public static Route delete(String template, Handler handler) {
    return new Route("DELETE", template, handler);
  }
}
