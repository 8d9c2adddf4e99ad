package dev.paylink.platform.crypto;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/** Proves that a private key belongs to a public one, by a signature. */
public final class KeyProof {
  private static final byte[] SAMPLE = {1, 2, 3, 4, 5, 6, 7, 8};

  private KeyProof() {}

  /** Fails unless the keys are a pair. */
  public static void require(PrivateKey privateKey, PublicKey publicKey)
      throws GeneralSecurityException {
    if (!privateKey.getAlgorithm().equals(publicKey.getAlgorithm())) {
      throw new SignatureException("the key is not the certificate's");
    }
    Signature signature = Signature.getInstance(algorithm(privateKey.getAlgorithm()));
    signature.initSign(privateKey);
    signature.update(SAMPLE);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(SAMPLE);
    if (!signature.verify(signed)) {
      throw new SignatureException("the key is not the certificate's");
    }
  }

  private static String algorithm(String ofKey) {
    return switch (ofKey) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> ofKey; // EdDSA is both
    };
  }
}
