package dev.paylink.platform.db.backup;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.streamingaead.AesGcmHkdfStreamingKey;
import com.google.crypto.tink.streamingaead.PredefinedStreamingAeadParameters;
import com.google.crypto.tink.streamingaead.StreamingAeadConfig2026;
import com.google.crypto.tink.util.SecretBytes;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/**
 * Encrypts a whole backup in segments of one megabyte (AES-256-GCM with HKDF): a changed, missing
 * or moved segment, and a cut end, do not decrypt.
 */
public final class BackupCipher {
  private static final String LABEL = "paylink backup: key";

  private final StreamingAead aead;

  public BackupCipher(Secret key) {
    try {
      this.aead =
          KeysetHandle.newBuilder()
              .addEntry(KeysetHandle.importKey(derived(key)).withRandomId().makePrimary())
              .build()
              .getPrimitive(StreamingAeadConfig2026.get(), StreamingAead.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make a key of backup.key", e);
    }
  }

  /** Encrypts for one purpose only; under another context it does not decrypt. */
  public OutputStream encrypting(OutputStream out, String context) throws IOException {
    try {
      return aead.newEncryptingStream(out, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot encrypt the backup", e);
    }
  }

  /** Decrypts; refuses another key before the first byte is returned. */
  public InputStream decrypting(InputStream in, String context) throws IOException {
    try {
      InputStream decrypted =
          new BufferedInputStream(
              aead.newDecryptingStream(in, context.getBytes(StandardCharsets.UTF_8)));
      decrypted.mark(1);
      decrypted.read();
      decrypted.reset();
      return decrypted;
    } catch (IOException | GeneralSecurityException e) {
      in.close();
      throw new IOException(
          "the backup cannot be decrypted: it has another backup.key, or is damaged", e);
    }
  }

  @AccessesPartialKey // the key's bytes are derived here, so it is made of its parts
  private static AesGcmHkdfStreamingKey derived(Secret key) throws GeneralSecurityException {
    return AesGcmHkdfStreamingKey.create(
        PredefinedStreamingAeadParameters.AES256_GCM_HKDF_1MB,
        SecretBytes.copyFrom(
            RequestSigner.hmacSha256(key.reveal(), LABEL.getBytes(StandardCharsets.UTF_8)),
            InsecureSecretKeyAccess.get()));
  }
}
