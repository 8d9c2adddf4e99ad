package dev.paylink.sdk;

import dev.paylink.sdk.WebhookVerificationException.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The five headers that verify a delivery, each present at most once: of two values, another parser
 * on the way might have used the other.
 *
 * @param hex {@code x-service-signature}
 * @param prefixedHex {@code x-service-signature-v2}
 * @param id {@code webhook-id}
 * @param timestamp {@code webhook-timestamp}
 * @param signatures {@code webhook-signature}
 */
record WebhookHeaders(
    @Nullable String hex,
    @Nullable String prefixedHex,
    @Nullable String id,
    @Nullable String timestamp,
    @Nullable String signatures) {

  static WebhookHeaders of(Map<String, List<String>> headers) throws WebhookVerificationException {
    return new WebhookHeaders(
        once(headers, "x-service-signature"),
        once(headers, "x-service-signature-v2"),
        once(headers, "webhook-id"),
        once(headers, "webhook-timestamp"),
        once(headers, "webhook-signature"));
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
    return values.isEmpty() ? null : values.getFirst();
  }
}
