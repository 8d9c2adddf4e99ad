package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an invoice: {@code inv_…}. */
public record InvoiceId(UUID value) implements Id {
  /** The id that sorts after every other one. */
  public static final InvoiceId LAST = new InvoiceId(UuidV7.LAST);

  private static final String PREFIX = "inv";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable InvoiceId parse(String text) {
    return TypeId.parse(PREFIX, text, InvoiceId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
