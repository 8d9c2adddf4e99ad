package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Gives a user another password and ends all its other sessions: anyone who knew the old one is
 * out.
 */
public final class ChangePassword {
  private final Jdbi jdbi;
  private final PasswordCheck passwords;
  private final AuditLog audit;

  public ChangePassword(Jdbi jdbi, PasswordCheck passwords, AuditLog audit) {
    this.jdbi = jdbi;
    this.passwords = passwords;
    this.audit = audit;
  }

  /** 401 when the current password is wrong, which counts as a failed authentication. */
  public void handle(SignedIn signedIn, Secret currentPassword, Secret newPassword) {
    UserStore.Login login = passwords.require(signedIn, currentPassword);
    // Takes a good part of a second: not while a connection is held.
    String hash = PasswordHash.of(newPassword.reveal());
    jdbi.useTransaction(handle -> change(handle, signedIn, login, hash));
  }

  private void change(Handle handle, SignedIn signedIn, UserStore.Login login, String hash) {
    if (!UserStore.updatePassword(handle, login, hash)) { // somebody else was faster
      throw PasswordCheck.wrong();
    }
    SessionStore.deleteOthers(handle, signedIn);
    audit.record(
        handle, signedIn.merchantId(), signedIn.actor(), "user.password_changed", null, null);
  }
}
