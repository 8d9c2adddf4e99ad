package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a payment: {@code pay_…}. */
public record PaymentId(UUID value) implements Id {
  private static final String PREFIX = "pay";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable PaymentId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new PaymentId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
