package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;

/**
 * Stands before every call of a merchant's users: what changes something comes from no other site,
 * from somebody who is signed in, in a role that may. There is no way to make a route without
 * saying which.
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

  /** A call that changes something: for this role and those above it. */
  public Handler changing(Role role, Call call) {
    return sameOrigin.only(request -> call.handle(request, sessions.require(request, role)));
  }

  /** A call of somebody who signs in with it, or out. */
  public Handler atTheDoor(Handler handler) {
    return sameOrigin.only(handler);
  }

  /** Refuses with 403 when the request says that it comes from another site. */
  public void requireSameOrigin(Request request) {
    sameOrigin.require(request);
  }
}
