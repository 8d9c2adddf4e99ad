package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a refund: {@code rfd_…}. */
public record RefundId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final RefundId LAST = new RefundId(UuidV7.LAST);

  private static final String PREFIX = "rfd";

  /** Makes the id of a refund that is made at that time. */
  public static RefundId at(Instant time) {
    return new RefundId(UuidV7.at(time));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable RefundId parse(String text) {
    return TypeId.parse(PREFIX, text, RefundId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
