package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.chain.wallet.EarlyRefQueries;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.money.Bytes32;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Confirms payments before they are final, where operator and merchant want that for small amounts,
 * and takes back what final blocks then do not have.
 *
 * <ul>
 *   <li>A quorum of nodes calls a block early enough, has the settlement's log in that block or
 *       before it, and says in the state of that block that the ref is settled.
 *   <li>The report is the one of the final block, under the same reference: read again there, it
 *       changes nothing. One settlement confirms once.
 *   <li>The ref is marked in the transaction of the confirmation, and only before the cursor has
 *       passed its block. So the round in which the cursor passes it finds the mark, whatever was
 *       restarted in between. The mark goes when the settlement is final, or with the report that
 *       takes it back.
 *   <li>It is taken back when the cursor has passed the block and a quorum says that the ref is
 *       open there. If it is settled, its log is searched for; if nodes disagree, it waits.
 *   <li>A payment that was prepared in a second way waits for finality: both could be paid, and one
 *       taken back. So do plain transfers, which are counted from final blocks only. What was taken
 *       back is confirmed again by a final block only.
 * </ul>
 */
final class EarlyPayments {
  private static final Logger LOG = System.getLogger(EarlyPayments.class.getName());
  private static final int MAX_BATCH = 500;

  private final Deployment deployment;
  private final Map<Deployment, Quorum> sources;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final ChainMetrics metrics;
  private final EarlyRefQueries refs = new EarlyRefQueries();
  private final RefStore store = new RefStore();
  private final CursorStore cursors = new CursorStore();

  EarlyPayments(
      Deployment deployment,
      Map<Deployment, Quorum> sources,
      Jdbi jdbi,
      ApplyReport apply,
      ChainMetrics metrics) {
    this.deployment = deployment;
    this.sources = sources;
    this.jdbi = jdbi;
    this.apply = apply;
    this.metrics = metrics;
  }

  /** The logs that payments wait for, with what they settle. */
  interface Matches extends Function<List<SettledLog>, List<FollowedPayments.Match>> {}

  /**
   * Confirms what is in blocks after the cursor that are early enough.
   *
   * @param logRange blocks per question
   */
  void confirm(Cursor cursor, int logRange, Matches matches) {
    List<EarlyRefQueries.Seen> seen =
        jdbi.withHandle(handle -> refs.seen(handle, deployment, cursor.number(), MAX_BATCH));
    if (seen.isEmpty()) {
      return;
    }
    Header last = quorum().early();
    List<EarlyRefQueries.Seen> due =
        seen.stream().filter(it -> it.block() <= last.number()).toList();
    for (int start = 0; start < due.size(); ) {
      long from = due.get(start).block();
      long to = Math.min(last.number(), from + logRange - 1);
      List<Bytes32> some =
          due.stream()
              .skip(start)
              .takeWhile(it -> it.block() <= to)
              .map(EarlyRefQueries.Seen::ref)
              .toList();
      confirm(some, from, to, last, cursor, matches);
      start += some.size();
    }
  }

  private void confirm(
      List<Bytes32> some, long from, long to, Header last, Cursor cursor, Matches matches) {
    Map<SettledLog, FollowedPayments.Match> small = new LinkedHashMap<>();
    List<SettledLog> held;
    try {
      Sightings<SettledLog> sightings = quorum().logsOf(some, from, to);
      matches.apply(sightings.logs()).stream()
          .filter(match -> match.ref().early())
          .forEach(match -> small.put(match.log(), match));
      held = quorum().held(sightings, List.copyOf(small.keySet()));
    } catch (TooManyLogs e) {
      return; // they are read once they are final
    }
    Map<Bytes32, FollowedPayments.Match> proven = new LinkedHashMap<>();
    Map<Long, Header> blocks = new HashMap<>();
    for (SettledLog log : settled(held, last)) {
      Header block = blocks.computeIfAbsent(log.blockNumber(), this::known);
      if (block.hash().equals(log.blockHash())) {
        proven.putIfAbsent(log.ref(), Objects.requireNonNull(small.get(log)));
      }
    }
    if (!proven.isEmpty()) {
      record(List.copyOf(proven.values()), last, cursor);
      note(blocks.values());
    }
  }

