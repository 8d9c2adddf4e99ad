package dev.paylink.sdk.explain;

import dev.paylink.sdk.RequestSigner;

/** A signed request as somebody describes it, by its headers and its body. */
public final class SignedCall {
  private final String method;
  private final String target;
  private final String timestamp;
  private final String version;
  private final String idempotencyKey;
  private final byte[] body;
  private final String signature;

  /**
   * @param target path and query, as on the request line
   * @param version the value of {@code X-Signature-Version}; empty if it was not sent
   * @param idempotencyKey empty if there is none
   * @param signature empty if the request is not signed yet
   */
  public SignedCall(
      String method,
      String target,
      String timestamp,
      String version,
      String idempotencyKey,
      byte[] body,
      String signature) {
    this.method = method;
    this.target = target;
    this.timestamp = timestamp;
    this.version = version;
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

  /** Returns the string that these parts would give, in the version of this request. */
  String canonical(String otherMethod, String otherTarget, String otherTime, byte[] otherBody) {
    return isSecondVersion()
        ? RequestSigner.canonical(otherMethod, otherTarget, otherTime, otherBody, idempotencyKey)
        : RequestSigner.canonical(otherMethod, otherTarget, otherTime, otherBody);
  }

  /** Tells whether the signature covers the idempotency key. */
  boolean isSecondVersion() {
    return version.equals("2");
  }

  boolean hasKnownVersion() {
    return version.isEmpty() || version.equals("1") || isSecondVersion();
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

  String idempotencyKey() {
    return idempotencyKey;
  }

  byte[] body() {
    return body;
  }
}
