package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a payment: {@code pay_…}. */
public record PaymentId(UUID value) implements Id {
  private static final String PREFIX = "pay";

  /** Returns the id, or null if the text is not one. */
  public static @Nullable PaymentId parse(String text) {
    return TypeId.parse(PREFIX, text, PaymentId::new);
  }

  /** Makes the id of a new payment, which tells the shard of its merchant. */
  public static PaymentId at(Instant time, MerchantId merchant) {
    return new PaymentId(UuidV7.at(time.toEpochMilli(), merchant.bits()));
  }

  /** Returns {@link MerchantId#bits} of its merchant, or any bits if it was made before them. */
  public int merchantBits() {
    return UuidV7.bits(value);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
