package dev.paylink.sdk;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs a request to the service, and is the only place where the canonical string is composed: the
 * service itself verifies with this class, and {@code api/vectors.json} pins both.
 *
 * <p>The canonical string is {@code METHOD \n PATH[?QUERY] \n TIMESTAMP \n hex(SHA-256(raw body))}:
 * four lines, no line feed at the end, the target exactly as it stands on the request line. The
 * value of {@code X-Idempotency-Key} is a fifth line, exactly when the request has that header. The
 * signature is the hexadecimal HMAC-SHA256 of it, keyed with the UTF-8 bytes of the secret key.
 */
public final class RequestSigner {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private RequestSigner() {}

  /**
   * Returns the string to sign.
   *
   * @param target the raw path with its query
   * @param body may be empty
   * @param idempotencyKey the value of {@code X-Idempotency-Key}; null if the request does not have
   *     that header
   */
  public static String canonical(
      String method,
      String target,
      String timestamp,
      byte[] body,
      @Nullable String idempotencyKey) {
    String four = method + '\n' + target + '\n' + timestamp + '\n' + hex(sha256(body));
    return idempotencyKey == null ? four : four + '\n' + idempotencyKey;
  }

  /** Returns the value of the {@code X-Signature} header. */
  public static String signature(String secretKey, String canonical) {
    return hex(hmacSha256(secretKey, canonical.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the bytes as hexadecimal digits in lower case. */
  public static String hex(byte[] bytes) {
    byte[] digits = new byte[2 * bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      digits[2 * i] = DIGITS[(bytes[i] >> 4) & 0xf];
      digits[2 * i + 1] = DIGITS[bytes[i] & 0xf];
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  /** Returns HMAC-SHA256 keyed with the UTF-8 bytes of {@code secret}. */
  public static byte[] hmacSha256(String secret, byte[] message) {
    return hmacSha256(secret.getBytes(StandardCharsets.UTF_8), message);
  }

  /** Returns HMAC-SHA256 over all parts, one after the other as if they were one. */
  public static byte[] hmacSha256(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA256 is required of every Java platform", e);
    }
  }

  /**
   * Returns SHA-256, which is the same for the client's body hash and the service's own
   * fingerprints.
   */
  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is required of every Java platform", e);
    }
  }
}
