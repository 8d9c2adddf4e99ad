package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;

/** The id of a letter: {@code ltr_…}. */
public record LetterId(UUID value) implements Id {
  private static final String PREFIX = "ltr";

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
