package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.web.Paint;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant has chosen for its pages and letters; null for what it has not.
 *
 * @param reminderHours how long before a link ends its customer is reminded
 */
public record Brand(@Nullable Paint color, @Nullable Logo logo, @Nullable Integer reminderHours) {
  /** The longest time before the end of a link: thirty days. */
  public static final int MAX_REMINDER_HOURS = 720;

  /** A stored logo. */
  public record Logo(MerchantId merchant, byte[] hash, int width, int height) {
    public String path() {
      return Look.logo(merchant, hash);
    }
  }

  /** What a merchant wishes; null for nothing of its own. */
  public record Wish(@Nullable Paint color, @Nullable Integer reminderHours) {}
}
