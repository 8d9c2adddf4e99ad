package dev.paylink.merchant.signin;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import org.jdbi.v3.core.Jdbi;

/**
 * Guards every call of a merchant's users. A call that changes something must not come from another
 * site, and needs a signed-in user whose role allows it; what matters needs a {@link Guard} too.
 * Every route is made by a method below, so none goes unguarded.
 */
public final class MerchantCalls {
  private final MerchantSessions sessions;
  private final SameOrigin sameOrigin;
  private final ChangeRules rules;
  private final RequestLimiter limiter;

  public MerchantCalls(
      MerchantSessions sessions,
      BaseUrl baseUrl,
      Jdbi jdbi,
      ConfirmEmail confirmEmail,
      RequestLimiter limiter) {
    this.sessions = sessions;
    this.sameOrigin = new SameOrigin(baseUrl);
    this.rules = new ChangeRules(jdbi, confirmEmail, limiter);
    this.limiter = limiter;
  }

  /** Answers somebody who is signed in. */
  @FunctionalInterface
  public interface Call {
    Answer handle(Request request, SignedIn signedIn);
  }

  /** Makes a route that only reads, for every signed-in user. */
  public Handler reading(Call call) {
    return request -> call.handle(request, sessions.require(request, Role.viewer));
  }

  /** Makes a route that changes something, for this role and those above it. */
  public Handler changing(Role role, Call call) {
    return changing(role, Guard.NONE, call);
  }

  /** Makes a route that changes something, for this role and those above it, behind a guard. */
  public Handler changing(Role role, Guard guard, Call call) {
    return sameOrigin.only(
        request ->
            call.handle(request, guard.require(admitted(sessions.require(request, role), false))));
  }

  /** Returns the guard of calls that servers make too, which change something for this role. */
  public SharedCalls shared(Role role) {
    return new SharedCalls() {
      @Override
      public Handler reading(SharedCalls.Call call) {
        return MerchantCalls.this.reading(call::handle);
      }

      @Override
      public Handler changing(Guard guard, SharedCalls.Call call) {
        return MerchantCalls.this.changing(role, guard, call::handle);
      }
    };
  }

  /**
   * Makes a route that changes something, also before an owner has proven an address: the profile,
   * the company details, or the user's own security.
   */
  public Handler changingUnproven(Role role, Guard guard, Call call) {
    return sameOrigin.only(
        request ->
            call.handle(request, guard.require(admitted(sessions.require(request, role), true))));
  }

  /** Makes a route that reads, also for somebody who has to set up a second factor first. */
  public Handler readingToSetUp(Call call) {
    return request -> call.handle(request, sessions.requireSession(request));
  }

  /** Makes a route by which somebody sets up a second factor, whatever the role. */
  public Handler settingUp(Guard guard, Call call) {
    return sameOrigin.only(
        request ->
            call.handle(request, guard.require(admitted(sessions.requireSession(request), true))));
  }

  /**
   * Returns the user, whose change is taken from the budgets. Refuses with 429 one too many, with
   * 403 one that needs a proven address.
   *
   * @param unproven whether the change is open to a merchant without a proven address
   */
  public SignedIn admitted(SignedIn signedIn, boolean unproven) {
    if (unproven) {
      rules.admitUnproven(signedIn);
    } else {
      rules.admit(signedIn);
    }
    return signedIn;
  }

  /** Tells whether somebody of this merchant asks. */
  public boolean isOf(MerchantId merchant, Request request) {
    SignedIn signedIn = sessions.find(request);
    return signedIn != null && signedIn.merchantId().equals(merchant);
  }

  /** Makes a route that signs somebody in or out. */
  public Handler atTheDoor(Handler handler) {
    return request -> {
      requireAtTheDoor(request);
      return handler.handle(request);
    };
  }

  /**
   * Refuses with 403 when the request says that it comes from another site, with 429 too many from
   * one address.
   */
  public void requireAtTheDoor(Request request) {
    sameOrigin.require(request);
    limiter.require(Limit.DOOR_CALLS, request.source());
  }
}
