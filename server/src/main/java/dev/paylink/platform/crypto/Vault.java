package dev.paylink.platform.crypto;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.util.SecretBytes;
import dev.paylink.sdk.RequestSigner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Encrypts values that must be read again but never be in the database in clear (AES-256-GCM). A
 * value sealed for one context opens for no other, so a value moved to another row is useless.
 *
 * <p>The first master secret seals, all of them open: each sealed value begins with the id of its
 * key, and that id is derived from the master secret alone, so every node finds the same one.
 */
public final class Vault {
  // One master secret, two derived values: the id is stored in clear and must reveal nothing.
  private static final String KEY_LABEL = "paylink vault: key";
  private static final String ID_LABEL = "paylink vault: key id";

  private final Aead aead;
  private final byte[] currentPrefix;
  private final int keys;

  public Vault(List<Secret> masterSecrets) {
    if (masterSecrets.isEmpty()) {
      throw new IllegalArgumentException("a vault needs a master secret");
    }
    try {
      List<Secret> distinct = masterSecrets.stream().distinct().toList();
      AesGcmKey current = key(distinct.getFirst());
      KeysetHandle.Builder keyset =
          KeysetHandle.newBuilder().addEntry(KeysetHandle.importKey(current).makePrimary());
      for (Secret older : distinct.subList(1, distinct.size())) {
        keyset.addEntry(KeysetHandle.importKey(key(older)));
      }
      // Not from Tink's global registry: nothing to register first, nothing created lazily.
      this.aead = keyset.build().getPrimitive(AeadConfig2026.get(), Aead.class);
      this.currentPrefix = current.getOutputPrefix().toByteArray();
      this.keys = distinct.size();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make keys of the master secrets", e);
    }
  }

  /**
   * Seals the plaintext; {@code context} names its place, is not secret and is needed to open it.
   */
  public byte[] seal(byte[] plaintext, String context) {
    try {
      return aead.encrypt(plaintext, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot encrypt for " + context, e);
    }
  }

  /** Returns the plaintext; throws if none of the master secrets sealed it for this context. */
  public byte[] open(byte[] sealed, String context) {
    try {
      return aead.decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) { // its message does not help, so it is not passed on
      throw new IllegalStateException(
          "cannot decrypt "
              + context
              + ": the encryption key has changed, or the stored value was altered; if you have the"
              + " earlier key, add it to encryption.key, behind the first");
    }
  }

  /** Returns true if there are old master secrets: some values may need to be sealed again. */
  public boolean hasOlderKeys() {
    return keys > 1;
  }

  /** Returns the prefix of every value that the first master secret has sealed. */
  public byte[] currentPrefix() {
    return currentPrefix.clone();
  }

  @AccessesPartialKey // the key's bytes are derived here, so it is made of its parts
  private static AesGcmKey key(Secret master) throws GeneralSecurityException {
    return AesGcmKey.builder()
        .setParameters(PredefinedAeadParameters.AES256_GCM)
        .setKeyBytes(
            SecretBytes.copyFrom(derived(master, KEY_LABEL), InsecureSecretKeyAccess.get()))
        .setIdRequirement(ByteBuffer.wrap(derived(master, ID_LABEL)).getInt())
        .build();
  }

  private static byte[] derived(Secret master, String label) {
    return RequestSigner.hmacSha256(master.reveal(), label.getBytes(StandardCharsets.UTF_8));
  }
}
