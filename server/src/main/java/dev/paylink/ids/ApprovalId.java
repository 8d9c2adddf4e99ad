package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a request that a second operator has to approve: {@code apr_…}. */
public record ApprovalId(UUID value) implements Id {
  private static final String PREFIX = "apr";

  public static ApprovalId next() {
    return new ApprovalId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable ApprovalId parse(String text) {
    return TypeId.parse(PREFIX, text, ApprovalId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
