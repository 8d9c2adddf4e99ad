package dev.paylink.merchant.operator;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Pause;
import org.jspecify.annotations.Nullable;

/**
 * Lets the operator's calls through only with the admin token, compared in constant time; those who
 * guess it are slowed down.
 */
public final class OperatorCalls {
  private static final String SCHEME = "Bearer ";
  private static final String LIMITED_NAME = "admin token";

  private final Secret adminToken;
  private final FailureLimiter limiter;

  public OperatorCalls(Secret adminToken, FailureLimiter limiter) {
    if (adminToken.reveal().isBlank()) {
      throw new IllegalArgumentException("a blank admin token would let everyone in");
    }
    this.adminToken = adminToken;
    this.limiter = limiter;
  }

  /** Guards a handler, so that it answers the operator only. */
  public Handler only(Handler handler) {
    return request -> {
      require(request);
      return handler.handle(request);
    };
  }

  /** Refuses with 401 when the request is not the operator's. */
  void require(Request request) {
    refuseWhileCoolingOff(request.source());
    String presented = presented(request);
    if (presented == null || !admits(presented, request.source())) {
      throw new Refused(
          Problem.unauthorized(
              "INVALID_ADMIN_TOKEN", "Send the admin token as Authorization: Bearer <token>"));
    }
    request.actor("operator");
  }

  /** Checks the admin token; refuses with 429 while the source waits after wrong ones. */
  public boolean admits(String presented, String source) {
    refuseWhileCoolingOff(source);
    if (adminToken.matches(presented)) {
      limiter.authenticated(source, LIMITED_NAME);
      return true;
    }
    limiter.failed(source, LIMITED_NAME);
    return false;
  }

  private void refuseWhileCoolingOff(String source) {
    Pause pause = limiter.pause(source, LIMITED_NAME);
    if (pause != null) {
      throw pause.refused();
    }
  }

  private static @Nullable String presented(Request request) {
    String header = request.header(Headers.AUTHORIZATION);
    if (header == null
        || request.isRepeated(Headers.AUTHORIZATION)
        || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    return header.substring(SCHEME.length()).strip();
  }
}
