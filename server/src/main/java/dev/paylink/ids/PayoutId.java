package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a payout: {@code pyo_…}. */
public record PayoutId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final PayoutId LAST = new PayoutId(UuidV7.LAST);

  private static final String PREFIX = "pyo";

  /** Makes the id of a payout that was first heard of at that time. */
  public static PayoutId at(Instant time) {
    return new PayoutId(UuidV7.at(time));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable PayoutId parse(String text) {
    return TypeId.parse(PREFIX, text, PayoutId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
