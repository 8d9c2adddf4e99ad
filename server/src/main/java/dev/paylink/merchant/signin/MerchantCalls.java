package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;

/**
 * Guards every call of a merchant's users. A call that changes something must not come from another
 * site, and needs a signed-in user whose role allows it; what matters needs a {@link Guard} too.
 * Every route is made by a method below, so none goes unguarded.
 */
public final class MerchantCalls {
  private final MerchantSessions sessions;
  private final SameOrigin sameOrigin;

  public MerchantCalls(MerchantSessions sessions, BaseUrl baseUrl) {
    this.sessions = sessions;
    this.sameOrigin = new SameOrigin(baseUrl);
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
        request -> call.handle(request, guard.require(sessions.require(request, role))));
  }

  /** Makes a route that reads, also for somebody who has to set up a second factor first. */
  public Handler readingToSetUp(Call call) {
    return request -> call.handle(request, sessions.requireSession(request));
  }

  /** Makes a route by which somebody sets up a second factor, whatever the role. */
  public Handler settingUp(Guard guard, Call call) {
    return sameOrigin.only(
        request -> call.handle(request, guard.require(sessions.requireSession(request))));
  }

  /** Makes a route that signs somebody in or out. */
  public Handler atTheDoor(Handler handler) {
    return sameOrigin.only(handler);
  }

  /** Refuses with 403 when the request says that it comes from another site. */
  public void requireSameOrigin(Request request) {
    sameOrigin.require(request);
  }
}
