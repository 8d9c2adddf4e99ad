package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The id of a session, that is, of a signed-in browser: {@code ses_…}. It does not open the
 * session.
 */
public record SessionId(UUID value) implements Id {
  private static final String PREFIX = "ses";

  public static SessionId next() {
    return new SessionId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable SessionId parse(String text) {
    return TypeId.parse(PREFIX, text, SessionId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
