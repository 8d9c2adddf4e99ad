package dev.paylink.credential;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Failure;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.RequestLimiter;

/**
 * Guards every server-to-server call: authenticates it, charges it to the key's rate limit, checks
 * the key's scope, and reports that limit in every response, refusals included.
 */
public final class ServerCalls {
  private final RequestAuthenticator authenticator;
  private final RequestLimiter limiter;

  ServerCalls(RequestAuthenticator authenticator, RequestLimiter limiter) {
    this.authenticator = authenticator;
    this.limiter = limiter;
  }

  /** A call from an authenticated caller. */
  @FunctionalInterface
  public interface Call {
    Answer handle(Request request, Caller caller);
  }

  /** Wraps a call in these checks. */
  public Handler guard(KeyScope scope, Signature signature, Call call) {
    return guard(
        signature,
        (request, caller) -> {
          if (!caller.scopes().includes(scope)) {
            throw new Refused(
                Problem.forbidden("SCOPE_MISSING", Message.of("key.scope", scope.text()))
                    .with("scope", scope.text()));
          }
          return call.handle(request, caller);
        });
  }

  /** Wraps a call that a payer may make too, so that a key needs no scope for it. */
  public Handler guardForAnyScope(Signature signature, Call call) {
    return guard(signature, call);
  }

  private Handler guard(Signature signature, Call call) {
    return request -> {
      Caller caller = authenticator.authenticate(request, signature);
      Budget budget = limiter.take(caller.keyId().toString(), caller.limit());
      try {
        if (!budget.allowed()) {
          throw new Refused(
              Problem.tooMany(
                  "RATE_LIMITED",
                  Message.of("key.budget", budget.limit()),
                  budget.retryAfterSeconds()));
        }
        return call.handle(request, caller)
            .with(Headers.RATE_LIMIT_POLICY, budget.policyHeader())
            .with(Headers.RATE_LIMIT, budget.stateHeader());
      } catch (Refused | Rejection refusal) {
        throw new Refused(
            Failure.refusal(refusal)
                .header(Headers.RATE_LIMIT_POLICY, budget.policyHeader())
                .header(Headers.RATE_LIMIT, budget.stateHeader()));
      }
    };
  }
}
