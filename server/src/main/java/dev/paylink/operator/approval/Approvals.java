package dev.paylink.operator.approval;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApprovalId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorError;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lets two people do what one must not do alone.
 *
 * <ul>
 *   <li>Nobody approves their own request; {@link SecondPerson} says who counts as another person.
 *       Nobody asks for or approves anything about a merchant of whose team they are.
 *   <li>A request is about what its asker saw, and an approval about what was asked for: if the
 *       facts have changed, nothing is done.
 *   <li>There is one undecided request for each subject. It expires after {@link #LIFETIME}.
 *   <li>Locks are taken in one order: the subject, then the request.
 * </ul>
 */
public final class Approvals {
  static final Duration LIFETIME = Duration.ofHours(24);

  private static final Message OWN = Message.of("approval.own");

  private final ApprovalStore store = new ApprovalStore();
  private final SecondPerson secondPerson = new SecondPerson();
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

  /**
   * A request that waits, as one operator sees it.
   *
   * @param summaryNow what would be done now; null when it cannot be done any more
   * @param outdated whether the facts have changed, so that nobody can agree
   * @param fault why this operator's agreement does not count; null when it does
   * @param concerned whether it is about this operator, who cannot decline it
   */
  public record Waiting(
      Approval approval,
      @Nullable String summaryNow,
      boolean outdated,
      @Nullable Message fault,
      boolean concerned) {}

  /**
   * What was done.
   *
   * @param link what only the operator who agreed sees; null without one
   */
  public record Approved(Approval approval, @Nullable Secret link) {}

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
   * @param seen the facts that the operator saw; null where there is nothing else to see
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
    work(kind).lock(handle, subject);
    if (work(kind).isOwn(handle, subject, by)) {
      throw new Rejection(OperatorError.SECOND_OPERATOR_REQUIRED, OWN);
    }
    ApprovalStore.Pending pending = store.lockPending(handle, kind, subject);
    TwoPersonWork.Plan plan = work(kind).plan(handle, subject, details);
    if (seen != null && !seen.equals(plan.facts())) {
      throw changed();
    }
    if (pending != null) {
      Approval earlier = pending.approval();
      boolean current = pending.isOpen() && !isOutdated(earlier, planNow(handle, earlier));
      if (current && !earlier.isOf(by)) {
        throw waiting(earlier);
      }
      if (current && earlier.details().equals(details)) {
        return earlier;
      }
      store.decide(handle, earlier.id(), Approval.State.outdated, by.name());
    }
    Approval approval = store.insert(handle, kind, subject, details, plan, by.actor(), LIFETIME);
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

  /** Returns the requests that wait for a second operator and that this one may see. */
  public List<Waiting> open(ActingOperator by) {
    return jdbi.withHandle(
        handle ->
            store.open(handle).stream()
                .filter(
                    approval ->
                        approval.kind() != FourEyes.operator || by.may(Permission.ADMINISTER))
                .map(approval -> waiting(handle, approval, by))
                .toList());
  }

  private Waiting waiting(Handle handle, Approval approval, ActingOperator by) {
    TwoPersonWork.Plan now = planNow(handle, approval);
    return new Waiting(
        approval,
        now == null ? null : now.summary(),
        isOutdated(approval, now),
        fault(handle, approval, by),
        work(approval.kind()).concerns(approval, by));
  }

  /** Returns why the agreement of this operator does not count; null when it does. */
  private @Nullable Message fault(Handle handle, Approval approval, ActingOperator by) {
    return work(approval.kind()).isOwn(handle, approval.subject(), by)
        ? OWN
        : secondPerson.fault(handle, approval, by);
  }

  private TwoPersonWork.@Nullable Plan planNow(Handle handle, Approval approval) {
    try {
      return work(approval.kind()).plan(handle, approval.subject(), approval.details());
    } catch (Rejection cannotBeDone) {
      return null;
    }
  }

  /** Tells whether what was asked for can no longer be done, or rests on other facts by now. */
  private static boolean isOutdated(Approval approval, TwoPersonWork.@Nullable Plan now) {
    return now == null || !now.facts().equals(approval.facts());
  }

  /**
   * Agrees to a request and does what it asks for. Refuses with 403 an operator who is not a second
   * person or lacks the permission, with 404 when nothing waits under this id, with 409 when the
   * facts have changed.
   *
   * @param idText as written in the path
   * @param link makes the link of an invitation's token, at the address by which this operator came
   */
  public Approved approve(ActingOperator by, String idText, UnaryOperator<String> link) {
    Approved done = jdbi.inTransaction(handle -> approve(handle, by, idText, link));
    if (done.approval.state() == Approval.State.outdated) {
      throw changed();
    }
    work(done.approval.kind()).done();
    return done;
  }

  private Approved approve(
      Handle handle, ActingOperator by, String idText, UnaryOperator<String> link) {
    Approval approval = lock(handle, idText);
    by.require(approval.kind().permission());
    Message fault = fault(handle, approval, by);
    if (fault != null) {
      throw new Rejection(OperatorError.SECOND_OPERATOR_REQUIRED, fault);
    }
    TwoPersonWork.Plan now = planNow(handle, approval);
    if (isOutdated(approval, now)) {
      return new Approved(decide(handle, approval, Approval.State.outdated, by), null);
    }
    // First, because the work may end all requests of the operator who asked.
    Approval approved = decide(handle, approval, Approval.State.approved, by);
    return new Approved(approved, work(approval.kind()).run(handle, approval, by, link));
  }

  /**
   * Declines a request, or withdraws the operator's own. Refuses with 403 an operator without the
   * permission, or whom the request is about, with 404 when nothing waits under this id.
   *
   * @param idText as written in the path
   */
  public Approval decline(ActingOperator by, String idText) {
    return jdbi.inTransaction(
        handle -> {
          Approval approval = lock(handle, idText);
          if (!approval.isOf(by)) {
            by.require(approval.kind().permission());
            if (work(approval.kind()).concerns(approval, by)) {
              throw new Rejection(
                  OperatorError.SECOND_OPERATOR_REQUIRED, Message.of("approval.concerned"));
            }
          }
          return decide(handle, approval, Approval.State.declined, by);
        });
  }

  /** Locks the subject of an open request, then the request. */
  private Approval lock(Handle handle, String idText) {
    ApprovalId id = ApprovalId.parse(idText);
    Approval found = id == null ? null : store.find(handle, id);
    if (found == null) {
      throw unknown();
    }
    work(found.kind()).lock(handle, found.subject());
    Approval approval = store.lock(handle, found.id());
    if (approval == null) { // decided while we waited
      throw unknown();
    }
    return approval;
  }

  private static Rejection unknown() {
    return new Rejection(OperatorError.APPROVAL_NOT_FOUND, Message.of("approval.unknown"));
  }

  private Approval decide(
      Handle handle, Approval approval, Approval.State state, ActingOperator by) {
    store.decide(handle, approval.id(), state, by.name());
    log.record(
        handle, by.actor(), "approval." + state, "by " + approval.requestedBy(), logged(approval));
    return approval.decided(state);
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
