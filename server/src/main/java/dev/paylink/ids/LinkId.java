package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a link that can be used again: {@code lnk_…}. */
public record LinkId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final LinkId LAST = new LinkId(UuidV7.LAST);

  private static final String PREFIX = "lnk";

  /** Makes the id of a link that is made at that time. */
  public static LinkId at(Instant time) {
    return new LinkId(UuidV7.at(time));
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable LinkId parse(String text) {
    return TypeId.parse(PREFIX, text, LinkId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
