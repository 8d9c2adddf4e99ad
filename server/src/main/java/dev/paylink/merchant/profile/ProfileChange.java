package dev.paylink.merchant.profile;

import dev.paylink.money.DepositAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a merchant wants changed about itself; null leaves a value as it is. */
public record ProfileChange(
    @Nullable String businessName,
    @Nullable DepositAddress depositAddress,
    @Nullable DepositAddress userDepositAddress) {

  /** Tells whether it concerns where money goes. */
  public boolean changesAddress() {
    return depositAddress != null || userDepositAddress != null;
  }

  /** Returns the merchant after this change; a new address takes effect after the delay. */
  Merchant appliedTo(Merchant merchant, Instant now, Duration delay) {
    Instant from = now.plus(delay);
    // A first address on the form replaces the user record's as payee, so it waits as well.
    boolean formWaits = !delay.isZero() && merchant.payee() != null;
    boolean userWaits = !delay.isZero() && merchant.userDepositAddress() != null;
    return merchant.with(
        Objects.requireNonNullElse(businessName, merchant.businessName()),
        placed(merchant.formAddress(), depositAddress, formWaits ? from : null),
        placed(merchant.userAddress(), userDepositAddress, userWaits ? from : null));
  }

  private static PlannedAddress placed(
      PlannedAddress before, @Nullable DepositAddress wish, @Nullable Instant from) {
    if (wish == null) {
      return before;
    }
    return from == null ? before.changedTo(wish) : before.announced(wish, from);
  }
}
