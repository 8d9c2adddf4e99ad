package dev.paylink.dashboard.developers;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import org.jspecify.annotations.Nullable;

/**
 * A request somebody has signed, as they tell it. The secret is never stored nor logged.
 *
 * @param version the value of {@code X-Signature-Version}; empty when it was not sent
 * @param idempotencyKey empty when there is none
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

  /** Tells whether the idempotency key is part of what is signed. */
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
