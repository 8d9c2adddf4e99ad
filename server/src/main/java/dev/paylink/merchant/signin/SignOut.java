package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import org.jdbi.v3.core.Jdbi;

/** Ends the session that a request came with, at once and on every node. */
public final class SignOut {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public SignOut(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  public void handle(SignedIn signedIn) {
    jdbi.useTransaction(
        handle -> {
          if (SessionStore.delete(handle, signedIn, signedIn.sessionId())) {
            audit.record(
                handle,
                signedIn.merchantId(),
                signedIn.actor(),
                "user.signed_out",
                signedIn.sessionId().toString(),
                null);
          }
        });
  }
}
