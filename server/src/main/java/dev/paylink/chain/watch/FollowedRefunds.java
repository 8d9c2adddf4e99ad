package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.settlement.refund.RefundWatchQueries;
import dev.paylink.settlement.refund.RefundWatchQueries.Watched;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Refunds, as one deployment settles them.
 *
 * <ul>
 *   <li>A refund is settled by a final block that a quorum proves to hold its ref, with the fields
 *       that were requested: another payee, token or amount settles nothing. It is recorded before
 *       the cursor passes the block; recording it again changes nothing.
 *   <li>Before that it is sent, while a block that is not final holds it, and requested again when
 *       no block does.
 *   <li>It has ended when a final block has reached its deadline, and a quorum says in the state of
 *       that block that its ref is open. The contract refuses it from then on. One without an
 *       address has no ref: nothing is asked.
 * </ul>
 */
final class FollowedRefunds implements Followed<FollowedRefunds.Match> {
  private static final Logger LOG = System.getLogger(FollowedRefunds.class.getName());
  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCHES = 20;
  private static final int MAX_SENT = 500;

  private final ChainConfig chain;
  private final Deployment deployment;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final ApplyRefunds apply;
  private final RefundWatchQueries store = new RefundWatchQueries();
  private final CursorStore cursors = new CursorStore();

  FollowedRefunds(ChainConfig chain, Quorum quorum, Jdbi jdbi, ApplyRefunds apply) {
    this.chain = chain;
    this.deployment = chain.deployment();
    this.quorum = quorum;
    this.jdbi = jdbi;
    this.apply = apply;
  }

  record Match(SettledLog log, Watched refund) implements Followed.Match {
    /**
     * Compares what moved with what was requested. A ref of a refund that the contract gives back
     * has the payment and the id in it and nothing else.
     */
    private boolean isRight() {
      return log.id().equals(Terms.idOf(refund.key().id()))
          && log.payee().equals(refund.to())
          && log.token().equals(refund.tokenAddress())
          && log.amount().equals(refund.units());
    }

    @Override
    public boolean isRecorded() {
      return refund.settled();
    }

    @Override
    public boolean isNews() {
      return isRight() && !refund.settled();
    }

    private ApplyRefunds.Settlement settlement() {
      return new ApplyRefunds.Settlement(
          refund.key(), log.transaction(), log.blockNumber(), log.blockHash());
    }

    private ApplyRefunds.Sighting sighting() {
      return new ApplyRefunds.Sighting(refund.key(), log.transaction());
    }
  }

  @Override
  public List<Open> open(Open after, int most) {
    return open(after, Long.MAX_VALUE, most).stream()
        .map(it -> new Open(it.deadline(), it.ref()))
        .toList();
  }

  private List<Watched> open(Open after, long latest, int most) {
    return jdbi.withHandle(
        handle ->
            store.open(
                handle,
                deployment.chainId(),
                deployment.contract(),
                after.deadline(),
                after.ref(),
                latest,
                most));
  }

  /** Returns the logs under refs of refunds, also those that moved something else. */
  @Override
  public List<Match> match(List<SettledLog> logs) {
    if (logs.isEmpty()) {
      return List.of();
    }
    Set<Bytes32> refs = new HashSet<>();
    logs.forEach(log -> refs.add(log.ref()));
    EvmAddress contract = deployment.contract();
    Map<Bytes32, Watched> known = new HashMap<>();
    jdbi.withHandle(handle -> store.known(handle, deployment.chainId(), contract, refs))
        .forEach(refund -> known.put(refund.ref(), refund));
    List<Match> matches = new ArrayList<>();
    for (SettledLog log : logs) {
      Watched refund = known.get(log.ref());
      if (refund != null) {
        matches.add(new Match(log, refund));
      }
    }
    return matches;
  }

  @Override
  public void see(List<Match> held, Cursor cursor) {
    note(held.stream().map(Match::sighting).toList(), List.of(), cursor);
  }

