package dev.paylink.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import java.security.Provider;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Makes verifiers of ES256 signatures. Bouncy Castle does the arithmetic: on processors without
 * P-256 instructions in the JDK it takes an eighth of the JDK's time, and every poll pays it.
 */
final class Es256 {
  private static final Provider PROVIDER = new BouncyCastleProvider(); // ours alone, not registered

  private Es256() {}

  static JWSVerifier verifier(ECKey key) throws JOSEException {
    ECDSAVerifier verifier = new ECDSAVerifier(key.toECPublicKey(PROVIDER));
    verifier.getJCAContext().setProvider(PROVIDER);
    return verifier;
  }
}
