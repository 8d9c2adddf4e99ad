package dev.paylink.testing;

import dev.paylink.sdk.RequestSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The smart-contract component: it signs what it reports, and can be told to leave out or falsify
 * any header.
 */
public final class Callback {
  public static final String TARGET = "/internal/events";
  private static final String PAYOUTS = "/internal/payouts";

  private final URI base;
  private final String secret;
  private final Map<String, String> overrides;

  Callback(URI base, String secret) {
    this(base, secret, Map.of());
  }

  private Callback(URI base, String secret, Map<String, String> overrides) {
    this.base = base;
    this.secret = secret;
    this.overrides = overrides;
  }

  /** The same, sending this header with this value; a given time is signed, too. */
  public Callback with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(overrides);
    more.put(header, value);
    return new Callback(base, secret, more);
  }

  public Callback without(String header) {
    return with(header, "");
  }

  public Callback withSecret(String other) {
    return new Callback(base, other, overrides);
  }

  /** An outcome under a name of its own, that tells no more than it must. */
  public Reply report(String type, String paymentId) {
    return report(UUID.randomUUID().toString(), type, paymentId);
  }

  public Reply report(String eventRef, String type, String paymentId) {
    return send(body(eventRef, type, paymentId, ""));
  }

  /** As {@link #report}, with more members, such as {@code "reason":"reorg"}. */
  public Reply reportWith(String type, String paymentId, String members) {
    return send(body(UUID.randomUUID().toString(), type, paymentId, "," + members));
  }

  public Reply send(String body) {
    return send(body, body);
  }

  /** A report about a payout. */
  public Reply payout(String body) {
    return send(PAYOUTS, body, body);
  }

  /** Signs one body and sends another. */
  public Reply send(String signedBody, String body) {
    return send(TARGET, signedBody, body);
  }

  private Reply send(String target, String signedBody, String body) {
    Browser browser = new Browser(base);
    for (Map.Entry<String, String> header : headers(target, signedBody).entrySet()) {
      if (!header.getValue().isEmpty()) {
        browser = browser.with(header.getKey(), header.getValue());
      }
    }
    return browser.post(target, body);
  }

  private Map<String, String> headers(String target, String body) {
    String timestamp =
        overrides.getOrDefault("X-Timestamp", Long.toString(Instant.now().getEpochSecond()));
    String canonical =
        RequestSigner.canonical(
            "POST", target, timestamp, body.getBytes(StandardCharsets.UTF_8), null);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Timestamp", timestamp);
    headers.put("X-Signature", RequestSigner.signature(secret, canonical));
    headers.putAll(overrides);
    return headers;
  }

  private static String body(String eventRef, String type, String paymentId, String more) {
    return """
        {"eventRef":"%s","type":"%s","paymentId":"%s"%s}"""
        .formatted(eventRef, type, paymentId, more);
  }
}
