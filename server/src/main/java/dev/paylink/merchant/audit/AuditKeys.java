package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Vault;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Signs heads of the audit log with an Ed25519 key (RFC 8032). The key is made at the first start
 * and kept in the database, encrypted. A node that cannot open it makes another one.
 */
public final class AuditKeys {
  private static final String ALGORITHM = "Ed25519";
  private static final int PUBLIC_BYTES = 32;

  /** What an Ed25519 key begins with in its X.509 form (RFC 8410); the 32 bytes follow. */
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final List<byte[]> publicKeys;
  private final byte[] publicKey;
  private final PrivateKey privateKey;

  public AuditKeys(Jdbi jdbi, Vault vault) {
    AuditKeyStore store = new AuditKeyStore(vault);
    List<AuditKeyStore.Kept> keys = jdbi.inTransaction(handle -> load(handle, store));
    AuditKeyStore.Kept own =
        keys.stream().filter(key -> key.privateKey() != null).findFirst().orElseThrow();
    this.publicKeys = keys.stream().map(AuditKeyStore.Kept::publicKey).toList();
    this.publicKey = own.publicKey();
    this.privateKey = privateKey(own);
  }

  /** Returns the public keys of all heads ever signed, youngest first, in base64url. */
  public List<String> published() {
    return publicKeys.stream()
        .map(Base64.getUrlEncoder().withoutPadding()::encodeToString)
        .toList();
  }

  /** Signs the head of a trail as it is now. */
  SignedHead sign(MerchantId merchantId, long number, byte[] hash) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS);
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(privateKey);
      signature.update(AuditTrail.signed(merchantId, number, hash, at));
      return new SignedHead(merchantId, number, hash, at, publicKey, signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign the audit log of " + merchantId, e);
    }
  }

  /** Tells whether the key that a head names has signed it. */
  static boolean isValid(SignedHead head) {
    try {
      byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + PUBLIC_BYTES);
      System.arraycopy(head.publicKey(), 0, encoded, X509_PREFIX.length, PUBLIC_BYTES);
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
      signature.update(
          AuditTrail.signed(head.merchantId(), head.number(), head.hash(), head.signedAt()));
      return signature.verify(head.signature());
    } catch (GeneralSecurityException | IndexOutOfBoundsException e) {
      return false; // no key, or no signature
    }
  }

  private static List<AuditKeyStore.Kept> load(Handle handle, AuditKeyStore store) {
    List<AuditKeyStore.Kept> keys = store.all(handle);
    if (keys.stream().anyMatch(key -> key.privateKey() != null)) {
      return keys;
    }
    store.lock(handle);
    keys = store.all(handle);
    if (keys.stream().noneMatch(key -> key.privateKey() != null)) { // nobody was faster
      KeyPair made = newKey();
      byte[] encoded = made.getPublic().getEncoded();
      store.insert(
          handle,
          Arrays.copyOfRange(encoded, X509_PREFIX.length, encoded.length),
          made.getPrivate().getEncoded());
    }
    return store.all(handle);
  }

  private static KeyPair newKey() {
    try {
      return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Ed25519 is part of every JDK", e);
    }
  }

  private static PrivateKey privateKey(AuditKeyStore.Kept key) {
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePrivate(new PKCS8EncodedKeySpec(key.privateKey()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the stored key of the audit log is no Ed25519 key", e);
    }
  }
}
