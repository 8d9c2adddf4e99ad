package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.chain.watch.OverdueStore.Overdue;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Expires payments whose time has definitely run out.
 *
 * <ul>
 *   <li>A block that is final and read has reached the deadline, on every chain that the payment
 *       was prepared for; on any chain if it was prepared for none.
 *   <li>In the state of that very block, named by its hash, a quorum of nodes says that each of its
 *       refs is open. So a node that hides logs, or is on another chain, fails no payment.
 *   <li>If a chain is silent or halted, or no longer configured, its payments wait. No other
 *       payment waits for them: each round looks further than those that wait.
 *   <li>Its addresses for plain transfers were read again up to the deadline, and no transfer to
 *       them is in dispute.
 *   <li>No ref or address was added meanwhile: they are counted again in the transaction that ends
 *       the payment.
 * </ul>
 */
final class ExpirePayments {
  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCHES = 20;

  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final Map<Deployment, Quorum> sources;
  private final OverdueStore overdue = new OverdueStore();
  private final CursorStore cursors = new CursorStore();
  private @Nullable Overdue after;

  /**
   * @param sources the quorums of all configured chains
   */
  ExpirePayments(Jdbi jdbi, ApplyReport apply, Map<Deployment, Quorum> sources) {
    this.jdbi = jdbi;
    this.apply = apply;
    this.sources = sources;
  }

  /**
   * Expires the payments that are due; returns refs that are settled although no log that was read
   * says so.
   */
  Set<Bytes32> handle(Deployment here, Cursor cursor) {
    Set<Bytes32> unread = new HashSet<>();
    for (int i = 0; i < MAX_BATCHES; i++) {
      Overdue from = after;
      Batch batch = jdbi.withHandle(handle -> read(handle, cursor, from));
      Set<PaymentId> waiting = waiting(batch, here, unread);
      expire(batch.without(waiting), here, cursor);
      if (batch.payments.size() < MAX_BATCH) {
        after = null;
        return unread;
      }
      after = batch.payments.getLast();
    }
    return unread; // the next round continues here
  }

  private void expire(Batch batch, Deployment here, Cursor cursor) {
    if (batch.payments.isEmpty()) {
      return;
    }
    List<Report> expired =
        batch.payments.stream()
            .map(payment -> ChainReports.expired(payment.payment(), cursor.time()))
            .toList();
    apply.handleAll(
        expired,
        handle -> {
          cursors.move(handle, here, cursor, cursor);
          refuseNewRefs(handle, batch);
        });
  }

  private record Batch(
      Map<Deployment, Cursor> cursors, List<Overdue> payments, List<OverdueStore.Ref> refs) {

    Batch without(Set<PaymentId> waiting) {
      return new Batch(
          cursors,
          payments.stream().filter(it -> !waiting.contains(it.payment())).toList(),
          refs.stream().filter(ref -> !waiting.contains(ref.payment())).toList());
    }
  }

  private Batch read(Handle handle, Cursor cursor, @Nullable Overdue from) {
    Map<Deployment, Cursor> all = cursors.all(handle);
    List<Overdue> payments = overdue.find(handle, cursor.time(), from, MAX_BATCH);
    return new Batch(
        all, payments, payments.isEmpty() ? List.of() : overdue.refs(handle, payments));
  }

  /** Returns the payments of this batch that a chain has, or may still have, news about. */
  private Set<PaymentId> waiting(Batch batch, Deployment here, Set<Bytes32> unread) {
    Set<PaymentId> waiting = new HashSet<>();
    for (Deployment deployment : deployments(batch.refs)) {
      List<OverdueStore.Ref> refs =
          batch.refs.stream().filter(ref -> ref.deployment().equals(deployment)).toList();
      List<OverdueStore.Ref> settled = settledOrUnknown(deployment, batch, refs, here, unread);
      settled.forEach(ref -> waiting.add(ref.payment()));
    }
    return waiting;
  }

  private List<OverdueStore.Ref> settledOrUnknown(
      Deployment deployment,
      Batch batch,
      List<OverdueStore.Ref> refs,
      Deployment here,
      Set<Bytes32> unread) {
    Quorum source = sources.get(deployment);
    Cursor cursor = batch.cursors.get(deployment);
    if (source == null || cursor == null || cursor.hash() == null || cursor.halted() != null) {
      return refs;
    }
    List<RefState> answers;
    try {
      answers =
          source.settled(
              cursor.number(), cursor.hash(), refs.stream().map(OverdueStore.Ref::ref).toList());
    } catch (ChainUnavailable e) {
      if (deployment.equals(here)) {
        throw e;
      }
      return refs; // its own watcher reports the outage
    }
    List<OverdueStore.Ref> open = new ArrayList<>();
    for (int i = 0; i < refs.size(); i++) {
      OverdueStore.Ref ref = refs.get(i);
      RefState state = answers.get(i);
      if (state == RefState.SETTLED && deployment.equals(here)) {
        unread.add(ref.ref());
      }
      if (state != RefState.OPEN || cursor.time().getEpochSecond() < ref.deadline()) {
        open.add(ref);
      }
    }
    return open;
  }

  private void refuseNewRefs(Handle handle, Batch batch) {
    int now = overdue.refs(handle, batch.payments).size();
    if (now != batch.refs.size() || overdue.unreadAddresses(handle, batch.payments) > 0) {
      throw new ChainUnavailable("a payment was prepared again while it expired");
    }
  }

  private static Collection<Deployment> deployments(List<OverdueStore.Ref> refs) {
    Set<Deployment> deployments = new HashSet<>();
    refs.forEach(ref -> deployments.add(ref.deployment()));
    return deployments;
  }
}
