package dev.paylink.webhook.endpoint;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came of one attempt.
 *
 * @param status of the answer; null when none came
 * @param error why it does not count as delivered; null when it does
 * @param responseBody the start of the answer as text; null when none came
 */
public record Outcome(
    @Nullable Integer status,
    Duration duration,
    @Nullable String error,
    @Nullable String responseBody) {
  public boolean isDelivered() {
    return error == null;
  }
}
