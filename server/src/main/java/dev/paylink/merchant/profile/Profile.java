package dev.paylink.merchant.profile;

import dev.paylink.account.UserStore;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Reads and changes what a merchant says about itself. A change of a deposit address is always in
 * the audit log and in a letter to the owners. Once an address is set, a new one takes effect after
 * a delay: until then payments go to the old one, and the change can be undone. While an owner is
 * about to leave, no new address takes effect. A new name waits for the operator once details were
 * sent for verification.
 */
public final class Profile {
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Duration delay;
  private final Runnable onChange;

  public Profile(Jdbi jdbi, AuditLog audit, Duration delay, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.delay = delay;
    this.onChange = onChange;
  }

  /** One of the two deposit addresses: the merchant form's, or the user record's. */
  public enum Which {
    FORM,
    USER
  }

  private record Changed(Merchant before, Merchant after) {}

  public Merchant read(SignedIn signedIn) {
    Merchant merchant = jdbi.withHandle(handle -> merchants.find(handle, signedIn.merchantId()));
    return Objects.requireNonNull(merchant, "a session outlived its merchant");
  }

  /** Changes the profile and returns the merchant as it is afterwards. */
  public Merchant change(SignedIn signedIn, ProfileChange change) {
    return apply(
        signedIn,
        (handle, merchant) -> {
          if (change.changesAddress()) {
            freezes.requireThawed(handle, RealmId.of(merchant.id()));
          }
          Instant notBefore = users.leavingUntil(handle, RealmId.of(merchant.id()));
          return change.appliedTo(merchant, merchants.now(handle), delay, notBefore);
        });
  }

  /**
   * Cancels a scheduled deposit address that has not taken effect. Returns the merchant as it is
   * afterwards; refuses with 404 when none is announced.
   */
  public Merchant undo(SignedIn signedIn, Which which) {
    return apply(signedIn, (handle, merchant) -> undone(merchant, which));
  }

  private static Merchant undone(Merchant merchant, Which which) {
    PlannedAddress form = merchant.formAddress();
    PlannedAddress user = merchant.userAddress();
    if ((which == Which.FORM ? form : user).pending() == null) {
      throw new Rejection(MerchantError.NO_PENDING_ADDRESS, Message.of("nopending"));
    }
    return switch (which) {
      case FORM -> merchant.with(form.undone(), user);
      case USER -> merchant.with(form, user.undone());
    };
  }

  private Merchant apply(SignedIn signedIn, BiFunction<Handle, Merchant, Merchant> change) {
    Changed outcome = jdbi.inTransaction(handle -> write(handle, signedIn, change));
    if (!outcome.after().equals(outcome.before())) {
      onChange.run();
    }
    return outcome.after();
  }

  private Changed write(
      Handle handle, SignedIn signedIn, BiFunction<Handle, Merchant, Merchant> change) {
    Merchant before =
        Objects.requireNonNull(
            merchants.lock(handle, signedIn.merchantId()), "a session outlived its merchant");
    Merchant after = change.apply(handle, before);
    if (!merchants.updateProfile(handle, before, after)) {
      throw new IllegalStateException("changed under its lock: " + signedIn.merchantId());
    }
    audit.recordIfChanged(
        handle,
        signedIn,
        "merchant.business_name_changed",
        before.businessName(),
        after.businessName());
    audit.recordIfChanged(
        handle, signedIn, "merchant.letters_changed", letters(before), letters(after));
    recordRequest(handle, signedIn, before, after);
    record(handle, signedIn, "merchant.deposit_address", before.formAddress(), after.formAddress());
    record(handle, signedIn, "user.deposit_address", before.userAddress(), after.userAddress());
    return new Changed(before, after);
  }

  private static String letters(Merchant merchant) {
    return merchant.sendInvoices() ? "on" : "off";
  }

  /** Records that a new name waits for the operator, or no longer does. */
  private void recordRequest(Handle handle, SignedIn signedIn, Merchant before, Merchant after) {
    PendingName asked = after.pendingName();
    PendingName earlier = before.pendingName();
    if (Objects.equals(asked, earlier)) {
      return;
    }
    if (asked != null) {
      audit.recordIfChanged(
          handle, signedIn, "merchant.business_name_requested", after.businessName(), asked.name());
    } else if (earlier != null) {
      audit.recordIfChanged(
          handle,
          signedIn,
          "merchant.business_name_withdrawn",
          earlier.name(),
          after.businessName());
    }
  }

  private void record(
      Handle handle, SignedIn signedIn, String what, PlannedAddress before, PlannedAddress after) {
    if (after.equals(before)) {
      return;
    }
    if (after.pending() != null) {
      audit.recordIfChanged(
          handle, signedIn, what + "_announced", after.current(), after.pending());
    } else if (Objects.equals(after.current(), before.current())) {
      audit.recordIfChanged(handle, signedIn, what + "_undone", before.pending(), after.current());
    } else {
      audit.recordIfChanged(handle, signedIn, what + "_changed", before.current(), after.current());
    }
  }
}
