package dev.paylink.sdk.explain;

import dev.paylink.sdk.RequestSigner;
import org.jspecify.annotations.Nullable;

/** A signed request as somebody describes it, by its headers and its body. */
public final class SignedCall {
  private final String method;
  private final String target;
  private final String timestamp;
  private final @Nullable String idempotencyKey;
  private final byte[] body;
  private final String signature;

  /**
   * @param target path and query, as on the request line
   * @param idempotencyKey the value of {@code X-Idempotency-Key}; null if it was not sent
   * @param signature empty if the request is not signed yet
   */
  public SignedCall(
      String method,
      String target,
      String timestamp,
      @Nullable String idempotencyKey,
      byte[] body,
      String signature) {
    this.method = method;
    this.target = target;
    this.timestamp = timestamp;
    this.idempotencyKey = idempotencyKey;
    this.body = body;
    this.signature = signature;
  }

  /** Returns the string to sign. */
  public String canonical() {
    return canonical(method, target, timestamp, body);
  }

  /** Returns the hash of the body, as it stands in the string to sign. */
  public String bodyHash() {
    return RequestSigner.hex(RequestSigner.sha256(body));
  }

  public String signature() {
    return signature;
  }

  /** Returns the string that these parts would give, with the idempotency key of this request. */
  String canonical(String otherMethod, String otherTarget, String otherTime, byte[] otherBody) {
    return RequestSigner.canonical(otherMethod, otherTarget, otherTime, otherBody, idempotencyKey);
  }

  /** Returns the string that this request would give if it had no idempotency key. */
  String canonicalWithoutKey() {
    return RequestSigner.canonical(method, target, timestamp, body, null);
  }

  String method() {
    return method;
  }

  String target() {
    return target;
  }

  String timestamp() {
    return timestamp;
  }

  byte[] body() {
    return body;
  }
}
