package dev.paylink.merchant.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.KnownDevices;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the token of a user's session in a cookie that no script can read and that no other site
 * can use to change anything.
 */
public final class MerchantSessions {
  public static final Duration LIFETIME = Duration.ofDays(7);

  private final AccountSessions sessions;
  private final String cookieName;
  private final String deviceCookieName;
  private final String cookieAttributes;

  public MerchantSessions(AccountSessions sessions, BaseUrl baseUrl) {
    this.sessions = sessions;
    boolean secure = baseUrl.secure();
    // Browsers accept a __Host- cookie only with Secure, over https, for this host alone.
    this.cookieName = secure ? "__Host-paylink" : "paylink_session";
    this.deviceCookieName = secure ? "__Host-paylink-device" : "paylink_device";
    this.cookieAttributes = "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }

  /**
   * Returns the signed-in user; refuses with 401 without a session, with 403 a lower role, or
   * somebody who has to set up a second factor first.
   */
  SignedIn require(Request request, Role role) {
    return requireSession(request).requireFactor().require(role);
  }

  private static boolean hasKey(Request request) {
    return request.header(Headers.X_API_KEY) != null
        || request.header(Headers.X_SECRET_KEY) != null
        || request.header(Headers.AUTHORIZATION) != null;
  }

  /** Returns the signed-in user; refuses with 401 without a session. */
  SignedIn requireSession(Request request) {
    SignedIn signedIn = find(request);
    if (signedIn == null) {
      throw new Rejection(
          AccountError.NOT_SIGNED_IN,
          hasKey(request) ? Message.of("key.notthere") : Message.of("signinfirst"));
    }
    return signedIn;
  }

  /**
   * Returns the signed-in user, or null without a session. While the account is frozen, no session
   * of an owner counts that an identity provider opened: an attacker who changed the provider could
   * lift the freeze with it.
   */
  public @Nullable SignedIn find(Request request) {
    String token = token(request);
    AccountSession session = token == null ? null : sessions.find(token, request.source());
    if (session == null) {
      return null;
    }
    SignedIn signedIn = SignedIn.of(session);
    if (session.bySso() && signedIn.role() == Role.owner && signedIn.frozen()) {
      return null;
    }
    request.actor(signedIn.merchantId().toString());
    return signedIn;
  }

  /** Returns the sender of a request that may begin a session. */
  public Visitor visitor(Request request) {
    String token = token(request);
    String device = request.cookie(deviceCookieName);
    return new Visitor(
        request.source(),
        request.header(Headers.USER_AGENT),
        token == null ? null : new Secret(token),
        device == null ? null : new Secret(device));
  }

  /** Puts the cookies of a new session on an answer. */
  public Answer opened(Answer answer, AccountSessions.Opened opened) {
    return remembered(answer.with(Headers.SET_COOKIE, cookie(opened.token())), opened.device());
  }

  /** Puts the cookie of a browser that is known from now on on an answer. */
  public Answer remembered(Answer answer, Secret device) {
    return answer.with(
        Headers.SET_COOKIE,
        deviceCookieName
            + '='
            + device.reveal()
            + "; Max-Age="
            + KnownDevices.LIFETIME.toSeconds()
            + cookieAttributes);
  }

  /** Returns the {@code Set-Cookie} value that stores the token. */
  private String cookie(Secret token) {
    return cookieName
        + '='
        + token.reveal()
        + "; Max-Age="
        + LIFETIME.toSeconds()
        + cookieAttributes;
  }

  /** Returns the {@code Set-Cookie} value that deletes the token. */
  public String clearedCookie() {
    return cookieName + "=; Max-Age=0" + cookieAttributes;
  }

  private @Nullable String token(Request request) {
    String token = request.cookie(cookieName);
    return token != null && sessions.isToken(token) ? token : null;
  }
}
