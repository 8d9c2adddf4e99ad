package dev.paylink.merchant.profile;

import dev.paylink.money.DepositAddress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a merchant wants changed about itself; null leaves a value as it is. */
public record ProfileChange(
    @Nullable String businessName,
    @Nullable DepositAddress depositAddress,
    @Nullable DepositAddress userDepositAddress,
    @Nullable Boolean sendInvoices) {
  /** Changes only whether customers get letters. */
  public static ProfileChange ofLetters(boolean sendInvoices) {
    return new ProfileChange(null, null, null, sendInvoices);
  }

  /** Tells whether it concerns where money goes. */
  public boolean changesAddress() {
    return depositAddress != null || userDepositAddress != null;
  }

  /**
   * Returns the merchant after this change; a new address takes effect after the delay.
   *
   * @param notBefore until when an owner is about to leave; null when none is
   */
  Merchant appliedTo(Merchant merchant, Instant now, Duration delay, @Nullable Instant notBefore) {
    Instant usual = now.plus(delay);
    Instant from = notBefore != null && notBefore.isAfter(usual) ? notBefore : usual;
    boolean anyWaits = notBefore != null;
    // A first address on the form replaces the user record's as payee, so it waits as well.
    boolean formWaits = anyWaits || (!delay.isZero() && merchant.payee() != null);
    boolean userWaits = anyWaits || (!delay.isZero() && merchant.userDepositAddress() != null);
    Merchant named = businessName == null ? merchant : merchant.named(businessName, now);
    Merchant writing = sendInvoices == null ? named : named.sendingInvoices(sendInvoices);
    return writing.with(
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
