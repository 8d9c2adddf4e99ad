package dev.paylink.merchant.profile;

import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jspecify.annotations.Nullable;

/** Calls off an announced deposit address, as long as it has not taken effect. */
public final class UndoDepositAddress {
  private final ChangeProfile changeProfile;

  public UndoDepositAddress(ChangeProfile changeProfile) {
    this.changeProfile = changeProfile;
  }

  /** Which of the two addresses. */
  public enum Which {
    FORM,
    USER
  }

  /** The merchant as it is afterwards; 404 when none is announced. */
  public Merchant handle(SignedIn signedIn, Which which) {
    return changeProfile.apply(signedIn, (merchant, now) -> undone(merchant, which));
  }

  private static Merchant undone(Merchant merchant, Which which) {
    PlannedAddress form = merchant.formAddress();
    PlannedAddress user = merchant.userAddress();
    return switch (which) {
      case FORM -> {
        requireAnnounced(form.pending());
        yield merchant.with(merchant.businessName(), form.undone(), user);
      }
      case USER -> {
        requireAnnounced(user.pending());
        yield merchant.with(merchant.businessName(), form, user.undone());
      }
    };
  }

  private static void requireAnnounced(@Nullable PendingAddress pending) {
    if (pending == null) {
      throw new Refused(
          Problem.notFound(
              "NO_PENDING_ADDRESS",
              "No address change is pending, or it has already taken effect"));
    }
  }
}
