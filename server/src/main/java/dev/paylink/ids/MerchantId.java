package dev.paylink.ids;

import dev.paylink.platform.id.PostgresHash;
import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a merchant: {@code mer_…}. */
public record MerchantId(UUID value) implements Id {
  private static final String PREFIX = "mer";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable MerchantId parse(String text) {
    return TypeId.parse(PREFIX, text, MerchantId::new);
  }

  /**
   * Returns the first twelve bits of the hash by which merchants are spread over servers. Its
   * payments have them in their ids.
   */
  public int bits() {
    return PostgresHash.of(value) >>> 20;
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
