package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.Claims;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.read.Payment;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Turns settlements in final blocks into confirmations, in the transaction that moves the cursor
 * past them.
 *
 * <ul>
 *   <li>Only a stored ref counts, and only if the log's own fields hash to it: another payee, token
 *       or amount confirms nothing. The second contract's refs have all prices in them: there the
 *       price of the log must be one that was stored with the ref.
 *   <li>Only proof by a quorum of nodes counts: the log in its block, and the ref in the state of
 *       that block.
 *   <li>A payment is confirmed once. If a second of its refs is settled, the payer has paid twice:
 *       that is recorded and told to operator and merchant, but not as another success.
 *   <li>The cursor moves together with the last of the confirmations. Those before it are applied
 *       only while the cursor has not moved, and applying them again changes nothing.
 * </ul>
 */
final class ConfirmSettlements implements Settling {
  private static final Logger LOG = System.getLogger(ConfirmSettlements.class.getName());

  /** Settlements per transaction: at most a second's work, so that nobody waits for long. */
  static final int MAX_SLICE = 1000;

  private final Deployment deployment;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final ChainMetrics metrics;
  private final WatchedRefStore refs = new WatchedRefStore();
  private final CursorStore cursors = new CursorStore();

  ConfirmSettlements(
      Deployment deployment, Quorum quorum, Jdbi jdbi, ApplyReport apply, ChainMetrics metrics) {
    this.deployment = deployment;
    this.quorum = quorum;
    this.jdbi = jdbi;
    this.apply = apply;
    this.metrics = metrics;
  }

  /** A log with the ref it settles. */
  record Match(SettledLog log, WatchedRefStore.Known ref) {
    private WatchedRefStore.Settlement settlement() {
      return new WatchedRefStore.Settlement(log, ref.token());
    }
  }

  /**
   * Confirms the proven settlements, and moves the cursor.
   *
   * @param at when the newest of these blocks was made; null if it is not known
   */
  Quorum.Verdict handle(Claims<SettledLog> claims, Cursor from, Cursor to, @Nullable Instant at) {
    Map<SettledLog, Match> open = new HashMap<>();
    match(claims.logs()).stream()
        .filter(match -> !match.ref.settled())
        .forEach(match -> open.put(match.log, match));
    Quorum.Verdict verdict = quorum.judge(claims, List.copyOf(open.keySet()));
    Map<Bytes32, Match> proven = new LinkedHashMap<>();
    verdict.proven().forEach(log -> proven.putIfAbsent(log.ref(), open.get(log)));
    List<Match> news = List.copyOf(proven.values());
    int start = 0;
    for (; news.size() - start > MAX_SLICE; start += MAX_SLICE) {
      apply(news.subList(start, start + MAX_SLICE), from, from, at);
    }
    apply(news.subList(start, news.size()), from, to, at);
    return verdict;
  }

  @Override
  public boolean isRecorded(List<SettledLog> logs) {
    return match(logs).stream().anyMatch(match -> match.ref.settled());
  }

  @Override
  public List<SettledLog> record(Claims<SettledLog> claims, Cursor cursor) {
    return handle(claims, cursor, cursor, null).proven();
  }

  /** Returns the logs that a payment waits for and whose fields hash to the ref. */
  List<Match> match(List<SettledLog> logs) {
    if (logs.isEmpty()) {
      return List.of();
    }
    Map<Bytes32, WatchedRefStore.Known> known = new HashMap<>();
    Set<Bytes32> all = new HashSet<>();
    logs.forEach(log -> all.add(log.ref()));
    jdbi.withHandle(handle -> refs.known(handle, deployment, all))
        .forEach(ref -> known.put(ref.ref(), ref));
    List<Match> matches = new ArrayList<>();
    for (SettledLog log : logs) {
      WatchedRefStore.Known ref = known.get(log.ref());
      WatchedRefStore.Known paid = ref == null ? null : ref.paidBy(deployment, log);
      if (paid != null) {
        matches.add(new Match(log, paid));
      }
    }
    return matches;
  }

  private void apply(List<Match> matches, Cursor from, Cursor to, @Nullable Instant at) {
    List<Report> confirmations =
        matches.stream()
            .map(match -> ChainReports.confirmed(deployment, match.ref, match.log, at))
            .toList();
    Map<PaymentId, Set<Bytes32>> settled = new HashMap<>();
    matches.forEach(
        match ->
            settled
                .computeIfAbsent(match.ref.payment(), payment -> new HashSet<>())
                .add(match.ref.ref()));
    List<ReportResult> results =
        apply.handleAll(
            confirmations,
            (handle, payment) ->
                isPaidTwice(handle, settled.getOrDefault(payment.id(), Set.of()), payment),
            handle -> {
              cursors.move(handle, deployment, from, to);
              refs.markSettled(
                  handle, deployment, matches.stream().map(Match::settlement).toList());
            });
    for (int i = 0; i < results.size(); i++) {
      tell(matches.get(i), results.get(i));
    }
  }

  private void tell(Match match, ReportResult result) {
    if (result instanceof ReportResult.Recorded recorded
        && !recorded.applied()
        && !recorded.repeated()
        && jdbi.withHandle(
            handle -> isPaidTwice(handle, Set.of(match.ref.ref()), recorded.payment()))) {
      metrics.paidTwice();
      LOG.log(
          Level.ERROR,
          "{0} was paid twice: again by {1} on chain {2}; refund it",
          match.ref.payment(),
          match.log.transaction(),
          Long.toString(deployment.chainId()));
    }
  }

  /**
   * Tells whether the payer has paid twice: these refs are settled, and so may be others. A
   * settlement that is read again after a halt was reported before, and is not a second payment.
   */
  private boolean isPaidTwice(Handle handle, Set<Bytes32> settled, Payment payment) {
    return settled.size()
            + refs.countSettledBeside(handle, settled, payment.merchantId(), payment.id())
        > 1;
  }
}
