package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names a merchant: {@code mer_…}. */
public record MerchantId(UUID value) implements Id {
  private static final String PREFIX = "mer";

  /** The id, or null when the text is not one. */
  public static @Nullable MerchantId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new MerchantId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
