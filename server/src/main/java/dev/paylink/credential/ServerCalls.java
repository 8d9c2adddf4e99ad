package dev.paylink.credential;

import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.Guard;
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
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.MerchantBudget;
import dev.paylink.ratelimit.RequestLimiter;
import org.jdbi.v3.core.Jdbi;

/**
 * Guards every server-to-server call: authenticates it, charges it to the budgets of the key and of
 * its merchant, checks the key's scope, and reports the key's budget in every response, refusals
 * included.
 */
public final class ServerCalls {
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final RequestAuthenticator authenticator;
  private final RequestLimiter limiter;
  private final MerchantBudget merchants;
  private final BusyMerchants busy;

  ServerCalls(
      Jdbi jdbi,
      RequestAuthenticator authenticator,
      RequestLimiter limiter,
      MerchantBudget merchants,
      BusyMerchants busy) {
    this.jdbi = jdbi;
    this.authenticator = authenticator;
    this.limiter = limiter;
    this.merchants = merchants;
    this.busy = busy;
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

  /** Wraps a signed call that no key of a frozen account makes. */
  public Handler guardThawed(KeyScope scope, Call call) {
    return guard(
        scope,
        Signature.REQUIRED,
        (request, caller) -> {
          requireThawed(caller);
          return call.handle(request, caller);
        });
  }

  private void requireThawed(Caller caller) {
    jdbi.useHandle(handle -> freezes.requireThawed(handle, RealmId.of(caller.merchantId())));
  }

  /** Wraps a call that a payer may make too, so that a key needs no scope for it. */
  public Handler guardForAnyScope(Signature signature, Call call) {
    return guard(signature, call);
  }

  /** Returns the guard of calls that people make too, and that only read. */
  public SharedCalls shared(KeyScope reading) {
    return shared(reading, reading);
  }

  /**
   * Returns the guard of calls that people make too. A signature stands for the proof that a person
   * gives; a frozen account stops both.
   */
  public SharedCalls shared(KeyScope reading, KeyScope changing) {
    return new SharedCalls() {
      @Override
      public Handler reading(SharedCalls.Call call) {
        return guard(
            reading,
            Signature.OPTIONAL,
            (request, caller) -> call.handle(request, KeyActing.of(request, caller)));
      }

      @Override
      public Handler changing(Guard guard, SharedCalls.Call call) {
        return guard(
            changing,
            Signature.REQUIRED,
            (request, caller) -> {
              limiter.require(Limit.CHANGES_A_DAY, caller.merchantId());
              if (guard.needsThawed()) {
                requireThawed(caller);
              }
              return call.handle(request, KeyActing.of(request, caller));
            });
      }
    };
  }

  private Handler guard(Signature signature, Call call) {
    return request -> {
      Caller caller = authenticator.authenticate(request, signature);
      busy.count(caller.merchantId());
      Budget budget = limiter.take(caller.keyId().toString(), caller.limit());
      try {
        if (!budget.allowed()) {
          throw new Refused(
              Problem.tooMany(
                  "RATE_LIMITED",
                  Message.of("key.budget", budget.limit()),
                  budget.retryAfterSeconds()));
        }
        long wait = merchants.take(caller.merchantId());
        if (wait > 0) {
          throw new Refused(
              Problem.tooMany(
                  "RATE_LIMITED", Message.of("merchant.budget", merchants.perMinute()), wait));
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
