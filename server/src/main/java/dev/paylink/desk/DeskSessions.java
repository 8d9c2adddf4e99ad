package dev.paylink.desk;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.KnownDevices;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.platform.Outage;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the token of an operator's session in a cookie that no script can read and that no other
 * site's request carries.
 */
final class DeskSessions {
  /** The cookie by which a browser is known; it opens nothing. */
  private static final String DEVICE_COOKIE = "paylink_desk_device";

  private final OperatorSessions sessions;
  private final String cookieName;
  private final String cookieAttributes;

  /**
   * Prepares the cookie.
   *
   * @param secure whether the listener uses TLS, so that the cookie may require it
   */
  DeskSessions(OperatorSessions sessions, boolean secure) {
    this.sessions = sessions;
    // Not __Host-: such a cookie is sent to every path, and so to the public listener of the same
    // host.
    this.cookieName = secure ? "__Secure-paylink-desk" : "paylink_desk";
    this.cookieAttributes =
        "; Path="
            + DeskPaths.HOME.to()
            + "; HttpOnly; SameSite=Strict"
            + (secure ? "; Secure" : "");
  }

  /** Returns the {@code Set-Cookie} value that stores the token. */
  String cookie(Secret token) {
    return cookieName
        + '='
        + token.reveal()
        + "; Max-Age="
        + OperatorSessions.LIFETIME.toSeconds()
        + cookieAttributes;
  }

  /** Returns the {@code Set-Cookie} value by which the browser is known from now on. */
  String deviceCookie(Secret device) {
    return DEVICE_COOKIE
        + '='
        + device.reveal()
        + "; Max-Age="
        + KnownDevices.LIFETIME.toSeconds()
        + cookieAttributes;
  }

  /** Returns the {@code Set-Cookie} value that makes the browser forget its session. */
  String clearedCookie() {
    return cookieName + "=; Max-Age=0" + cookieAttributes;
  }

  /**
   * Returns the session of this request, or null if there is none, or none that this node knows
   * while the database is down: the admin token still opens one then.
   */
  OperatorSessions.@Nullable Session find(Request request) {
    String token = request.cookie(cookieName);
    return token == null
        ? null
        : DeskDoor.unlessOutage(() -> sessions.find(token, request.source()));
  }

  /** Ends the session of this request, if there is one, on every node. */
  void end(Request request) {
    String token = request.cookie(cookieName);
    OperatorSessions.Session session =
        token == null ? null : sessions.find(token, request.source());
    if (token != null && session != null) {
      sessions.signOut(session.operator(), token);
    }
  }

  /** Ends the browser's earlier session when a new one begins; an outage does not keep it out. */
  void endEarlier(Request request) {
    try {
      end(request);
    } catch (RuntimeException e) {
      if (!Outage.isBehind(e)) {
        throw e;
      }
    }
  }

  /** Returns the sender of a request that may begin a session. */
  static Visitor visitor(Request request) {
    String device = request.cookie(DEVICE_COOKIE);
    return new Visitor(
        request.source(),
        request.header(Headers.USER_AGENT),
        null,
        device == null ? null : new Secret(device));
  }
}
