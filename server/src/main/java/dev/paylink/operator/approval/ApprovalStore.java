package dev.paylink.operator.approval;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApprovalId;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/** Keeps requests that a second operator has to approve; they expire by the database's clock. */
final class ApprovalStore {
  /** The most that a list shows. */
  static final int MAX_SHOWN = 200;

  private static final String LOCK_PENDING_OF =
      """
      select *, expires_at > now() as is_open from operator_approval
       where kind = :kind and subject = :subject and state = 'pending' for update
      """;
  private static final String INSERT =
      """
      insert into operator_approval
             (id, kind, subject, details, summary, facts, requested_by, requested_from, expires_at)
      values (:id, :kind, :subject, :details, :summary, :facts, :requestedBy, :requestedFrom,
              now() + make_interval(secs => :seconds))
      on conflict (kind, subject) where state = 'pending' do nothing
      returning *
      """;
  private static final String FIND =
      """
      select * from operator_approval
       where id = :id and state = 'pending' and expires_at > now()
      """;
  private static final String LOCK =
      """
      select * from operator_approval
       where id = :id and state = 'pending' and expires_at > now() for update
      """;
  private static final String DECIDE =
      """
      update operator_approval set state = :state, decided_by = :decidedBy, decided_at = now()
       where id = :id and state = 'pending'
      """;
  private static final String DECLINE_ALL_OF =
      """
      update operator_approval set state = 'declined', decided_by = :decidedBy, decided_at = now()
       where state = 'pending' and requested_by = :requestedBy
      """;
  private static final String OPEN =
      """
      select * from operator_approval
       where state = 'pending' and expires_at > now() order by id limit :limit
      """;

  /** A request that nobody has decided about, and whether it can still be. */
  record Pending(@Nested Approval approval, boolean isOpen) {}

  /** Locks the undecided request about a subject; null when there is none. */
  @Nullable Pending lockPending(Handle handle, FourEyes kind, String subject) {
    return handle
        .createQuery(LOCK_PENDING_OF)
        .bind("kind", kind.name())
        .bind("subject", subject)
        .mapTo(Pending.class)
        .findOne()
        .orElse(null);
  }

  /** Inserts a request; null when somebody else was first. */
  @Nullable Approval insert(
      Handle handle,
      FourEyes kind,
      String subject,
      String details,
      TwoPersonWork.Plan plan,
      Actor requester,
      Duration lifetime) {
    return handle
        .createQuery(INSERT)
        .bind("id", ApprovalId.next())
        .bind("kind", kind.name())
        .bind("subject", subject)
        .bind("details", details)
        .bind("summary", plan.summary())
        .bind("facts", plan.facts())
        .bind("requestedBy", requester.name())
        .bind("requestedFrom", requester.source())
        .bind("seconds", lifetime.toSeconds())
        .mapTo(Approval.class)
        .findOne()
        .orElse(null);
  }

  /** Returns an open request; null when it is decided, expired or unknown. */
  @Nullable Approval find(Handle handle, ApprovalId id) {
    return handle.createQuery(FIND).bind("id", id).mapTo(Approval.class).findOne().orElse(null);
  }

  /** Locks an open request; null when it is decided, expired or unknown. */
  @Nullable Approval lock(Handle handle, ApprovalId id) {
    return handle.createQuery(LOCK).bind("id", id).mapTo(Approval.class).findOne().orElse(null);
  }

  void decide(Handle handle, ApprovalId id, Approval.State state, String decidedBy) {
    int decided =
        handle
            .createUpdate(DECIDE)
            .bind("id", id)
            .bind("state", state.name())
            .bind("decidedBy", decidedBy)
            .execute();
    if (decided != 1) {
      throw new IllegalStateException("decided under its lock: " + id);
    }
  }

  /** Declines every undecided request of an actor. */
  void declineAllOf(Handle handle, String requestedBy, String decidedBy) {
    handle
        .createUpdate(DECLINE_ALL_OF)
        .bind("requestedBy", requestedBy)
        .bind("decidedBy", decidedBy)
        .execute();
  }

  /** Returns the open requests, oldest first. */
  List<Approval> open(Handle handle) {
    return handle.createQuery(OPEN).bind("limit", MAX_SHOWN).mapTo(Approval.class).list();
  }
}
