package dev.paylink.credential;

import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.sdk.RequestSigner;
import io.helidon.http.HeaderName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request was signed recently with a given secret. The signature covers method,
 * target, time and the raw body; in version 2 also the idempotency key.
 */
public final class SignatureCheck {
  /** The version that signs four lines. The second version signs a fifth: the idempotency key. */
  static final int FIRST_VERSION = 1;

  static final int SECOND_VERSION = 2;

  private static final int UNKNOWN_VERSION = 0;
  private static final long WINDOW_SECONDS = 300;
  private static final int HEX_LENGTH = 64;

  private final InstantSource clock;

  public SignatureCheck(InstantSource clock) {
    this.clock = clock;
  }

  /** Checks like {@link #check}, for calls that are authenticated by the signature alone. */
  public void require(Request request, String secret) {
    if (request.header(Headers.X_SIGNATURE) == null) {
      throw new Refused(
          Problem.unauthorized(
              "INVALID_SIGNATURE", "Send X-Timestamp and X-Signature; this call must be signed"));
    }
    check(request, secret, FIRST_VERSION);
  }

  /**
   * Refuses a request that has no signature, a wrong one, or one that is too old.
   *
   * @param leastVersion the lowest version that this sender's signatures must have
   */
  void check(Request request, String secret, int leastVersion) {
    String timestamp = single(request, Headers.X_TIMESTAMP);
    Instant now = clock.instant();
    if (timestamp == null || !isNear(timestamp, now.getEpochSecond())) {
      throw new Refused(
          Problem.unauthorized(
                  "TIMESTAMP_OUT_OF_RANGE",
                  "X-Timestamp must be the Unix time in seconds, within 300 s of our clock")
              .with("serverTime", Timestamps.format(now)));
    }
    int version = version(request);
    if (version == UNKNOWN_VERSION) {
      throw new Refused(
          invalid("X-Signature-Version must be 1 or 2, sent once; without it, version 1 counts"));
    }
    if (version < leastVersion) {
      throw new Refused(
          invalid(
                  "This key requires X-Signature-Version: 2; sign the canonical string shown here,"
                      + " which ends with the idempotency key")
              .with("canonical", canonical(request, timestamp, leastVersion)));
    }
    String canonical = canonical(request, timestamp, version);
    byte[] expected = RequestSigner.hmacSha256(secret, canonical.getBytes(StandardCharsets.UTF_8));
    byte[] presented = hex(single(request, Headers.X_SIGNATURE));
    if (presented == null || !MessageDigest.isEqual(expected, presented)) {
      String fault = presented == null ? unreadable(request) : "X-Signature is wrong";
      throw new Refused(
          invalid(
                  fault
                      + "; send the hex HMAC-SHA256 of the canonical string shown here, keyed with"
                      + " the secret")
              .with("canonical", canonical));
    }
  }

  /** Says why the header is no signature at all. */
  private static String unreadable(Request request) {
    String signature = request.header(Headers.X_SIGNATURE);
    if (signature == null) {
      return "X-Signature is missing";
    }
    if (request.isRepeated(Headers.X_SIGNATURE)) {
      return "X-Signature is sent more than once";
    }
    return signature.length() == HEX_LENGTH
        ? "X-Signature has characters that are not hexadecimal digits"
        : "X-Signature has %d characters instead of %d hexadecimal digits"
            .formatted(signature.length(), HEX_LENGTH);
  }

  private static Problem invalid(String detail) {
    return Problem.unauthorized("INVALID_SIGNATURE", detail);
  }

  private static int version(Request request) {
    String stated = request.header(Headers.X_SIGNATURE_VERSION);
    if (stated == null) {
      return FIRST_VERSION;
    }
    if (request.isRepeated(Headers.X_SIGNATURE_VERSION)) {
      return UNKNOWN_VERSION;
    }
    return switch (stated) {
      case "1" -> FIRST_VERSION;
      case "2" -> SECOND_VERSION;
      default -> UNKNOWN_VERSION;
    };
  }

  private static String canonical(Request request, String timestamp, int version) {
    String method = request.method();
    String target = request.target();
    if (version == FIRST_VERSION) {
      return RequestSigner.canonical(method, target, timestamp, request.body());
    }
    String key = request.header(Headers.X_IDEMPOTENCY_KEY);
    return RequestSigner.canonical(
        method, target, timestamp, request.body(), key == null ? "" : key);
  }

  private static @Nullable String single(Request request, HeaderName name) {
    return request.isRepeated(name) ? null : request.header(name);
  }

  private static boolean isNear(String timestamp, long nowSeconds) {
    if (timestamp.isEmpty() || timestamp.length() > 12) {
      return false;
    }
    for (int i = 0; i < timestamp.length(); i++) {
      if (timestamp.charAt(i) < '0' || timestamp.charAt(i) > '9') {
        return false;
      }
    }
    return Math.abs(Long.parseLong(timestamp) - nowSeconds) <= WINDOW_SECONDS;
  }

  private static byte @Nullable [] hex(@Nullable String text) {
    if (text == null || text.length() != HEX_LENGTH) {
      return null;
    }
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