  private void note(
      List<ApplyRefunds.Sighting> seen, List<RefundWatchQueries.Key> gone, Cursor cursor) {
    if (!seen.isEmpty() || !gone.isEmpty()) {
      apply.see(seen, gone, handle -> stay(handle, cursor));
    }
  }

  /**
   * A refund under whose ref the merchant paid something else has ended: the contract takes its id
   * once.
   */
  @Override
  public void settle(List<Match> proven, Cursor from, Cursor to, @Nullable Instant at) {
    if (!from.equals(to)) {
      throw new IllegalArgumentException("the cursor moves with payments, after refunds");
    }
    List<Match> wrong = proven.stream().filter(match -> !match.isRight()).toList();
    if (!wrong.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "refunds were paid with other terms than requested: {0}",
          wrong.stream().map(match -> match.refund.ref()).toList());
      apply.end(
          wrong.stream().map(match -> match.refund.key()).toList(), handle -> stay(handle, from));
    }
    apply.settle(
        proven.stream().filter(Match::isRight).map(Match::settlement).toList(),
        handle -> stay(handle, from));
  }

  @Override
  public Set<Bytes32> end(Cursor cursor) {
    takeBack(cursor);
    endUnaddressed(cursor);
    return endOverdue(cursor);
  }

  /** Takes back what was seen in a block that is no longer there. */
  private void takeBack(Cursor cursor) {
    List<Watched> sent =
        jdbi.withHandle(
            handle -> store.sent(handle, deployment.chainId(), deployment.contract(), MAX_SENT));
    if (sent.isEmpty()) {
      return;
    }
    List<Bytes32> refs = sent.stream().map(Watched::ref).toList();
    Set<Bytes32> there = new HashSet<>();
    long head = quorum.head();
    try {
      for (long from = cursor.number() + 1; from <= head; from += chain.logRange()) {
        long to = Math.min(head, from + chain.logRange() - 1);
        match(quorum.logsOf(refs, from, to).logs()).stream()
            .filter(Match::isRight)
            .forEach(match -> there.add(match.refund.ref()));
      }
    } catch (TooManyLogs e) {
      return; // it stays sent until its block is final or its time has run out
    }
    note(
        List.of(),
        sent.stream().filter(it -> !there.contains(it.ref())).map(Watched::key).toList(),
        cursor);
  }

  private void endUnaddressed(Cursor cursor) {
    long now = cursor.time().getEpochSecond();
    for (int i = 0; i < MAX_BATCHES; i++) {
      List<RefundWatchQueries.Key> due =
          jdbi.withHandle(
              handle -> store.unaddressed(handle, deployment.chainId(), now, MAX_BATCH));
      if (due.isEmpty()) {
        break;
      }
      apply.end(due, handle -> stay(handle, cursor));
    }
  }

  private Set<Bytes32> endOverdue(Cursor cursor) {
    Set<Bytes32> unread = new HashSet<>();
    Open last = Open.after(0);
    for (int i = 0; i < MAX_BATCHES; i++) {
      List<Watched> due = open(last, cursor.time().getEpochSecond(), MAX_BATCH);
      if (due.isEmpty()) {
        break;
      }
      List<RefState> states =
          quorum.settled(
              cursor.number(),
              Objects.requireNonNull(cursor.hash()),
              due.stream().map(Watched::ref).toList());
      List<RefundWatchQueries.Key> ended = new ArrayList<>();
      for (int j = 0; j < due.size(); j++) {
        switch (states.get(j)) {
          case OPEN -> ended.add(due.get(j).key());
          case SETTLED -> unread.add(due.get(j).ref());
          case DISPUTED -> {}
        }
      }
      apply.end(ended, handle -> stay(handle, cursor));
      last = new Open(due.getLast().deadline(), due.getLast().ref());
    }
    return unread;
  }

  /** Ensures that the cursor is where this watcher believes it to be, until the commit. */
  private void stay(Handle handle, Cursor cursor) {
    cursors.move(handle, deployment, cursor, cursor);
  }
}
