package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names a delivery, a run of up to four attempts: {@code dlv_…}. */
public record DeliveryId(UUID value) implements Id {
  private static final String PREFIX = "dlv";

  /** The id, or null when the text is not one. */
  public static @Nullable DeliveryId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new DeliveryId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
