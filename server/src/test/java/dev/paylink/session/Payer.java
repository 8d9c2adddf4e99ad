package dev.paylink.session;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.net.URI;

/** A payer's page with a key of its own: opens a session and polls, as it should or as told. */
final class Payer {
  static final String OPEN = "/sdk/session";

  private final URI address;
  private final URI base;
  private final TestKey key;

  Payer(URI base, TestKey key) {
    this(base, base, key);
  }

  /** Calls the node at {@code address}; proofs are for the base URL that all nodes share. */
  Payer(URI address, URI base, TestKey key) {
    this.address = address;
    this.base = base;
    this.key = key;
  }

  static String newPayment(SignedCalls calls) {
    return calls
        .create("{\"amount\":\"5.00\",\"reference\":\"order-7\",\"metadata\":{\"a\":\"b\"}}")
        .expect(200)
        .text("paymentId");
  }

  static String newCode(SignedCalls calls, String paymentId) {
    return calls
        .post("/sdk/server/sessions", "{\"paymentId\":\"" + paymentId + "\"}")
        .expect(200)
        .text("code");
  }

  String uri(String path) {
    return base + path;
  }

  TestProof openProof() {
    return new TestProof(key, "POST", uri(OPEN));
  }

  Reply open(String code) {
    return open(code, openProof().sign());
  }

  Reply open(String code, String proof) {
    return new Browser(address).with("DPoP", proof).post(OPEN, "{\"code\":\"" + code + "\"}");
  }

  TestProof pollProof(String paymentId, String token) {
    return new TestProof(key, "GET", uri("/sdk/status/" + paymentId)).forToken(token);
  }

  Reply poll(String paymentId, String token) {
    return poll(paymentId, token, pollProof(paymentId, token).sign());
  }

  Reply poll(String paymentId, String token, String proof) {
    return new Browser(address)
        .with("Authorization", "DPoP " + token)
        .with("DPoP", proof)
        .get("/sdk/status/" + paymentId);
  }
}
