package dev.paylink.session;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a code for a session token that is bound to the key of the proof. A proof that is
 * refused leaves the code as it was.
 */
final class ExchangeCode {
  private static final int MAX_CODE = 255;

  private final SessionCodes codes;
  private final SessionTokens tokens;
  private final RequestProofs proofs;
  private final RequestLimiter limiter;

  ExchangeCode(
      SessionCodes codes, SessionTokens tokens, RequestProofs proofs, RequestLimiter limiter) {
    this.codes = codes;
    this.tokens = tokens;
    this.proofs = proofs;
    this.limiter = limiter;
  }

  Answer handle(Request request) {
    limiter.require(Limit.NEW_SESSIONS, request.source());
    String code = code(request.jsonBody());
    Proof proof = proofs.check(request, null);
    if (!codes.isLive(code)) {
      throw invalidCode();
    }
    proofs.useUp(proof);
    @Nullable Grant grant = codes.redeem(code);
    if (grant == null) { // another caller was faster
      throw invalidCode();
    }
    return answer(tokens.sign(grant, proof.keyThumbprint()), grant);
  }

  private static String code(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("code"));
    return fields.require(fields.requiredText("code", MAX_CODE));
  }

  private static Rejection invalidCode() {
    return new Rejection(SessionError.INVALID_SESSION, Message.of("session.code"));
  }

  private static Answer answer(String token, Grant grant) {
    return Answer.ok(
            Json.object()
                .put("sessionToken", token)
                .put("tokenType", "DPoP")
                .put("expiresIn", SessionTokens.LIFETIME.toSeconds())
                .put("paymentId", grant.paymentId().toString())
                .bytes())
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
