package dev.paylink.sdk.webhook;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A webhook's signing secret, which leaves this class only as a signature: it does not occur in
 * {@code toString} or in the message of an exception.
 *
 * <p>It is two keys in one. The service's own headers are keyed with its whole text; the headers of
 * Standard Webhooks with the decoded base64 behind {@code whsec_}.
 */
final class SigningSecret {
  /** What is said of a signature that none of the secrets made. */
  static final String WRONG =
      " is wrong; verify the raw bytes of the body as they arrived, with the secret of this webhook";

  private static final String PREFIX = "whsec_";
  private static final String OF_KEY = "sk_";
  // A line feed left over from a file would be part of the key, and nothing would ever verify.
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  private final byte[] textKey;
  private final byte @Nullable [] decodedKey;

  SigningSecret(String secret) {
    if (!TOKEN.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          "signingSecret: visible ASCII without spaces or line ends, and not empty");
    }
    if (secret.startsWith(OF_KEY)) {
      throw new IllegalArgumentException(
          "signingSecret: a secret of a webhook (whsec_…); this is the secret of an API key");
    }
    this.textKey = secret.getBytes(StandardCharsets.UTF_8);
    this.decodedKey = decoded(secret);
  }

  /** Returns the value of {@code x-service-signature}. */
  String hexSignature(byte[] body) {
    return RequestSigner.hex(RequestSigner.hmacSha256(textKey, body));
  }

  /** Returns one value in {@code webhook-signature}, or null if this secret cannot make one. */
  @Nullable String standardSignature(String id, String timestamp, byte[] body) {
    if (decodedKey == null) {
      return null;
    }
    byte[] before = (id + '.' + timestamp + '.').getBytes(StandardCharsets.UTF_8);
    byte[] mac = RequestSigner.hmacSha256(decodedKey, before, body);
    return "v1," + Base64.getEncoder().encodeToString(mac);
  }

  /** Compares in a time that does not depend on how much of {@code given} matches. */
  static boolean isOneOf(List<String> signatures, String given) {
    byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
    return signatures.stream()
        .anyMatch(right -> MessageDigest.isEqual(right.getBytes(StandardCharsets.UTF_8), bytes));
  }

  @Override
  public String toString() {
    return "SigningSecret[redacted]";
  }

  private static byte @Nullable [] decoded(String secret) {
    if (!secret.startsWith(PREFIX) || secret.length() == PREFIX.length()) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
