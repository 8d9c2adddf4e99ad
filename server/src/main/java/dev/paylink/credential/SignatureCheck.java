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
 * Checks that a request was signed with a secret, lately: the signature binds method, target, time
 * and the raw body.
 */
public final class SignatureCheck {
  private static final long WINDOW_SECONDS = 300;

  private final InstantSource clock;

  public SignatureCheck(InstantSource clock) {
    this.clock = clock;
  }

  /** As {@link #check}, for calls that prove their sender by the signature alone. */
  public void require(Request request, String secret) {
    if (request.header(Headers.X_SIGNATURE) == null) {
      throw new Refused(
          Problem.unauthorized(
              "INVALID_SIGNATURE", "Send X-Timestamp and X-Signature; this call must be signed"));
    }
    check(request, secret);
  }

  /** Refuses what is not signed, signed otherwise, or signed too long ago. */
  void check(Request request, String secret) {
    String timestamp = single(request, Headers.X_TIMESTAMP);
    Instant now = clock.instant();
    if (timestamp == null || !isNear(timestamp, now.getEpochSecond())) {
      throw new Refused(
          Problem.unauthorized(
                  "TIMESTAMP_OUT_OF_RANGE",
                  "X-Timestamp must be the Unix time in seconds, within 300 s of our clock")
              .with("serverTime", Timestamps.format(now)));
    }
    String canonical =
        RequestSigner.canonical(request.method(), request.target(), timestamp, request.body());
    byte[] expected = RequestSigner.hmacSha256(secret, canonical.getBytes(StandardCharsets.UTF_8));
    byte[] presented = hex(single(request, Headers.X_SIGNATURE));
    if (presented == null || !MessageDigest.isEqual(expected, presented)) {
      throw new Refused(
          Problem.unauthorized(
                  "INVALID_SIGNATURE",
                  "X-Signature must be the hex HMAC-SHA256 of the canonical string shown here,"
                      + " keyed with the secret")
              .with("canonical", canonical));
    }
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
    if (text == null || text.length() != 64) {
      return null;
    }
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
