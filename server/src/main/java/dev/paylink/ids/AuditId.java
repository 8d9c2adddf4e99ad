package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an entry of the audit log: {@code aud_…}. */
public record AuditId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final AuditId LAST = new AuditId(UuidV7.LAST);

  private static final String PREFIX = "aud";

  public static AuditId next() {
    return new AuditId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable AuditId parse(String text) {
    return TypeId.parse(PREFIX, text, AuditId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
