package dev.paylink.operator;

import dev.paylink.ids.SessionId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import org.jspecify.annotations.Nullable;

/**
 * Guards every call of operators. It needs the admin token or the token of an operator's session,
 * and a role with the permission that the route names; what matters needs a person who was proven a
 * short while ago, too. Cookies open no call, so no other site can make one. Every change counts
 * for its session.
 */
public final class OperatorCalls {
  private static final String SCHEME = "Bearer ";

  private final AdminToken adminToken;
  private final OperatorSessions sessions;
  private final RequestLimiter limiter;

  public OperatorCalls(AdminToken adminToken, OperatorSessions sessions, RequestLimiter limiter) {
    this.adminToken = adminToken;
    this.sessions = sessions;
    this.limiter = limiter;
  }

  /** Answers an operator. */
  @FunctionalInterface
  public interface Call {
    Answer handle(Request request, ActingOperator operator);
  }

  /** Makes a route for operators with this permission. */
  public Handler with(Permission permission, Call call) {
    return request -> call.handle(request, admitted(request, require(request)).require(permission));
  }

  /** Returns the operator, whose change is taken from the budget; refuses with 429 too many. */
  private ActingOperator admitted(Request request, ActingOperator operator) {
    if (!request.method().equals("GET")) {
      admit(operator);
    }
    return operator;
  }

  /** Takes a change, call or form, from the budget of its session; refuses with 429 too many. */
  public void admit(ActingOperator operator) {
    SessionId session = operator.sessionId();
    limiter.require(
        Limit.OPERATOR_CHANGES, session == null ? operator.source() : session.toString());
  }

  /** Makes a route for operators with this permission who were proven a short while ago. */
  public Handler proven(Permission permission, Call call) {
    return with(permission, (request, operator) -> call.handle(request, operator.requireProof()));
  }

  /** Returns who calls; refuses with 401 a request that is no operator's. */
  private ActingOperator require(Request request) {
    ActingOperator operator = find(request);
    if (operator == null) {
      throw new Refused(Problem.unauthorized("INVALID_ADMIN_TOKEN", whatIsWrong(request)));
    }
    request.actor(operator.loggedName());
    return operator;
  }

  private @Nullable ActingOperator find(Request request) {
    String presented = presented(request);
    if (presented != null && sessions.isToken(presented)) {
      // Nobody guesses 256 random bits, so these are not counted.
      OperatorSessions.Session session = sessions.find(presented, request.source());
      return session == null ? null : session.operator();
    }
    adminToken.requireEnabled();
    adminToken.refuseWhileCoolingOff(request.source());
    return presented != null && adminToken.admits(presented, request.source())
        ? ActingOperator.token(request.source())
        : null;
  }

  private Message whatIsWrong(Request request) {
    String presented = presented(request);
    if (presented == null) {
      return Message.of("operator.sendtoken");
    }
    return sessions.isToken(presented)
        ? Message.of("operator.sessionended")
        : Message.of("operator.notthetoken");
  }

  /** Returns the token of the request; null when it has none. */
  static @Nullable String presented(Request request) {
    String header = request.header(Headers.AUTHORIZATION);
    if (header == null
        || request.isRepeated(Headers.AUTHORIZATION)
        || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    return header.substring(SCHEME.length()).strip();
  }
}
