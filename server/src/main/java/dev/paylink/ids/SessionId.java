package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names a signed-in browser, and opens nothing: {@code ses_…}. */
public record SessionId(UUID value) implements Id {
  private static final String PREFIX = "ses";

  public static SessionId next() {
    return new SessionId(UuidV7.at(Instant.now()));
  }

  /** The id, or null when the text is not one. */
  public static @Nullable SessionId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new SessionId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
