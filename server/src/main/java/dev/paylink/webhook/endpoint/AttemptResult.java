package dev.paylink.webhook.endpoint;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt ended.
 *
 * @param status the answer's status; null if none came
 * @param error why it does not count as delivered; null if it does
 * @param responseBody the start of the answer as text; null if none came
 */
public record AttemptResult(
    @Nullable Integer status,
    Duration duration,
    @Nullable String error,
    @Nullable String responseBody) {
  public boolean isDelivered() {
    return error == null;
  }
}
