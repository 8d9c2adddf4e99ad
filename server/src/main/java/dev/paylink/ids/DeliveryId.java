package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a delivery, a run of up to four attempts: {@code dlv_…}. */
public record DeliveryId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final DeliveryId LAST = new DeliveryId(UuidV7.LAST);

  private static final String PREFIX = "dlv";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable DeliveryId parse(String text) {
    return TypeId.parse(PREFIX, text, DeliveryId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
