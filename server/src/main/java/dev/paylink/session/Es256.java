package dev.paylink.session;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import java.security.Provider;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

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
    return aws.getLoadingError() == null ? aws : new BouncyCastleProvider();
  }
}
