package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Signs a user out everywhere but here. */
public final class EndOtherSessions {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public EndOtherSessions(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /** How many have ended. */
  public int handle(SignedIn signedIn) {
    return jdbi.inTransaction(handle -> end(handle, signedIn));
  }

  private int end(Handle handle, SignedIn signedIn) {
    int ended = SessionStore.deleteOthers(handle, signedIn);
    if (ended > 0) {
      audit.record(
          handle,
          signedIn.merchantId(),
          signedIn.actor(),
          "user.other_sessions_ended",
          Integer.toString(ended),
          null);
    }
    return ended;
  }
}
