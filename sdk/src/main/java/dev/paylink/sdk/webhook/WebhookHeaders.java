package dev.paylink.sdk.webhook;

import dev.paylink.sdk.webhook.WebhookVerificationException.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The five headers that verify a delivery, each present at most once: of two values, another parser
 * on the way might have used the other.
 */
final class WebhookHeaders {
  private final @Nullable String hex;
  private final @Nullable String prefixedHex;
  private final @Nullable String id;
  private final @Nullable String timestamp;
  private final @Nullable String signatures;

  private WebhookHeaders(Map<String, List<String>> headers) throws WebhookVerificationException {
    hex = once(headers, "x-service-signature");
    prefixedHex = once(headers, "x-service-signature-v2");
    id = once(headers, "webhook-id");
    timestamp = once(headers, "webhook-timestamp");
    signatures = once(headers, "webhook-signature");
  }

  static WebhookHeaders of(Map<String, List<String>> headers) throws WebhookVerificationException {
    return new WebhookHeaders(headers);
  }

  /** Returns {@code x-service-signature}. */
  @Nullable String hex() {
    return hex;
  }

  /** Returns {@code x-service-signature-v2}. */
  @Nullable String prefixedHex() {
    return prefixedHex;
  }

  /** Returns {@code webhook-id}. */
  @Nullable String id() {
    return id;
  }

  /** Returns {@code webhook-timestamp}. */
  @Nullable String timestamp() {
    return timestamp;
  }

  /** Returns {@code webhook-signature}. */
  @Nullable String signatures() {
    return signatures;
  }

  /**
   * Returns true if one of the timed headers is present: a delivery that lost the other two is
   * refused, not read another way.
   */
  boolean timed() {
    return id != null || timestamp != null || signatures != null;
  }

  private static @Nullable String once(Map<String, List<String>> headers, String name)
      throws WebhookVerificationException {
    List<String> values = new ArrayList<>();
    headers.forEach(
        (key, more) -> {
          if (name.equalsIgnoreCase(key)) {
            values.addAll(more);
          }
        });
    if (values.size() > 1) {
      throw new WebhookVerificationException(Check.HEADERS, name + " was sent more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }
}
