package dev.paylink.mail;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;

/** Names a letter: {@code ltr_…}. */
record LetterId(UUID value) {
  private static final String PREFIX = "ltr";

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
