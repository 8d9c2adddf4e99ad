package dev.paylink.testing;

import dev.paylink.sdk.RequestSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A merchant's backend that signs as it should, and can be told to leave out or falsify any header:
 * {@link #with} and {@link #without} say what the next calls do differently.
 */
public final class SignedCalls {
  public static final String CREATE = "/sdk/server/create-payment";

  private final URI base;
  private final String apiKey;
  private final String secretKey;
  private final Map<String, String> overrides;

  public SignedCalls(URI base, String apiKey, String secretKey) {
    this(base, apiKey, secretKey, Map.of());
  }

  private SignedCalls(URI base, String apiKey, String secretKey, Map<String, String> overrides) {
    this.base = base;
    this.apiKey = apiKey;
    this.secretKey = secretKey;
    this.overrides = overrides;
  }

  /** The same, sending this header with this value; the signature stays what it would have been. */
  public SignedCalls with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(overrides);
    more.put(header, value);
    return new SignedCalls(base, apiKey, secretKey, more);
  }

  public SignedCalls without(String header) {
    return with(header, "");
  }

  public Reply create(String body) {
    return create(UUID.randomUUID().toString(), body);
  }

  public Reply create(String idempotencyKey, String body) {
    Map<String, String> headers = signed("POST", CREATE, body);
    headers.put("X-Idempotency-Key", idempotencyKey);
    return send(headers, "POST", CREATE, body);
  }

  /** A GET with key and secret only, as the interface allows. */
  public Reply get(String target) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-API-Key", apiKey);
    headers.put("X-Secret-Key", secretKey);
    return send(headers, "GET", target, "");
  }

  /** Signed, without an idempotency key; with a body or, when it is empty, without. */
  public Reply post(String target, String body) {
    return send(signed("POST", target, body), "POST", target, body);
  }

  public Reply cancel(String paymentId) {
    return post("/sdk/server/payments/" + paymentId + "/cancel", "");
  }

  public Reply status(String paymentId) {
    return get("/sdk/server/status/" + paymentId).expect(200);
  }

  public Reply getSigned(String target) {
    return send(signed("GET", target, ""), "GET", target, "");
  }

  private Map<String, String> signed(String method, String target, String body) {
    String timestamp =
        overrides.getOrDefault("X-Timestamp", Long.toString(Instant.now().getEpochSecond()));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Authorization", "Bearer " + apiKey);
    headers.put("X-API-Key", apiKey);
    headers.put("X-Secret-Key", secretKey);
    headers.put("X-Timestamp", timestamp);
    headers.put(
        "X-Signature",
        RequestSigner.signature(
            secretKey,
            RequestSigner.canonical(
                method, target, timestamp, body.getBytes(StandardCharsets.UTF_8))));
    return headers;
  }

  private Reply send(Map<String, String> headers, String method, String target, String body) {
    headers.putAll(overrides);
    Browser browser = new Browser(base);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!header.getValue().isEmpty()) {
        browser = browser.with(header.getKey(), header.getValue());
      }
    }
    return browser.send(method, target, body);
  }
}
