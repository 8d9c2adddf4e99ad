package dev.paylink.testing;

import dev.paylink.sdk.RequestSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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
  private final Signing signing;

  /**
   * How the signature is made.
   *
   * @param key which idempotency key is signed, of the one that is sent; null is none
   */
  private record Signing(UnaryOperator<@Nullable String> key, UnaryOperator<String> falsified) {}

  public SignedCalls(URI base, String apiKey, String secretKey) {
    this(
        base,
        apiKey,
        secretKey,
        Map.of(),
        new Signing(UnaryOperator.identity(), UnaryOperator.identity()));
  }

  private SignedCalls(
      URI base, String apiKey, String secretKey, Map<String, String> overrides, Signing signing) {
    this.base = base;
    this.apiKey = apiKey;
    this.secretKey = secretKey;
    this.overrides = overrides;
    this.signing = signing;
  }

  /**
   * The same, sending this header with this value. The signature stays what it would have been, but
   * covers the timestamp and the idempotency key that are sent.
   */
  public SignedCalls with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(overrides);
    more.put(header, value);
    return new SignedCalls(base, apiKey, secretKey, more, signing);
  }

  /** The same, sending the signature as this changes it. */
  public SignedCalls falsifying(UnaryOperator<String> signature) {
    return signing(new Signing(signing.key, signature));
  }

  /** The same, signing this idempotency key whichever is sent; null is none. */
  public SignedCalls signing(@Nullable String idempotencyKey) {
    return signing(new Signing(sent -> idempotencyKey, signing.falsified));
  }

  private SignedCalls signing(Signing other) {
    return new SignedCalls(base, apiKey, secretKey, overrides, other);
  }

  public SignedCalls without(String header) {
    return with(header, "");
  }

  public Reply create(String body) {
    return create(UUID.randomUUID().toString(), body);
  }

  public Reply create(String idempotencyKey, String body) {
    Map<String, String> headers = signed("POST", CREATE, body, idempotencyKey);
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
    return send(signed("POST", target, body, ""), "POST", target, body);
  }

  /** Signed as {@link #post} is, with any method. */
  public Reply send(String method, String target, String body) {
    return send(signed(method, target, body, ""), method, target, body);
  }

  /** A new payment's id. */
  public String payment(String body) {
    return create(body).expect(200).text("paymentId");
  }

  /** Lets something happen on a sandbox's chain, to {@code payments/…} or {@code refunds/…}. */
  public Reply simulate(String what, String outcome) {
    return post("/sandbox/" + what + "/simulate", "{\"outcome\":\"" + outcome + "\"}");
  }

  /** Lets time pass in a sandbox. */
  public Reply advance(long seconds) {
    return post("/sandbox/clock", "{\"advanceSeconds\":" + seconds + "}");
  }

  public Reply cancel(String paymentId) {
    return post("/sdk/server/payments/" + paymentId + "/cancel", "");
  }

  public Reply status(String paymentId) {
    return get("/sdk/server/status/" + paymentId).expect(200);
  }

  public Reply getSigned(String target) {
    return send(signed("GET", target, "", ""), "GET", target, "");
  }

  private Map<String, String> signed(String method, String target, String body, String key) {
    String timestamp =
        overrides.getOrDefault("X-Timestamp", Long.toString(Instant.now().getEpochSecond()));
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String sentKey = overrides.getOrDefault("X-Idempotency-Key", key);
    String signedKey = signing.key.apply(sentKey.isEmpty() ? null : sentKey);
    String canonical = RequestSigner.canonical(method, target, timestamp, bytes, signedKey);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Authorization", "Bearer " + apiKey);
    headers.put("X-API-Key", apiKey);
    headers.put("X-Secret-Key", secretKey);
    headers.put("X-Timestamp", timestamp);
    headers.put(
        "X-Signature", signing.falsified.apply(RequestSigner.signature(secretKey, canonical)));
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
