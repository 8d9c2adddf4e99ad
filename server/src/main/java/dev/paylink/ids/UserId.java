package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a user, a person who signs in: {@code usr_…}. */
public record UserId(UUID value) implements Id {
  private static final String PREFIX = "usr";

  public static UserId next() {
    return new UserId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable UserId parse(String text) {
    return TypeId.parse(PREFIX, text, UserId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
