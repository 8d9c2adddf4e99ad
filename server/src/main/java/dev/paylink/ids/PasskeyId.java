package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The id of a passkey: {@code psk_…}. It is ours; the authenticator has an id of its own for the
 * same credential.
 */
public record PasskeyId(UUID value) implements Id {
  private static final String PREFIX = "psk";

  public static PasskeyId next() {
    return new PasskeyId(UuidV7.at(Instant.now()));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable PasskeyId parse(String text) {
    return TypeId.parse(PREFIX, text, PasskeyId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
