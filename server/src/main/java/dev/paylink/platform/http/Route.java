package dev.paylink.platform.http;

import java.util.Set;
import java.util.function.BiFunction;

/**
 * One method and path template ({@code /sdk/server/status/:paymentId}) and who answers it. A
 * parameter named {@code linkToken} opens a payment page or an invitation to a team, so it is never
 * logged.
 */
public record Route(String method, String template, Handler handler) {
  static final String SECRET_PARAMETER = ":linkToken";

  /** No request has it, so such a route answers none by itself. */
  static final String OTHERWISE = "(otherwise)";

  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "DELETE", "OPTIONS", OTHERWISE);

  public Route {
    if (!METHODS.contains(method) || !template.startsWith("/")) {
      throw new IllegalArgumentException(method + " " + template);
    }
  }

  /** Answers what no route below a template that ends in {@code *} answers: its 404s and 405s. */
  public static Route otherwise(String template, BiFunction<Request, Problem, Answer> answer) {
    return new Route(OTHERWISE, template, request -> answer.apply(request, request.problem()));
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
