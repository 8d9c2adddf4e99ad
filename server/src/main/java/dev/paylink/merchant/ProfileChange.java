package dev.paylink.merchant;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a merchant wants changed about itself; null leaves a value as it is. */
public record ProfileChange(
    @Nullable String businessName,
    @Nullable DepositAddress depositAddress,
    @Nullable DepositAddress userDepositAddress) {

  Merchant appliedTo(Merchant merchant) {
    return new Merchant(
        merchant.id(),
        merchant.email(),
        Objects.requireNonNullElse(businessName, merchant.businessName()),
        merchant.verification(),
        depositAddress == null ? merchant.depositAddress() : depositAddress,
        userDepositAddress == null ? merchant.userDepositAddress() : userDepositAddress,
        merchant.createdAt(),
        merchant.kyb());
  }
}
