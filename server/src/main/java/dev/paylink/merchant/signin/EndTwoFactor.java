package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Switches a user's second factor off, secret and recovery codes included; twice is once. */
public final class EndTwoFactor {
  private final Jdbi jdbi;
  private final PasswordCheck passwords;
  private final AuditLog audit;

  public EndTwoFactor(Jdbi jdbi, PasswordCheck passwords, AuditLog audit) {
    this.jdbi = jdbi;
    this.passwords = passwords;
    this.audit = audit;
  }

  /** 401 when the password is wrong, which counts as a failed authentication. */
  public void handle(SignedIn signedIn, Secret password) {
    passwords.require(signedIn, password);
    jdbi.useTransaction(handle -> end(handle, signedIn));
  }

  private void end(Handle handle, SignedIn signedIn) {
    if (SecondFactorStore.delete(handle, SecondFactorStore.Owner.of(signedIn))) {
      audit.record(
          handle, signedIn.merchantId(), signedIn.actor(), "user.two_factor_off", null, null);
    }
  }
}
