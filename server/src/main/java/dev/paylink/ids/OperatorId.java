package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an operator's account: {@code op_…}. */
public record OperatorId(UUID value) implements Id {
  private static final String PREFIX = "op";

  public static OperatorId next() {
    return new OperatorId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable OperatorId parse(String text) {
    UUID value = TypeId.parse(PREFIX, text);
    return value == null ? null : new OperatorId(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
