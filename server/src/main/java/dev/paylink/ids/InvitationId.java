package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an invitation: {@code ivt_…}. The invitation cannot be accepted with it. */
public record InvitationId(UUID value) implements Id {
  private static final String PREFIX = "ivt";

  public static InvitationId next() {
    return new InvitationId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable InvitationId parse(String text) {
    return TypeId.parse(PREFIX, text, InvitationId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
