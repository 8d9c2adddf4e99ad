package dev.paylink.merchant;

import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Changes what a merchant says about itself. Where its money goes never changes without an entry in
 * the audit log, and payments created after the answer go to the new address.
 */
public final class ChangeProfile {
  private final Jdbi jdbi;
  private final Runnable onChange;

  public ChangeProfile(Jdbi jdbi, Runnable onChange) {
    this.jdbi = jdbi;
    this.onChange = onChange;
  }

  private record Outcome(Merchant before, Merchant after) {}

  /** The merchant as it is afterwards. */
  public Merchant handle(SignedIn signedIn, ProfileChange change) {
    Outcome outcome = jdbi.inTransaction(handle -> apply(handle, signedIn, change));
    if (!outcome.after().equals(outcome.before())) {
      onChange.run();
    }
    return outcome.after();
  }

  private static Outcome apply(Handle handle, SignedIn signedIn, ProfileChange change) {
    Merchant before =
        Objects.requireNonNull(
            MerchantStore.lock(handle, signedIn.merchantId()), "a session outlived its merchant");
    Merchant after = change.appliedTo(before);
    boolean written =
        MerchantStore.updateProfile(handle, before, after)
            && UserStore.updateAddress(
                handle,
                signedIn.merchantId(),
                signedIn.userId(),
                before.userDepositAddress(),
                after.userDepositAddress());
    if (!written) {
      throw new IllegalStateException("changed under its lock: " + signedIn.merchantId());
    }
    audit(handle, signedIn, "merchant.business_name", before.businessName(), after.businessName());
    audit(
        handle,
        signedIn,
        "merchant.deposit_address",
        before.depositAddress(),
        after.depositAddress());
    audit(
        handle,
        signedIn,
        "user.deposit_address",
        before.userDepositAddress(),
        after.userDepositAddress());
    return new Outcome(before, after);
  }

  private static void audit(
      Handle handle,
      SignedIn signedIn,
      String what,
      @Nullable Object before,
      @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      AuditLog.record(
          handle,
          signedIn.merchantId(),
          signedIn.actor(),
          what + "_changed",
          Objects.toString(before, null),
          Objects.toString(after, null));
    }
  }
}
