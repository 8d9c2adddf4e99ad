package dev.paylink.operator.team;

import dev.paylink.ids.OperatorId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Operator;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSessionStore;
import dev.paylink.operator.account.OperatorStore;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Changes roles and removes operators. There is always an admin. Whoever loses a role also loses
 * what was begun in it: sessions, requests that wait for approval, and open invitations.
 */
public final class ManageOperators {
  private final OperatorStore operators = new OperatorStore();
  private final OperatorSessionStore sessions = new OperatorSessionStore();
  private final OperatorInvitationStore invitations = new OperatorInvitationStore();
  private final Jdbi jdbi;
  private final OperatorLog log;
  private final Approvals approvals;

  public ManageOperators(Jdbi jdbi, OperatorLog log, Approvals approvals) {
    this.jdbi = jdbi;
    this.log = log;
    this.approvals = approvals;
  }

  /** Returns all operators, oldest first. */
  public List<Operator> all() {
    return jdbi.withHandle(operators::all);
  }

  /** Tells whether anybody could sign in and invite others without the admin token. */
  public boolean hasAdmin() {
    return jdbi.withHandle(operators::hasAdmin);
  }

  /**
   * Gives an operator another role and ends its other sessions. Refuses with 404 when there is no
   * such operator, with 409 when it is the last admin.
   *
   * @param idText as it stands in the path
   */
  public void changeRole(ActingOperator by, String idText, OperatorRole role) {
    jdbi.useTransaction(
        handle -> {
          Operator operator = lock(handle, idText, role);
          if (operator.role() == role) {
            return;
          }
          if (!operators.updateRole(handle, operator, role)) {
            throw new IllegalStateException("changed under its lock: " + operator.id());
          }
          sessions.deleteOthers(handle, operator.id(), by.sessionId());
          end(handle, by, operator);
          log.record(
              handle,
              by.actor(),
              "operator.role_changed",
              operator.summary(),
              operator.email() + " as " + role);
        });
  }

  /**
   * Removes an operator, who is signed out everywhere at once. Refuses with 404 when there is no
   * such operator, with 409 when it is the last admin.
   *
   * @param idText as it stands in the path
   */
  public void remove(ActingOperator by, String idText) {
    jdbi.useTransaction(
        handle -> {
          Operator operator = lock(handle, idText, OperatorRole.viewer);
          if (!operators.delete(handle, operator.id())) {
            throw new IllegalStateException("removed under its lock: " + operator.id());
          }
          end(handle, by, operator);
          log.record(handle, by.actor(), "operator.removed", operator.summary(), null);
        });
  }

  /** Locks all operators and returns one; refuses to leave nobody who is an admin. */
  private Operator lock(Handle handle, String idText, OperatorRole after) {
    OperatorId id = OperatorId.parse(idText);
    List<Operator> all = operators.lockAll(handle);
    Operator operator =
        all.stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new Refused(
                        Problem.notFound("OPERATOR_NOT_FOUND", "There is no such operator")));
    boolean lastAdmin =
        operator.role() == OperatorRole.admin
            && all.stream().filter(each -> each.role() == OperatorRole.admin).count() == 1;
    if (lastAdmin && after != OperatorRole.admin) {
      throw new Refused(
          Problem.conflict("LAST_ADMIN", "The last admin cannot be removed or demoted"));
    }
    return operator;
  }

  private void end(Handle handle, ActingOperator by, Operator operator) {
    approvals.declineAllOf(handle, operator.actorName(), by);
    invitations.deleteAllBy(handle, operator.actorName());
  }
}
