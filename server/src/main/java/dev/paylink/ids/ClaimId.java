package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;

/** The id of a claim, which may hold several deliveries: {@code clm_…}. */
public record ClaimId(UUID value) implements Id {
  private static final String PREFIX = "clm";

  public static ClaimId random() {
    return new ClaimId(UUID.randomUUID());
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
