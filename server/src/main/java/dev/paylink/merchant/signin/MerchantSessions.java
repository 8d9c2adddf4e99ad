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
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Opens and finds the sessions of browsers. A cookie holds 256 random bits that no script can read
 * and no other site can use to change anything; only their hash is stored, so a stolen database
 * opens no session. Signing in always makes a new token and ends the browser's earlier session, so
 * nobody can plant a session that they know.
 */
public final class MerchantSessions {
  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final int TOKEN_BYTES = 32;
  private static final int TOKEN_CHARACTERS = 43;

  private final SessionStore store = new SessionStore();
  private final DeviceStore devices = new DeviceStore();
  private final Jdbi jdbi;
  private final Duration fresh;
  private final String cookieName;
  private final String cookieAttributes;

  /**
   * Prepares the sessions.
   *
   * @param fresh how long a proof of the person counts
   */
  public MerchantSessions(Jdbi jdbi, BaseUrl baseUrl, Duration fresh) {
    this.jdbi = jdbi;
    this.fresh = fresh;
    boolean secure = baseUrl.secure();
    // Browsers accept a __Host- cookie only with Secure, over https, for this host alone.
    this.cookieName = secure ? "__Host-paylink" : "paylink_session";
    this.cookieAttributes = "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }

  /** A new session; its token belongs in a cookie only. */
  public record Opened(SessionId id, Secret token, boolean fromNewDevice) {}

  /**
   * Returns the signed-in user; refuses with 401 without a session, with 403 a lower role, or
   * somebody who has to set up a second factor first.
   */
  SignedIn require(Request request, Role role) {
    return requireSession(request).requireFactor().require(role);
  }

  /** Returns the signed-in user; refuses with 401 without a session. */
  SignedIn requireSession(Request request) {
    SignedIn signedIn = find(request);
    if (signedIn == null) {
      throw notSignedIn();
    }
    return signedIn;
  }

  static Refused notSignedIn() {
    return new Refused(Problem.unauthorized("NOT_SIGNED_IN", "Sign in first"));
  }

  /** Returns the signed-in user, or null without a session. */
  public @Nullable SignedIn find(Request request) {
    String token = token(request);
    SignedIn signedIn =
        token == null
            ? null
            : jdbi.withHandle(handle -> store.find(handle, hash(token), request.source(), fresh));
    if (signedIn != null) {
      request.actor(signedIn.merchantId().toString());
    }
    return signedIn;
  }

  /** Returns the sender of a request that may begin a session. */
  public Visitor visitor(Request request) {
    String token = token(request);
    return new Visitor(
        request.source(),
        request.header(Headers.USER_AGENT),
        token == null ? null : new Secret(token));
  }

  /** Begins a session within the caller's transaction, and ends the visitor's last one. */
  public Opened open(Handle handle, MerchantId merchantId, UserId userId, Visitor visitor) {
    return open(handle, merchantId, userId, visitor, SignInWay.OWN);
  }

  Opened open(Handle handle, MerchantId merchantId, UserId userId, Visitor visitor, SignInWay way) {
    Secret presented = visitor.presentedToken();
    if (presented != null) {
      store.delete(handle, hash(presented.reveal()));
    }
    SessionId id = SessionId.next();
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    store.insert(handle, id, hash(token.reveal()), merchantId, userId, visitor, way, LIFETIME);
    return new Opened(id, token, devices.isNew(handle, merchantId, userId, visitor));
  }

  /**
   * Notes that the person behind this session was proven now. Returns until when that counts, or
   * null when the session has ended.
   */
  @Nullable Instant prove(Handle handle, SignedIn signedIn) {
    Instant proven = store.prove(handle, signedIn);
    return proven == null ? null : proven.plus(fresh);
  }

  /** Ends all sessions of the user's merchant that an identity provider opened, except this one. */
  public void endBySso(Handle handle, SignedIn signedIn) {
    store.deleteBySso(handle, signedIn.merchantId(), signedIn.sessionId());
  }

  /** Returns the {@code Set-Cookie} value that stores the token. */
  public String cookie(Secret token) {
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
    return token != null && token.length() == TOKEN_CHARACTERS ? token : null;
  }

  private static byte[] hash(String token) {
    return RequestSigner.sha256(token.getBytes(StandardCharsets.UTF_8));
  }
}
