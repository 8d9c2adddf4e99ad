package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Claims;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.settlement.refund.RefundWatchStore;
import dev.paylink.settlement.refund.RefundWatchStore.Watched;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Follows the refunds of one deployment.
 *
 * <ul>
 *   <li>A refund is settled by a final block that a quorum proves to hold its ref, with the fields
 *       that were requested: another payee, token or amount settles nothing. It is recorded before
 *       the cursor passes the block; recording it again changes nothing.
 *   <li>Before that it is sent, while a block that is not final holds it, and requested again when
 *       no block does.
 *   <li>It has ended when a final block has reached its deadline, and a quorum says in the state of
 *       that block that its ref is open. The contract refuses it from then on.
 * </ul>
 */
final class WatchRefunds implements Settling {
  private static final Logger LOG = System.getLogger(WatchRefunds.class.getName());
  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCHES = 20;
  private static final int MAX_SENT = 500;

  private final ChainConfig chain;
  private final Deployment deployment;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final ApplyRefunds apply;
  private final RefundWatchStore store = new RefundWatchStore();
  private final CursorStore cursors = new CursorStore();

  WatchRefunds(ChainConfig chain, Quorum quorum, Jdbi jdbi, ApplyRefunds apply) {
    this.chain = chain;
    this.deployment = chain.deployment();
    this.quorum = quorum;
    this.jdbi = jdbi;
    this.apply = apply;
  }

  /** A log under the ref of a refund. */
  private record Match(SettledLog log, Watched refund) {
    /**
     * Compares what moved with what was requested. A ref of the second contract's refunds has the
     * payment and the id in it and nothing else.
     */
    private boolean isRight() {
      return log.id().equals(Terms.idOf(refund.id()))
          && log.payee().hex().equalsIgnoreCase(refund.to())
          && log.token().equals(refund.tokenAddress())
          && log.amount().equals(refund.units());
    }
  }

  /**
   * Settles what the quorum proves, while the cursor stays; returns what it cannot decide. A refund
   * under whose ref the merchant paid something else has ended: the contract takes its id once.
   */
  Quorum.Verdict settle(Claims<SettledLog> claims, Cursor cursor) {
    Map<SettledLog, Match> open = new HashMap<>();
    known(claims.logs()).stream()
        .filter(match -> !match.refund.settled())
        .forEach(match -> open.put(match.log, match));
    Quorum.Verdict verdict = quorum.judge(claims, List.copyOf(open.keySet()));
    Map<Bytes32, ApplyRefunds.Settlement> right = new LinkedHashMap<>();
    Map<Bytes32, Watched> wrong = new LinkedHashMap<>();
    for (SettledLog log : verdict.proven()) {
      Match match = Objects.requireNonNull(open.get(log));
      if (match.isRight()) {
        right.putIfAbsent(log.ref(), settlement(match));
      } else {
        wrong.putIfAbsent(log.ref(), match.refund);
      }
    }
    apply.settle(List.copyOf(right.values()), handle -> stay(handle, cursor));
    if (!wrong.isEmpty()) {
      LOG.log(
          Level.WARNING, "refunds were paid with other terms than requested: {0}", wrong.keySet());
      apply.end(List.copyOf(wrong.values()), handle -> stay(handle, cursor));
    }
    return verdict;
  }

  @Override
  public boolean isRecorded(List<SettledLog> logs) {
    return match(logs).stream().anyMatch(match -> match.refund.settled());
  }

  @Override
  public List<SettledLog> record(Claims<SettledLog> claims, Cursor cursor) {
    return settle(claims, cursor).proven();
  }

  /** Notes what is in these blocks, which are not final. */
  void see(Claims<SettledLog> claims, Cursor cursor) {
    Map<SettledLog, Match> matches = new LinkedHashMap<>();
    match(claims.logs()).stream()
        .filter(match -> !match.refund.settled())
        .forEach(match -> matches.put(match.log, match));
    List<SettledLog> held = quorum.held(claims, List.copyOf(matches.keySet()));
    note(
        held.stream().map(log -> sighting(Objects.requireNonNull(matches.get(log)))).toList(),
        List.of(),
        cursor);
  }

  /** Takes back what was seen in a block that is no longer there. */
  void lookAgain(Cursor cursor) {
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
        match(quorum.logsOf(refs, from, to).logs()).forEach(match -> there.add(match.refund.ref()));
      }
    } catch (TooManyLogs e) {
      return; // it stays sent until its block is final or its time has run out
    }
    note(List.of(), sent.stream().filter(it -> !there.contains(it.ref())).toList(), cursor);
  }

  /**
   * Ends the refunds whose time has run out; returns refs that are settled although no log that was
   * read says so.
   */
  Set<Bytes32> end(Cursor cursor) {
    Set<Bytes32> unread = new HashSet<>();
    long now = cursor.time().getEpochSecond();
    Watched last = null;
    for (int i = 0; i < MAX_BATCHES; i++) {
      List<Watched> due = open(last == null ? 0 : last.deadline(), last, now, MAX_BATCH);
      if (due.isEmpty()) {
        break;
      }
      List<RefState> states =
          quorum.settled(
              cursor.number(),
              Objects.requireNonNull(cursor.hash()),
              due.stream().map(Watched::ref).toList());
      List<Watched> ended = new ArrayList<>();
      for (int j = 0; j < due.size(); j++) {
        switch (states.get(j)) {
          case OPEN -> ended.add(due.get(j));
          case SETTLED -> unread.add(due.get(j).ref());
          case DISPUTED -> {}
        }
      }
      apply.end(ended, handle -> stay(handle, cursor));
      last = due.getLast();
    }
    return unread;
  }

  /** Returns the refs that can still be settled. */
  OpenRefs open() {
    return (last, most) ->
        jdbi
            .withHandle(
                handle ->
                    store.open(
                        handle,
                        deployment.chainId(),
                        deployment.contract(),
                        last.deadline(),
                        last.ref(),
                        Long.MAX_VALUE,
                        most))
            .stream()
            .map(it -> new WatchedRefStore.Open(it.deadline(), it.ref()))
            .toList();
  }

  private List<Watched> open(long deadline, @Nullable Watched last, long latest, int most) {
    return jdbi.withHandle(
        handle ->
            store.open(
                handle,
                deployment.chainId(),
                deployment.contract(),
                deadline,
                last == null ? Bytes32.LAST : last.ref(),
                latest,
                most));
  }

  private void note(List<ApplyRefunds.Sighting> seen, List<Watched> gone, Cursor cursor) {
    if (!seen.isEmpty() || !gone.isEmpty()) {
      apply.see(seen, gone, handle -> stay(handle, cursor));
    }
  }

  /** Ensures that the cursor is where this watcher believes it to be, until the commit. */
  private void stay(Handle handle, Cursor cursor) {
    cursors.move(handle, deployment, cursor, cursor);
  }

  /** Returns the logs that a refund waits for and that moved what was requested. */
  private List<Match> match(List<SettledLog> logs) {
    return known(logs).stream().filter(Match::isRight).toList();
  }

  /** Returns the logs under refs of refunds. */
  private List<Match> known(List<SettledLog> logs) {
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

  private static ApplyRefunds.Settlement settlement(Match match) {
    return new ApplyRefunds.Settlement(
        match.refund.merchant(),
        match.refund.id(),
        match.log.transaction(),
        match.log.blockNumber(),
        match.log.blockHash());
  }

  private static ApplyRefunds.Sighting sighting(Match match) {
    return new ApplyRefunds.Sighting(
        match.refund.merchant(), match.refund.id(), match.log.transaction());
  }
}
