package dev.paylink.session;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key pair of a payer's page, made and used with the JDK alone. */
record TestKey(String algorithm, Map<String, Object> jwk, PrivateKey privateKey, String signature) {
  static TestKey es256() {
    return ec("ES256", "secp256r1", "P-256", 32, "SHA256withECDSAinP1363Format");
  }

  static TestKey es384() {
    return ec("ES384", "secp384r1", "P-384", 48, "SHA384withECDSAinP1363Format");
  }

  static TestKey ed25519() {
    return edwards("Ed25519", 32);
  }

  static TestKey ed448() {
    return edwards("Ed448", 57);
  }

  static TestKey rs256() {
    KeyPair pair = generate("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4));
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("kty", "RSA");
    jwk.put("n", base64(unsigned(key.getModulus(), 256)));
    jwk.put("e", base64(key.getPublicExponent().toByteArray()));
    return new TestKey("RS256", jwk, pair.getPrivate(), "SHA256withRSA");
  }

  /** The key as a JWK that gives away its private part. */
  Map<String, Object> privateJwk() {
    Map<String, Object> whole = new LinkedHashMap<>(jwk);
    whole.put("d", base64(unsigned(((ECPrivateKey) privateKey).getS(), 32)));
    return whole;
  }

  byte[] sign(byte[] input) {
    try {
      Signature signer = Signature.getInstance(signature);
      signer.initSign(privateKey);
      signer.update(input);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static TestKey ec(
      String algorithm, String curve, String curveName, int length, String signature) {
    KeyPair pair = generate("EC", new ECGenParameterSpec(curve));
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("kty", "EC");
    jwk.put("crv", curveName);
    jwk.put("x", base64(unsigned(key.getW().getAffineX(), length)));
    jwk.put("y", base64(unsigned(key.getW().getAffineY(), length)));
    return new TestKey(algorithm, jwk, pair.getPrivate(), signature);
  }

  private static TestKey edwards(String curve, int length) {
    KeyPair pair = generate(curve, null);
    byte[] encoded = pair.getPublic().getEncoded();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("kty", "OKP");
    jwk.put("crv", curve);
    jwk.put("x", base64(Arrays.copyOfRange(encoded, encoded.length - length, encoded.length)));
    return new TestKey("EdDSA", jwk, pair.getPrivate(), curve);
  }

  private static KeyPair generate(String kind, @Nullable AlgorithmParameterSpec parameters) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      if (parameters != null) {
        generator.initialize(parameters);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] unsigned(BigInteger value, int length) {
    byte[] bytes = value.toByteArray();
    byte[] fixed = new byte[length];
    int copied = Math.min(bytes.length, length);
    System.arraycopy(bytes, bytes.length - copied, fixed, length - copied, copied);
    return fixed;
  }
}
