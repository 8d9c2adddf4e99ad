package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an event: {@code evt_…}. */
public record EventId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final EventId LAST = new EventId(UuidV7.LAST);

  private static final String PREFIX = "evt";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable EventId parse(String text) {
    return TypeId.parse(PREFIX, text, EventId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
