package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a mismatch, a confirmation that does not match what was asked for: {@code mis_…}. */
public record MismatchId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final MismatchId LAST = new MismatchId(UuidV7.LAST);

  private static final String PREFIX = "mis";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable MismatchId parse(String text) {
    return TypeId.parse(PREFIX, text, MismatchId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
