package dev.paylink.merchant.signin;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The signed-in browsers. A cookie holds 256 random bits that no script can read and no other site
 * can use to change anything; only their hash is stored, so a stolen database opens no session.
 * Signing in always makes a new token and ends the session that was presented: nobody can be talked
 * into a session that somebody else knows.
 */
public final class MerchantSessions {
  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final int TOKEN_BYTES = 32;
  private static final int TOKEN_CHARACTERS = 43;

  private final SessionStore store = new SessionStore();
  private final DeviceStore devices = new DeviceStore();
  private final Jdbi jdbi;
  private final String cookieName;
  private final String cookieAttributes;

  public MerchantSessions(Jdbi jdbi, BaseUrl baseUrl) {
    this.jdbi = jdbi;
    boolean secure = baseUrl.secure();
    // Browsers take a __Host- cookie only with Secure, over https, for this very host.
    this.cookieName = secure ? "__Host-paylink" : "paylink_session";
    this.cookieAttributes = "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }

  /** A session that has just begun; the token belongs into a cookie only. */
  public record Opened(SessionId id, Secret token, boolean fromNewDevice) {}

  /** Returns who sent this request; 401 without a session, 403 when the role is not enough. */
  SignedIn require(Request request, Role role) {
    SignedIn signedIn = find(request);
    if (signedIn == null) {
      throw new Refused(Problem.unauthorized("NOT_SIGNED_IN", "Sign in first"));
    }
    return signedIn.require(role);
  }

  /** Returns who sent this request, or null without a session. */
  public @Nullable SignedIn find(Request request) {
    String token = token(request);
    SignedIn signedIn =
        token == null
            ? null
            : jdbi.withHandle(handle -> store.find(handle, hash(token), request.source()));
    if (signedIn != null) {
      request.actor(signedIn.merchantId().toString());
    }
    return signedIn;
  }

  /** Returns who sent this request, for signing in. */
  public Visitor visitor(Request request) {
    String token = token(request);
    return new Visitor(
        request.source(),
        request.header(Headers.USER_AGENT),
        token == null ? null : new Secret(token));
  }

  /** Begins a session within the caller's transaction, and ends the visitor's last one. */
  public Opened open(Handle handle, MerchantId merchantId, UserId userId, Visitor visitor) {
    Secret presented = visitor.presentedToken();
    if (presented != null) {
      store.delete(handle, hash(presented.reveal()));
    }
    SessionId id = SessionId.next();
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    store.insert(handle, id, hash(token.reveal()), merchantId, userId, visitor, LIFETIME);
    return new Opened(id, token, devices.isNew(handle, merchantId, userId, visitor));
  }

  /** The {@code Set-Cookie} value that keeps the token. */
  public String cookie(Secret token) {
    return cookieName
        + '='
        + token.reveal()
        + "; Max-Age="
        + LIFETIME.toSeconds()
        + cookieAttributes;
  }

  /** The {@code Set-Cookie} value that makes the browser forget the token. */
  public String clearedCookie() {
    return cookieName + "=; Max-Age=0" + cookieAttributes;
  }

  private @Nullable String token(Request request) {
    String header = request.header(Headers.COOKIE);
    if (header == null) {
      return null;
    }
    for (String pair : header.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equals(cookieName)) {
        String token = pair.substring(equals + 1).strip();
        return token.length() == TOKEN_CHARACTERS ? token : null;
      }
    }
    return null;
  }

  private static byte[] hash(String token) {
    return RequestSigner.sha256(token.getBytes(StandardCharsets.UTF_8));
  }
}
