package dev.paylink.session;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import java.security.Provider;

/**
 * Makes verifiers of ES256 signatures; every poll of a session pays for one. AWS-LC does the
 * arithmetic where its native library loads, else Bouncy Castle: the JDK takes several times as
 * long.
 */
final class Es256 {
  static final Provider PROVIDER = provider(); // ours alone, not registered

  private Es256() {}

  static JWSVerifier verifier(ECKey key) throws JOSEException {
    return verifier(key, PROVIDER);
  }

  static JWSVerifier verifier(ECKey key, Provider provider) throws JOSEException {
    ECDSAVerifier verifier = new ECDSAVerifier(key.toECPublicKey(provider));
    verifier.getJCAContext().setProvider(provider);
    return verifier;
  }

  private static Provider provider() {
    AmazonCorrettoCryptoProvider aws = AmazonCorrettoCryptoProvider.INSTANCE;
    return aws.getLoadingError() == null ? aws : new BouncyCastleEs256();
  }

  /**
   * Only what ES256 needs of Bouncy Castle. Its own provider makes ready some hundred algorithms,
   * which took a fifth of a start.
   */
  static final class BouncyCastleEs256 extends Provider {
    private static final long serialVersionUID = 1;
    private static final String CLASSES = "org.bouncycastle.jcajce.provider.asymmetric.ec.";

    BouncyCastleEs256() {
      super("BouncyCastleEs256", "1", "ES256 of Bouncy Castle");
      put("KeyFactory.EC", CLASSES + "KeyFactorySpi$EC");
      put("Signature.SHA256withECDSA", CLASSES + "SignatureSpi$ecDSA256");
    }
  }
}
