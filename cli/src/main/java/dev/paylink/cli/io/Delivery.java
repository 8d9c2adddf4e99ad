package dev.paylink.cli.io;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** One delivery of an event: the headers that the service would send, and the body they sign. */
public record Delivery(Map<String, String> headers, byte[] body) {

  /** Signs the body in both ways, as the service does with an attempt made at {@code now}. */
  public static Delivery signed(
      WebhookSecret secret, String eventId, byte[] body, int attempt, Instant now) {
    String timestamp = Long.toString(now.getEpochSecond());
    String ofBody = secret.ofBody(body);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", "PaymentLinkService/" + Version.NUMBER);
    headers.put("x-service-signature", ofBody);
    headers.put("x-service-signature-v2", "sha256=" + ofBody);
    headers.put("x-service-attempt", Integer.toString(attempt));
    headers.put("webhook-id", eventId);
    headers.put("webhook-timestamp", timestamp);
    headers.put("webhook-signature", secret.ofTimed(eventId, timestamp, body));
    return new Delivery(headers, body);
  }

  /** Returns the same with another value of one header; the signatures stay as they are. */
  public Delivery with(String header, String value) {
    Map<String, String> other = new LinkedHashMap<>(headers);
    other.put(header, value);
    return new Delivery(other, body);
  }

  public Delivery without(String... names) {
    Map<String, String> other = new LinkedHashMap<>(headers);
    for (String name : names) {
      other.remove(name);
    }
    return new Delivery(other, body);
  }

  /** Returns the same headers over other bytes, which they do not sign. */
  public Delivery withBody(byte[] other) {
    return new Delivery(headers, other);
  }
}
