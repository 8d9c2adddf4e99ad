package dev.paylink.sdk;

import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The merchant's key and secret, which leave this class only as headers of a signed request:
 * neither occurs in {@code toString} or in the message of an exception.
 */
final class Credentials {
  // Checked here, since the JDK's own error about a bad header value quotes the value. The usual
  // cause is a line feed left over from a file.
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  private final String apiKey;
  private final String secretKey;

  Credentials(String apiKey, String secretKey) {
    this.apiKey = token("apiKey", apiKey);
    this.secretKey = token("secretKey", secretKey);
  }

  /**
   * Adds the headers that authenticate this request at this time, the idempotency key included;
   * {@code idempotencyKey} is null when there is none.
   */
  void sign(
      HttpRequest.Builder request,
      String method,
      String target,
      Instant now,
      byte[] body,
      @Nullable String idempotencyKey) {
    String timestamp = Long.toString(now.getEpochSecond());
    String canonical = RequestSigner.canonical(method, target, timestamp, body, idempotencyKey);
    if (idempotencyKey != null) {
      request.setHeader("X-Idempotency-Key", idempotencyKey);
    }
    request
        .setHeader("Authorization", "Bearer " + apiKey)
        .setHeader("X-API-Key", apiKey)
        .setHeader("X-Secret-Key", secretKey)
        .setHeader("X-Timestamp", timestamp)
        .setHeader("X-Signature", RequestSigner.signature(secretKey, canonical));
  }

  @Override
  public String toString() {
    return "Credentials[redacted]";
  }

  private static String token(String name, String value) {
    if (!TOKEN.matcher(value).matches()) {
      throw new IllegalArgumentException(
          name + ": visible ASCII without spaces or line ends, and not empty");
    }
    return value;
  }
}
