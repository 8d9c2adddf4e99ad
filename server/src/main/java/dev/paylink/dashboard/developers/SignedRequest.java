package dev.paylink.dashboard.developers;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import org.jspecify.annotations.Nullable;

/**
 * A signed request as somebody describes it. The secret is neither stored nor logged.
 *
 * @param version the value of {@code X-Signature-Version}; empty if it was not sent
 * @param idempotencyKey empty if there is none
 */
record SignedRequest(
    String method,
    String target,
    String timestamp,
    String version,
    String idempotencyKey,
    byte[] body,
    String signature,
    @Nullable Secret secret) {

  /** Tells whether the signature covers the idempotency key. */
  boolean isSecondVersion() {
    return version.equals("2");
  }

  boolean hasKnownVersion() {
    return version.isEmpty() || version.equals("1") || isSecondVersion();
  }

  /** Returns the string to sign. */
  String canonical() {
    return canonical(method, target, timestamp, body);
  }

  /** Returns the string that these parts would give, in this request's version. */
  String canonical(
      String otherMethod, String otherTarget, String otherTimestamp, byte[] otherBody) {
    return isSecondVersion()
        ? RequestSigner.canonical(
            otherMethod, otherTarget, otherTimestamp, otherBody, idempotencyKey)
        : RequestSigner.canonical(otherMethod, otherTarget, otherTimestamp, otherBody);
  }
}
