package dev.paylink.session;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Guards the calls of a session: they need a live token, a proof for this very request by the key
 * the token is bound to, within the token's limit, and never the same proof twice.
 */
public final class SessionCalls {
  private static final String SCHEME = "DPoP ";

  private final SessionTokens tokens;
  private final RequestProofs proofs;
  private final RequestLimiter limiter;

  SessionCalls(SessionTokens tokens, RequestProofs proofs, RequestLimiter limiter) {
    this.tokens = tokens;
    this.proofs = proofs;
    this.limiter = limiter;
  }

  /** Returns the session of this request, or throws a refusal. */
  public Session require(Request request) {
    String token = token(request);
    String tokenHash = hash(token);
    Session session = tokens.find(token, tokenHash);
    if (session == null) {
      throw new Rejection(SessionError.INVALID_SESSION, Message.of("session.invalid"));
    }
    request.actor(session.id());
    Proof proof = proofs.check(request, tokenHash);
    if (!proof.keyThumbprint().equals(session.keyThumbprint())) {
      throw new Rejection(SessionError.INVALID_SESSION, Message.of("session.otherkey"));
    }
    // After the proof: a thief of a token without its key cannot spend its budget.
    limiter.require(Limit.SESSION_CALLS, session.id());
    proofs.useUp(proof);
    return session;
  }

  private static String token(Request request) {
    @Nullable String header = request.header(Headers.AUTHORIZATION);
    if (header == null
        || request.isRepeated(Headers.AUTHORIZATION)
        || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new Rejection(SessionError.INVALID_SESSION, Message.of("session.send"));
    }
    return header.substring(SCHEME.length()).strip();
  }

  private static String hash(String token) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(RequestSigner.sha256(token.getBytes(StandardCharsets.UTF_8)));
  }
}
