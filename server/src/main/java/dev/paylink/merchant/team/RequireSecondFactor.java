package dev.paylink.merchant.team;

import dev.paylink.account.FactorRuleStore;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Requires a second factor or a passkey of everybody in a team, or stops requiring it. From then on
 * those without one can do nothing but set one up. The owner who requires it has one.
 */
public final class RequireSecondFactor {
  private final FactorRuleStore rules = new FactorRuleStore();
  private final MerchantStore merchants = new MerchantStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final AuditLog audit;

  public RequireSecondFactor(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  public boolean isRequired(SignedIn signedIn) {
    return jdbi.withHandle(handle -> rules.isRequired(handle, signedIn.realm()));
  }

  /** Changes the rule; refuses with 409 an owner who has no second factor. */
  public void handle(SignedIn signedIn, boolean required) {
    jdbi.useTransaction(handle -> change(handle, signedIn, required));
  }

  private void change(Handle handle, SignedIn signedIn, boolean required) {
    merchants.lock(handle, signedIn.merchantId());
    freezes.requireThawed(handle, signedIn.realm());
    if (required && !rules.hasFactor(handle, signedIn)) {
      throw new Rejection(MerchantError.NO_SECOND_FACTOR, Message.of("nofactor"));
    }
    boolean changed =
        required
            ? rules.require(handle, signedIn.realm())
            : rules.release(handle, signedIn.realm());
    if (changed) {
      audit.record(
          handle,
          signedIn,
          required ? "merchant.second_factor_required" : "merchant.second_factor_not_required",
          null,
          null);
    }
  }

  /** Returns the refusal to remove the last second factor where the team requires one. */
  public static Rejection lastOne() {
    return new Rejection(MerchantError.LAST_SECOND_FACTOR, Message.of("lastfactor"));
  }
}
