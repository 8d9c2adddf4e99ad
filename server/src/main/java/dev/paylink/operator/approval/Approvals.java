package dev.paylink.operator.approval;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApprovalId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorError;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lets two people do what one must not do alone.
 *
 * <ul>
 *   <li>Nobody approves their own request. The admin token counts as one person.
 *   <li>An approval applies to what was seen: if the facts have changed, nothing is done.
 *   <li>There is one undecided request for each subject. It expires after {@link #LIFETIME}.
 *   <li>Locks are taken in one order: the request, then its subject.
 * </ul>
 */
public final class Approvals {
  static final Duration LIFETIME = Duration.ofHours(24);

  private final ApprovalStore store = new ApprovalStore();
  private final Map<FourEyes, TwoPersonWork> work = new EnumMap<>(FourEyes.class);
  private final Jdbi jdbi;
  private final OperatorLog log;
  private final Set<FourEyes> needed;

  /**
   * Prepares the queue.
   *
   * @param needed what needs two operators here
   */
  public Approvals(Jdbi jdbi, OperatorLog log, Set<FourEyes> needed) {
    this.jdbi = jdbi;
    this.log = log;
    this.needed = needed;
  }

  /** Says how something of this kind is done; called once for each kind, by the wiring. */
  public void register(FourEyes kind, TwoPersonWork how) {
    work.put(kind, how);
  }

  /** Tells whether this needs two operators. */
  public boolean needs(FourEyes kind) {
    return needed.contains(kind);
  }

  /**
   * Asks for something. The same wish of the same operator is one request. Refuses with 409 while a
   * request of somebody else waits.
   *
   * @param seen the facts that the operator saw; null for those of now
   */
  public Approval request(
      ActingOperator by, FourEyes kind, String subject, String details, @Nullable String seen) {
    by.require(kind.permission());
    return jdbi.inTransaction(handle -> request(handle, by, kind, subject, details, seen));
  }

  private Approval request(
      Handle handle,
      ActingOperator by,
      FourEyes kind,
      String subject,
      String details,
      @Nullable String seen) {
    ApprovalStore.Pending pending = store.lockPending(handle, kind, subject);
    TwoPersonWork.Plan plan = work(kind).plan(handle, subject, details);
    if (seen != null && !seen.equals(plan.facts())) {
      throw changed();
    }
    if (pending != null) {
      Approval earlier = pending.approval();
      boolean current = pending.isOpen() && earlier.facts().equals(plan.facts());
      if (current && !earlier.isOf(by)) {
        throw waiting(earlier);
      }
      if (current && earlier.details().equals(details)) {
        return earlier;
      }
      store.decide(handle, earlier.id(), Approval.State.outdated, by.name());
    }
    Approval approval = store.insert(handle, kind, subject, details, plan, by.name(), LIFETIME);
    if (approval == null) { // somebody else asked at the same moment
      throw new Rejection(OperatorError.APPROVAL_PENDING, Message.of("approval.justasked"));
    }
    work(kind).requested(handle, approval, by);
    log.record(handle, by.actor(), "approval.requested", null, logged(approval));
    return approval;
  }

  private static Rejection waiting(Approval approval) {
    return new Rejection(
        OperatorError.APPROVAL_PENDING,
        Message.of("approval.pending", approval.requestedBy(), approval.id()));
  }

  /** Returns the requests that wait for a second operator, oldest first. */
  public List<Approval> open() {
    return jdbi.withHandle(store::open);
  }

  /**
   * Agrees to a request and does what it asks for. Refuses with 403 the operator who asked or one
   * without the permission, with 404 when nothing waits under this id, with 409 when the facts have
   * changed.
   *
   * @param idText as it stands in the path
   */
  public Approval approve(ActingOperator by, String idText) {
    Approval approval = jdbi.inTransaction(handle -> approve(handle, by, idText));
    if (approval.state() == Approval.State.outdated) {
      throw changed();
    }
    work(approval.kind()).done();
    return approval;
  }

  private Approval approve(Handle handle, ActingOperator by, String idText) {
    Approval approval = lock(handle, idText);
    by.require(approval.kind().permission());
    if (approval.isOf(by)) {
      throw new Rejection(OperatorError.SECOND_OPERATOR_REQUIRED, Message.of("approval.another"));
    }
    TwoPersonWork how = work(approval.kind());
    if (!isCurrent(handle, how, approval)) {
      return decide(handle, approval, Approval.State.outdated, by);
    }
    how.run(handle, approval, by);
    return decide(handle, approval, Approval.State.approved, by);
  }

  private static boolean isCurrent(Handle handle, TwoPersonWork how, Approval approval) {
    try {
      return how.plan(handle, approval.subject(), approval.details())
          .facts()
          .equals(approval.facts());
    } catch (Rejection cannotBeDone) {
      return false;
    }
  }

  /**
   * Declines a request, or withdraws the operator's own. Refuses with 403 an operator without the
   * permission, with 404 when nothing waits under this id.
   *
   * @param idText as it stands in the path
   */
  public Approval decline(ActingOperator by, String idText) {
    return jdbi.inTransaction(
        handle -> {
          Approval approval = lock(handle, idText);
          if (!approval.isOf(by)) {
            by.require(approval.kind().permission());
          }
          return decide(handle, approval, Approval.State.declined, by);
        });
  }

  private Approval lock(Handle handle, String idText) {
    ApprovalId id = ApprovalId.parse(idText);
    Approval approval = id == null ? null : store.lock(handle, id);
    if (approval == null) {
      throw new Rejection(OperatorError.APPROVAL_NOT_FOUND, Message.of("approval.unknown"));
    }
    return approval;
  }

  private Approval decide(
      Handle handle, Approval approval, Approval.State state, ActingOperator by) {
    store.decide(handle, approval.id(), state, by.name());
    log.record(
        handle, by.actor(), "approval." + state, "by " + approval.requestedBy(), logged(approval));
    return new Approval(
        approval.id(),
        approval.kind(),
        approval.subject(),
        approval.details(),
        approval.summary(),
        approval.facts(),
        approval.requestedBy(),
        approval.requestedAt(),
        approval.expiresAt(),
        state);
  }

  /** Ends every open request of an operator who may no longer make it. */
  public void declineAllOf(Handle handle, String requestedBy, Actor by) {
    store.declineAllOf(handle, requestedBy, by.name());
  }

  private TwoPersonWork work(FourEyes kind) {
    return Objects.requireNonNull(work.get(kind), kind.name());
  }

  private static String logged(Approval approval) {
    return approval.id() + ": " + approval.summary();
  }

  private static Rejection changed() {
    return new Rejection(OperatorError.FACTS_CHANGED, Message.of("approval.outdated"));
  }
}
