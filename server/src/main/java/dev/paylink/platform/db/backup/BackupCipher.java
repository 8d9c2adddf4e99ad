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
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Encrypts a whole backup in segments of one megabyte (AES-256-GCM with HKDF): a changed, missing
 * or moved segment, and a cut end, do not decrypt. Before them the key is named, so that a wrong
 * key and damaged bytes are told apart.
 */
public final class BackupCipher {
  private static final String LABEL = "paylink backup: key";
  private static final String ID_LABEL = "paylink backup: id of the key";
  private static final int ID_BYTES = 8;

  private final StreamingAead aead;
  private final byte[] id; // reveals nothing of the key

  public BackupCipher(Secret key) {
    this.id = Arrays.copyOf(hmac(key, ID_LABEL), ID_BYTES);
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
    out.write(header(id));
    try {
      return aead.newEncryptingStream(out, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot encrypt the backup", e);
    }
  }

  /**
   * Decrypts; refuses another key and a damaged beginning before the first byte is returned.
   *
   * @throws BackupFault if the key is another one, or the bytes are
   */
  public InputStream decrypting(InputStream in, String context) throws IOException {
    try {
      requireOurs(in.readNBytes(header(id).length));
      InputStream decrypted =
          new BufferedInputStream(
              new Decrypted(
                  aead.newDecryptingStream(in, context.getBytes(StandardCharsets.UTF_8))));
      decrypted.mark(1);
      decrypted.read();
      decrypted.reset();
      return decrypted;
    } catch (IOException e) {
      in.close();
      throw e;
    } catch (GeneralSecurityException e) {
      in.close();
      throw new IllegalStateException("cannot decrypt the backup", e);
    }
  }

  private void requireOurs(byte[] header) throws BackupFault {
    byte[] found = Arrays.copyOf(header, ID_BYTES);
    if (!Arrays.equals(header, header(found))) {
      throw BackupFault.damaged("the backup is damaged: its beginning is not as it was written");
    }
    if (!Arrays.equals(found, id)) {
      HexFormat hex = HexFormat.of();
      throw BackupFault.ofKey(
          "backup.key is not the key of this backup, which was encrypted with key %s; yours is key %s"
              .formatted(hex.formatHex(found), hex.formatHex(id)));
    }
  }

  /** Returns the id of a key with its checksum: a changed id is no other key. */
  private static byte[] header(byte[] id) {
    CRC32 checksum = new CRC32();
    checksum.update(id);
    return ByteBuffer.allocate(ID_BYTES + Integer.BYTES)
        .put(id)
        .putInt((int) checksum.getValue())
        .array();
  }

  private static byte[] hmac(Secret key, String label) {
    return RequestSigner.hmacSha256(key.reveal(), label.getBytes(StandardCharsets.UTF_8));
  }

  /** What the right key does not decrypt is damaged. */
  private static final class Decrypted extends FilterInputStream {
    Decrypted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        throw BackupFault.damaged(
            "the backup is damaged: not all of it decrypts, although backup.key is right", e);
      }
    }
  }

  @AccessesPartialKey // the key's bytes are derived here, so it is made of its parts
  private static AesGcmHkdfStreamingKey derived(Secret key) throws GeneralSecurityException {
    return AesGcmHkdfStreamingKey.create(
        PredefinedStreamingAeadParameters.AES256_GCM_HKDF_1MB,
        SecretBytes.copyFrom(hmac(key, LABEL), InsecureSecretKeyAccess.get()));
  }
}
