package dev.paylink.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jwt.SignedJWT;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * Checks a DPoP proof by itself and against its request, as section 4.3 of RFC 9449 requires.
 * {@link UsedProofs} keeps the state needed to accept a proof only once.
 */
final class ProofVerifier {
  static final String ALGORITHMS = "ES256 EdDSA";

  /**
   * How far {@code iat} may be from our clock: enough for a slow network and for clocks set by NTP,
   * and short, because each used proof is remembered for that long. A page whose clock is wrong is
   * told our time.
   */
  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final int MAX_JTI = 256;
  private static final int MAX_VERIFIERS = 4096; // several KB each
  private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");

  private final InstantSource clock;

  /**
   * Verifiers by thumbprint: the values a verifier precomputes for its key halve the cost of the
   * next poll.
   */
  private final Cache<String, JWSVerifier> verifiers =
      Caffeine.newBuilder()
          .maximumSize(MAX_VERIFIERS)
          .expireAfterAccess(SessionTokens.LIFETIME)
          .build();

  ProofVerifier(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Returns the verified proof, or throws a refusal.
   *
   * @param tokenHash the required {@code ath}; null if the request carries no token
   */
  Proof verify(String compact, String method, String uri, @Nullable String tokenHash) {
    @Nullable SignedJWT jwt = CompactJwt.parse(compact);
    if (jwt == null) {
      throw refused("it is not a signed JWT with only a public key in jwk");
    }
    String thumbprint = checkedKey(jwt);
    @Nullable Map<String, Object> claims = jwt.getPayload().toJSONObject();
    if (claims == null) {
      throw refused("its payload is not a JSON object");
    }
    String jti = text(claims, "jti");
    if (jti.isEmpty() || jti.length() > MAX_JTI) {
      throw refused("jti must have 1 to " + MAX_JTI + " characters");
    }
    if (!text(claims, "htm").equals(method)) {
      throw refused("htm must be " + method);
    }
    checkTarget(text(claims, "htu"), uri);
    checkAge(claims.get("iat"));
    if (tokenHash != null && !text(claims, "ath").equals(tokenHash)) {
      throw refused("ath must be the base64url SHA-256 of the session token");
    }
    return new Proof(thumbprint, jti);
  }

  /** Returns the thumbprint of the key after checking type, algorithm and signature. */
  private String checkedKey(SignedJWT jwt) {
    JWSHeader header = jwt.getHeader();
    if (!TYPE.equals(header.getType())) {
      throw refused("typ must be dpop+jwt");
    }
    if (header.getCriticalParams() != null) {
      throw refused("crit names an extension that is not supported");
    }
    if (!isPair(header.getAlgorithm(), header.getJWK())) {
      throw refused("alg must be one of " + ALGORITHMS + ", with a public key for it in jwk");
    }
    try {
      String thumbprint = header.getJWK().computeThumbprint().toString();
      JWSVerifier verifier = verifier(header.getJWK(), thumbprint);
      if (!jwt.verify(verifier)) {
        throw refused("its signature does not match the key in jwk");
      }
      verifiers.put(thumbprint, verifier);
      return thumbprint;
    } catch (JOSEException e) {
      throw refused("its signature cannot be verified with the key in jwk");
    }
  }

  /**
   * Returns whether the key fits the algorithm. Parsing has already refused private and symmetric
   * keys, and points off the P-256 curve.
   */
  private static boolean isPair(JWSAlgorithm algorithm, @Nullable JWK key) {
    return switch (key) {
      case ECKey point ->
          algorithm.equals(JWSAlgorithm.ES256) && point.getCurve().equals(Curve.P_256);
      case OctetKeyPair pair ->
          algorithm.equals(JWSAlgorithm.EdDSA) && pair.getCurve().equals(Curve.Ed25519);
      case null, default -> false;
    };
  }

  private JWSVerifier verifier(JWK key, String thumbprint) throws JOSEException {
    JWSVerifier known = verifiers.getIfPresent(thumbprint);
    if (known != null) {
      return known;
    }
    if (key instanceof OctetKeyPair pair) {
      // Under a key of small order one signature fits every message: it would prove nothing.
      if (!Ed25519.validatePublicKeyFull(pair.getDecodedX(), 0)) {
        throw new JOSEException("a point off the curve or of small order");
      }
      return new Ed25519Verifier(pair);
    }
    return Es256.verifier(key.toECKey());
  }

  private static void checkTarget(String htu, String uri) {
    @Nullable String asked = TargetUri.normalised(htu);
    if (asked == null || !asked.equals(TargetUri.normalised(uri))) {
      throw refused("htu must be " + uri);
    }
  }

  private void checkAge(@Nullable Object iat) {
    Instant now = clock.instant();
    // As a double: no value overflows, and NaN is not near anything.
    double seconds = iat instanceof Number number ? number.doubleValue() : Double.NaN;
    if (!(Math.abs(seconds - now.toEpochMilli() / 1000.0) <= WINDOW.toSeconds())) {
      throw new Refused(
          SessionProblems.proofProblem(
                  "The DPoP proof is refused: iat must be the Unix time in seconds, within "
                      + WINDOW.toSeconds()
                      + " s of our clock")
              .with("serverTime", Timestamps.format(now)));
    }
  }

  private static String text(Map<String, Object> claims, String name) {
    if (claims.get(name) instanceof String value) {
      return value;
    }
    throw refused(name + " is missing or is not a string");
  }

  private static Refused refused(String why) {
    return SessionProblems.invalidProof("The DPoP proof is refused: " + why);
  }
}
