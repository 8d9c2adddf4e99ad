package dev.paylink.merchant.profile;

import dev.paylink.money.DepositAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One of a merchant's two deposit addresses: the one in effect, and the one announced. */
public record PlannedAddress(@Nullable DepositAddress current, @Nullable PendingAddress pending) {

  /** Set to another address, in effect at once. What was announced is called off. */
  PlannedAddress changedTo(DepositAddress address) {
    return new PlannedAddress(address, null);
  }

  /**
   * Announces another address. The one in effect calls off what was announced, and the announced
   * one keeps its time: who says it twice waits no longer.
   */
  PlannedAddress announced(DepositAddress address, Instant from) {
    if (address.equals(current)) {
      return undone();
    }
    return pending != null && pending.address().equals(address)
        ? this
        : new PlannedAddress(current, new PendingAddress(address, from));
  }

  PlannedAddress undone() {
    return new PlannedAddress(current, null);
  }
}
