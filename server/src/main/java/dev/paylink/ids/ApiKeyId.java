package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names an API key: {@code key_…}; not the key itself. */
public record ApiKeyId(UUID value) implements Id {
  private static final String PREFIX = "key";

  /** The id, or null when the text is not one. */
  public static @Nullable ApiKeyId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new ApiKeyId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
