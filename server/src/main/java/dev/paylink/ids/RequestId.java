package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a request, as {@code X-Request-Id} carries it: {@code req_…}. */
public record RequestId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final RequestId LAST = new RequestId(UuidV7.LAST);

  private static final String PREFIX = "req";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable RequestId parse(String text) {
    return TypeId.parse(PREFIX, text, RequestId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
