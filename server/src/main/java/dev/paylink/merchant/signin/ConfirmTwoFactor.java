package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Switches a user's second factor on once a code proves that the authenticator has the secret. The
 * recovery codes are handed out this once; only their hashes are kept.
 */
public final class ConfirmTwoFactor {
  private final Jdbi jdbi;
  private final SecondFactorStore store;
  private final AuditLog audit;
  private final InstantSource clock;

  public ConfirmTwoFactor(Jdbi jdbi, SecondFactorStore store, AuditLog audit, InstantSource clock) {
    this.jdbi = jdbi;
    this.store = store;
    this.audit = audit;
    this.clock = clock;
  }

  /** The recovery codes; 400 when the code is wrong, 409 when there is nothing to confirm. */
  public List<Secret> handle(SignedIn signedIn, Secret code) {
    return jdbi.inTransaction(handle -> confirm(handle, signedIn, code));
  }

  private List<Secret> confirm(Handle handle, SignedIn signedIn, Secret code) {
    SecondFactorStore.Owner owner = SecondFactorStore.Owner.of(signedIn);
    SecondFactorStore.Factor factor = store.find(handle, owner);
    if (factor == null || factor.confirmed()) {
      throw new Refused(
          Problem.conflict("TWO_FACTOR_NOT_BEGUN", "There is no second factor to confirm"));
    }
    String digits = code.reveal().replaceAll("\\s", "");
    long step = Totp.matchingStep(factor.secret(), digits, clock.instant());
    if (step == Totp.NO_STEP || !store.useStep(handle, owner, step, false)) {
      throw new Refused(
          Problem.refusedField("INVALID_CODE", "code", "is not the authenticator's current code"));
    }
    List<Secret> codes = RecoveryCode.set();
    store.insertRecoveryCodes(
        handle,
        owner,
        codes.stream().map(each -> RecoveryCode.hash(signedIn.userId(), each)).toList());
    audit.record(handle, signedIn.merchantId(), signedIn.actor(), "user.two_factor_on", null, null);
    return codes;
  }
}
