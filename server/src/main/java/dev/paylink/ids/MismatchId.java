package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names a confirmation that paid something else than was asked for: {@code mis_…}. */
public record MismatchId(UUID value) implements Id {
  /** Sorts behind every other one. */
  public static final MismatchId LAST = new MismatchId(UuidV7.LAST);

  private static final String PREFIX = "mis";

  /** The id, or null when the text is not one. */
  public static @Nullable MismatchId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new MismatchId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
