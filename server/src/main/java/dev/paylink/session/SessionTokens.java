package dev.paylink.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.crypto.RandomToken;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Signs session tokens and reads them without asking the database: the JWT says which payment may
 * be read, by the holder of which key, until when. A verified token is remembered by its hash, so
 * that the polls of a page cost one signature check each, not two.
 */
final class SessionTokens {
  static final Duration LIFETIME = Duration.ofMinutes(15);

  /** The JWT type of session tokens. */
  private static final JOSEObjectType TYPE = new JOSEObjectType("session+jwt");

  private static final String PAYMENT_CLAIM = "payment";
  private static final String CONFIRMATION_CLAIM = "cnf";
  private static final String THUMBPRINT_MEMBER = "jkt";
  private static final int ID_BYTES = 12;
  private static final int MAX_REMEMBERED = 100_000;

  private final SessionKeys keys;
  private final String issuer;
  private final InstantSource clock;
  private final Cache<String, Session> verified =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(LIFETIME).build();

  SessionTokens(SessionKeys keys, String issuer, InstantSource clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.clock = clock;
  }

  /** Returns a token for the grant, bound to the key with this thumbprint. */
  String sign(Grant grant, String keyThumbprint) {
    KeyRing ring = keys.ring();
    Instant now = clock.instant();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256).type(TYPE).keyID(ring.signingId()).build();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .subject(grant.userId())
            .claim(PAYMENT_CLAIM, grant.paymentId().toString())
            .claim(CONFIRMATION_CLAIM, Map.of(THUMBPRINT_MEMBER, keyThumbprint))
            .jwtID(RandomToken.base64Url(ID_BYTES))
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)))
            .build();
    SignedJWT token = new SignedJWT(header, claims);
    try {
      token.sign(ring.signer());
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign a session token", e);
    }
    return token.serialize();
  }

  /** Returns the session of a token; null if the token is not ours or has expired. */
  @Nullable Session find(String token, String tokenHash) {
    Session known = verified.getIfPresent(tokenHash);
    Session session = known == null ? read(token) : known;
    if (session == null || !session.expiresAt().isAfter(clock.instant())) {
      return null;
    }
    if (known == null) {
      verified.put(tokenHash, session);
    }
    return session;
  }

  private @Nullable Session read(String token) {
    @Nullable SignedJWT jwt = CompactJwt.parse(token);
    try {
      return jwt != null && isOurs(jwt) ? session(jwt.getJWTClaimsSet()) : null;
    } catch (ParseException | JOSEException e) {
      return null;
    }
  }

  private boolean isOurs(SignedJWT jwt) throws JOSEException, ParseException {
    JWSHeader header = jwt.getHeader();
    String kid = header.getKeyID();
    JWSVerifier verifier =
        kid != null
                && TYPE.equals(header.getType())
                && JWSAlgorithm.ES256.equals(header.getAlgorithm())
            ? keys.verifier(kid)
            : null;
    return verifier != null
        && jwt.verify(verifier)
        && issuer.equals(jwt.getJWTClaimsSet().getIssuer());
  }

  private static @Nullable Session session(JWTClaimsSet claims) throws ParseException {
    @Nullable PaymentId paymentId = PaymentId.parse(claims.getStringClaim(PAYMENT_CLAIM));
    Map<String, Object> confirmation = claims.getJSONObjectClaim(CONFIRMATION_CLAIM);
    return paymentId != null && confirmation.get(THUMBPRINT_MEMBER) instanceof String thumbprint
        ? new Session(
            claims.getJWTID(), paymentId, thumbprint, claims.getExpirationTime().toInstant())
        : null;
  }
}
