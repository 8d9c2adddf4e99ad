package dev.paylink.merchant.profile;

import dev.paylink.money.DepositAddress;
import dev.paylink.platform.json.Timestamps;
import java.time.Instant;

/** An address that payments will go to, and from when on. */
public record PendingAddress(DepositAddress address, Instant from) {
  @Override
  public String toString() {
    return address + " from " + Timestamps.format(from);
  }
}
