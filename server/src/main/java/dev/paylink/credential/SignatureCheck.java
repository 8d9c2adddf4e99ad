package dev.paylink.credential;

import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request was signed recently with a given secret. The signature covers method,
 * target, time, the raw body, and the idempotency key if the request has one.
 */
public final class SignatureCheck {
  private static final long WINDOW_SECONDS = 300;
  private static final int HEX_LENGTH = 64;

  private final InstantSource clock;
  private final ClockOffset offset;

  /**
   * @param offset by how much the clock is known to be wrong
   */
  public SignatureCheck(InstantSource clock, ClockOffset offset) {
    this.clock = clock;
    this.offset = offset;
  }

  /** Checks like {@link #check}, for calls that are authenticated by the signature alone. */
  public void require(Request request, String secret) {
    if (request.header(Headers.X_SIGNATURE) == null) {
      throw new Rejection(CredentialError.INVALID_SIGNATURE, Message.of("signature.send"));
    }
    check(request, secret);
  }

  /** Refuses a request that has no signature, a wrong one, or one that is too old. */
  void check(Request request, String secret) {
    String timestamp = request.single(Headers.X_TIMESTAMP);
    Instant now = clock.instant();
    if (timestamp == null || !isNear(timestamp, now.getEpochSecond())) {
      throw new Rejection(CredentialError.TIMESTAMP_OUT_OF_RANGE, tooFar(timestamp, now))
          .with("serverTime", Timestamps.format(now));
    }
    String canonical =
        RequestSigner.canonical(
            request.method(),
            request.target(),
            timestamp,
            request.body(),
            request.combinedHeader(Headers.X_IDEMPOTENCY_KEY));
    byte[] expected = RequestSigner.hmacSha256(secret, canonical.getBytes(StandardCharsets.UTF_8));
    byte[] presented = hex(request.single(Headers.X_SIGNATURE));
    if (presented == null || !MessageDigest.isEqual(expected, presented)) {
      Message fault = presented == null ? unreadable(request) : Message.of("signature.differs");
      throw new Rejection(CredentialError.INVALID_SIGNATURE, Message.of("signature.wrong", fault))
          .with("canonical", canonical);
    }
  }

  /** Says whose clock is wrong: ours, if the database's agrees with the caller's. */
  private Message tooFar(@Nullable String timestamp, Instant now) {
    Duration ahead = offset.ahead();
    if (ahead != null
        && timestamp != null
        && offset.warning() != null
        && isNear(timestamp, now.minus(ahead).getEpochSecond())) {
      return Message.of("signature.ourclock", ClockOffset.wholeSeconds(ahead));
    }
    return Message.of("signature.timestamp");
  }

  /** Says why the header is no signature at all. */
  private static Message unreadable(Request request) {
    String signature = request.header(Headers.X_SIGNATURE);
    if (signature == null) {
      return Message.of("signature.missing");
    }
    if (request.isRepeated(Headers.X_SIGNATURE)) {
      return Message.of("signature.repeated");
    }
    return signature.length() == HEX_LENGTH
        ? Message.of("signature.nothex")
        : Message.of("signature.length", signature.length(), HEX_LENGTH);
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
