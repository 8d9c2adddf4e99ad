package dev.paylink.operator.account;

import dev.paylink.account.AccountLog;
import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.merchant.audit.ReadAudit;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Records what operators do that belongs to no merchant: sign-ins, operators, approvals, chains. A
 * change, its entry and the letters about it are stored in one transaction. The database lets
 * nobody change or remove an entry, and no entry contains a secret.
 */
public final class OperatorLog implements AccountLog {
  private static final String OF_USER = "user.";
  private static final String OF_INVITATION = "invitation.";

  private final OperatorLogStore store = new OperatorLogStore();
  private final Jdbi jdbi;
  private final OperatorLetters letters;

  public OperatorLog(Jdbi jdbi, OperatorLetters letters) {
    this.jdbi = jdbi;
    this.letters = letters;
  }

  /**
   * Records a change.
   *
   * @param action a noun and a past participle, such as {@code operator.removed}
   */
  public void record(
      Handle handle, Actor actor, String action, @Nullable String before, @Nullable String after) {
    record(handle, actor, action, before, after, List.of());
  }

  private void record(
      Handle handle,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after,
      List<String> concerned) {
    AuditEntry entry = new AuditEntry(AuditId.next(), Instant.now(), actor, action, before, after);
    store.insert(handle, entry);
    letters.tell(handle, entry, concerned);
  }

  @Override
  public void record(
      Handle handle,
      RealmId realm,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after,
      List<String> concerned) {
    record(handle, actor, ofOperators(action), before, after, concerned);
  }

  /** Returns the action of an account as this log names it: {@code operator.signed_in}. */
  private static String ofOperators(String action) {
    if (action.startsWith(OF_USER)) {
      return "operator." + action.substring(OF_USER.length());
    }
    return action.startsWith(OF_INVITATION) ? "operator_" + action : action;
  }

  /** Returns a page; only entries older than {@code before} when it is given. */
  public ReadAudit.Page page(@Nullable AuditId before, int limit) {
    return jdbi.withHandle(
        handle -> ReadAudit.page(before, limit, (from, most) -> store.page(handle, from, most)));
  }
}
