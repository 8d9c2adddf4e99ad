package dev.paylink.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import java.security.Provider;

/**
 * Makes verifiers of ES256 signatures. Bouncy Castle does the arithmetic: on processors without
 * P-256 instructions in the JDK it takes an eighth of the JDK's time, and every poll pays it.
 */
final class Es256 {
  private static final Provider PROVIDER = new BouncyCastleEs256();

  private Es256() {}

  static JWSVerifier verifier(ECKey key) throws JOSEException {
    ECDSAVerifier verifier = new ECDSAVerifier(key.toECPublicKey(PROVIDER));
    verifier.getJCAContext().setProvider(PROVIDER);
    return verifier;
  }

  /**
   * Only what ES256 needs of Bouncy Castle, for us alone. Its own provider makes ready some hundred
   * algorithms, which took a fifth of a start.
   */
  private static final class BouncyCastleEs256 extends Provider {
    private static final long serialVersionUID = 1;
    private static final String CLASSES = "org.bouncycastle.jcajce.provider.asymmetric.ec.";

    BouncyCastleEs256() {
      super("BouncyCastleEs256", "1", "ES256 of Bouncy Castle");
      put("KeyFactory.EC", CLASSES + "KeyFactorySpi$EC");
      put("Signature.SHA256withECDSA", CLASSES + "SignatureSpi$ecDSA256");
    }
  }
}
