package dev.paylink.platform.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.util.Set;

/**
 * Checks ID tokens: signed by a key of this provider with an asymmetric algorithm, from this
 * issuer, for this client, of this sign-in, and not expired.
 */
final class IdTokens {
  private static final Logger LOG = System.getLogger(IdTokens.class.getName());

  /** Neither none nor a shared secret, which a public key could be taken for. */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384);

  private final Providers providers;

  IdTokens(Providers providers) {
    this.providers = providers;
  }

  JWTClaimsSet check(OidcClient client, String nonce, String token) {
    try {
      SignedJWT signed = SignedJWT.parse(token);
      Providers.Provider provider =
          providers.findWithKey(client.issuer(), signed.getHeader().getKeyID());
      JWTClaimsSet claims = processor(provider, client, nonce).process(signed, null);
      // A claim can be there and be null, which the library takes for one that is there.
      if (claims.getExpirationTime() == null
          || claims.getIssueTime() == null
          || claims.getSubject() == null
          || claims.getSubject().isBlank()) {
        throw new ProviderFailure("the ID token does not say whose it is, or until when");
      }
      Object party = claims.getClaim("azp");
      if (party == null ? claims.getAudience().size() > 1 : !party.equals(client.clientId())) {
        throw new ProviderFailure("the ID token is for another client");
      }
      return claims;
    } catch (ParseException | BadJOSEException | JOSEException e) {
      // Its words are for the log: they repeat what a stranger may have written.
      LOG.log(Level.INFO, "an ID token of {0} is refused: {1}", client.issuer(), e.getMessage());
      throw new ProviderFailure("the identity provider's ID token is not acceptable");
    }
  }

  private static DefaultJWTProcessor<SecurityContext> processor(
      Providers.Provider provider, OidcClient client, String nonce) {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(provider.keys())));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            client.clientId(),
            new JWTClaimsSet.Builder().issuer(client.issuer()).claim("nonce", nonce).build(),
            Set.of("sub", "iat", "exp")));
    return processor;
  }
}
