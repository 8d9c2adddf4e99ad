package dev.paylink.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import java.text.ParseException;
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
   * and short, because each used proof is remembered for that long. A page whose clock is wrong
   * gets our time.
   */
  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final int MAX_JTI = 256;
  private static final int MAX_KEYS = 4096; // several KB each
  private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");

  private final InstantSource clock;

  /**
   * Keys by the header that carries them, as it was sent: a page sends the same one with each poll,
   * so only its first proof pays for reading and checking the key.
   */
  private final Cache<String, ProofKey> keys =
      Caffeine.newBuilder().maximumSize(MAX_KEYS).expireAfterAccess(SessionTokens.LIFETIME).build();

  ProofVerifier(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Returns the verified proof, or throws a refusal.
   *
   * @param tokenHash the required {@code ath}; null if the request carries no token
   */
  Proof verify(String compact, String method, String uri, @Nullable String tokenHash) {
    @Nullable CompactJwt jwt = CompactJwt.split(compact);
    if (jwt == null) {
      throw notSigned();
    }
    String thumbprint = checkedKey(jwt).thumbprint();
    @Nullable Map<String, Object> claims = new Payload(new Base64URL(jwt.payload())).toJSONObject();
    if (claims == null) {
      throw refused(Message.of("proof.payload"));
    }
    String jti = text(claims, "jti");
    if (jti.isEmpty() || jti.length() > MAX_JTI) {
      throw refused(Message.of("proof.jti", MAX_JTI));
    }
    if (!text(claims, "htm").equals(method)) {
      throw refused(Message.of("proof.htm", method));
    }
    checkTarget(text(claims, "htu"), uri);
    checkAge(claims.get("iat"));
    if (tokenHash != null && !text(claims, "ath").equals(tokenHash)) {
      throw refused(Message.of("proof.ath"));
    }
    return new Proof(thumbprint, jti);
  }

  /** Returns the key in the header after checking type, algorithm and signature. */
  private ProofKey checkedKey(CompactJwt jwt) {
    ProofKey known = keys.getIfPresent(jwt.header());
    try {
      ProofKey key = known == null ? key(jwt.header()) : known;
      if (!key.hasSigned(jwt)) {
        throw refused(Message.of("proof.othersignature"));
      }
      if (known == null) {
        keys.put(jwt.header(), key);
      }
      return key;
    } catch (JOSEException e) {
      throw refused(Message.of("proof.unverifiable"));
    }
  }

  private static ProofKey key(String encodedHeader) throws JOSEException {
    JWSHeader header = header(encodedHeader);
    if (!TYPE.equals(header.getType())) {
      throw refused(Message.of("proof.typ"));
    }
    if (header.getCriticalParams() != null) {
      throw refused(Message.of("proof.crit"));
    }
    JWK key = header.getJWK();
    if (!isPair(header.getAlgorithm(), key)) {
      throw refused(Message.of("proof.alg", ALGORITHMS));
    }
    return new ProofKey(header, key.computeThumbprint().toString(), verifier(key));
  }

  private static JWSHeader header(String encoded) {
    try {
      return JWSHeader.parse(new Base64URL(encoded));
    } catch (ParseException | RuntimeException e) { // anything a parser throws on hostile bytes
      throw notSigned();
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

  private static JWSVerifier verifier(JWK key) throws JOSEException {
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
      throw refused(Message.of("proof.htu", uri));
    }
  }

  private void checkAge(@Nullable Object iat) {
    Instant now = clock.instant();
    // As a double: no value overflows, and NaN is not near anything.
    double seconds = iat instanceof Number number ? number.doubleValue() : Double.NaN;
    if (!(Math.abs(seconds - now.toEpochMilli() / 1000.0) <= WINDOW.toSeconds())) {
      throw refused(Message.of("proof.iat", WINDOW.toSeconds()))
          .with("serverTime", Timestamps.format(now));
    }
  }

  private static String text(Map<String, Object> claims, String name) {
    if (claims.get(name) instanceof String value) {
      return value;
    }
    throw refused(Message.of("proof.claim", name));
  }

  private static Rejection notSigned() {
    return refused(Message.of("proof.notsigned"));
  }

  private static Rejection refused(Message why) {
    return new Rejection(SessionError.INVALID_DPOP_PROOF, Message.of("proof.refused", why));
  }

  /** The public key in a proof's header, ready to verify. */
  private record ProofKey(JWSHeader header, String thumbprint, JWSVerifier verifier) {
    boolean hasSigned(CompactJwt jwt) throws JOSEException {
      return verifier.verify(header, jwt.signed(), new Base64URL(jwt.signature()));
    }
  }
}
