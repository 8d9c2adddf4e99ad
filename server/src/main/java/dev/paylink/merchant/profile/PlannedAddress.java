package dev.paylink.merchant.profile;

import dev.paylink.money.DepositAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One of a merchant's two deposit addresses: the one in effect, and the one announced. Nothing runs
 * when the time of the announced one comes: {@code address_now} in the schema chooses on every
 * read.
 */
public record PlannedAddress(@Nullable DepositAddress current, @Nullable PendingAddress pending) {

  /** Sets another address, in effect at once, and cancels a scheduled one. */
  PlannedAddress changedTo(DepositAddress address) {
    return new PlannedAddress(address, null);
  }

  /**
   * Announces another address. Announcing the address in effect cancels the change. Announcing the
   * same address again does not move its time.
   */
  PlannedAddress announced(DepositAddress address, Instant from) {
    if (address.equals(current)) {
      return undone();
    }
    return pending != null && pending.address().equals(address)
        ? this
        : new PlannedAddress(current, new PendingAddress(address, from));
  }

  /** Cancels the scheduled address. */
  PlannedAddress undone() {
    return new PlannedAddress(current, null);
  }
}
