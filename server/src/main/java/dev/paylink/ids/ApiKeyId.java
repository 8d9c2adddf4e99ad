package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an API key: {@code key_…}. It is not the key itself. */
public record ApiKeyId(UUID value) implements Id {
  private static final String PREFIX = "key";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable ApiKeyId parse(String text) {
    return TypeId.parse(PREFIX, text, ApiKeyId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