  /** Returns the logs whose refs are settled in the state of this block. */
  private List<SettledLog> settled(List<SettledLog> logs, Header in) {
    List<RefState> states =
        quorum().settled(in.number(), in.hash(), logs.stream().map(SettledLog::ref).toList());
    List<SettledLog> settled = new ArrayList<>();
    for (int i = 0; i < logs.size(); i++) {
      if (states.get(i) == RefState.SETTLED) {
        settled.add(logs.get(i));
      }
    }
    return settled;
  }

  private Header known(long number) {
    Header header = quorum().header(number);
    if (header == null) {
      throw new ChainUnavailable("the nodes do not have block " + number + " any more");
    }
    return header;
  }

  private void record(List<FollowedPayments.Match> proven, Header last, Cursor cursor) {
    Map<Report, FollowedPayments.Match> reports = new LinkedHashMap<>();
    proven.forEach(
        match ->
            reports.put(
                ChainReports.confirmed(deployment, match.ref(), match.log(), last.time()), match));
    apply.handleEarly(
        List.copyOf(reports.keySet()),
        (handle, applied) -> {
          cursors.move(handle, deployment, cursor, cursor);
          List<FollowedPayments.Match> done =
              applied.stream().map(it -> Objects.requireNonNull(reports.get(it))).toList();
          refuseSecondWays(handle, done);
          store.markEarly(
              handle, deployment, done.stream().map(FollowedPayments.Match::log).toList());
        });
  }

  /** Refuses a payment that was prepared twice: preparing waits for this transaction. */
  private void refuseSecondWays(Handle handle, List<FollowedPayments.Match> done) {
    int ways =
        refs.countWays(
            handle,
            done.stream().map(match -> match.ref().merchantId()).toList(),
            done.stream().map(match -> match.ref().payment()).toList());
    if (ways != done.size()) {
      throw new ChainUnavailable("a payment was prepared again while it was confirmed");
    }
  }

  private void note(Iterable<Header> blocks) {
    Instant now = Instant.now();
    for (Header block : blocks) {
      double seconds = Math.max(0, Duration.between(block.time(), now).toMillis()) / 1000.0;
      jdbi.useHandle(handle -> cursors.noteEarly(handle, deployment, seconds));
    }
  }

  /**
   * Takes back what was confirmed in blocks that are read now and do not have it; returns refs that
   * are settled although no log that was read says so.
   */
  Set<Bytes32> takeBack(Cursor cursor) {
    Set<Bytes32> unread = new HashSet<>();
    List<EarlyRefQueries.Confirmed> passed =
        jdbi.withHandle(handle -> refs.confirmed(handle, deployment, cursor.number(), MAX_BATCH));
    Bytes32 hash = cursor.hash();
    if (passed.isEmpty() || hash == null) {
      return unread;
    }
    List<RefState> states =
        quorum()
            .settled(
                cursor.number(),
                hash,
                passed.stream().map(EarlyRefQueries.Confirmed::ref).toList());
    List<EarlyRefQueries.Confirmed> gone = new ArrayList<>();
    for (int i = 0; i < passed.size(); i++) {
      switch (states.get(i)) {
        case OPEN -> gone.add(passed.get(i));
        case SETTLED -> unread.add(passed.get(i).ref());
        case DISPUTED -> {}
      }
    }
    if (!gone.isEmpty()) {
      takeBack(gone, cursor);
    }
    return unread;
  }

  private void takeBack(List<EarlyRefQueries.Confirmed> gone, Cursor cursor) {
    apply.handleEarly(
        gone.stream().map(it -> ChainReports.reorganised(it.payment(), cursor)).toList(),
        (handle, applied) -> {
          cursors.move(handle, deployment, cursor, cursor);
          int open =
              store.takeBack(
                  handle, deployment, gone.stream().map(EarlyRefQueries.Confirmed::ref).toList());
          if (open != gone.size()) {
            throw new CursorStore.LeadershipLost(deployment); // another watcher was first
          }
        });
    for (EarlyRefQueries.Confirmed it : gone) {
      metrics.takenBack();
      LOG.log(
          Level.WARNING,
          "{0} was confirmed before it was final, and final blocks of chain {1} do not have it",
          it.payment(),
          Long.toString(deployment.chainId()));
    }
  }

  private Quorum quorum() {
    return Objects.requireNonNull(sources.get(deployment));
  }
}
