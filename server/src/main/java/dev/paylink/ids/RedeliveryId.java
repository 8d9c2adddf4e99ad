package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;

/** The id of an operator's order to send webhooks of all merchants again: {@code rdl_…}. */
public record RedeliveryId(UUID value) implements Id {
  private static final String PREFIX = "rdl";

  public static RedeliveryId next() {
    return new RedeliveryId(UuidV7.at(Instant.now()));
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
