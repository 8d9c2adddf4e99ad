package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
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
 * Payments, as one deployment settles them.
 *
 * <ul>
 *   <li>Only a stored ref counts, and only if the log's own fields hash to it: another payee, token
 *       or amount confirms nothing. A ref has all prices in it: the price of the log must be one
 *       that was stored with the ref.
 *   <li>A payment is confirmed once. If a second of its refs is settled, the payer has paid twice:
 *       that is recorded and told to operator and merchant, but not as another success.
 *   <li>The cursor moves together with the last of the confirmations. Those before it are applied
 *       only while the cursor has not moved, and applying them again changes nothing.
 *   <li>Before finality a payment is submitted, and no more unless its merchant wants that ({@link
 *       EarlyPayments}). If its block is replaced, it stays so until the transaction is in another
 *       block or can no longer be mined.
 * </ul>
 */
final class FollowedPayments implements Followed<FollowedPayments.Match> {
  /** Settlements per transaction: at most a second's work, so that nobody waits for long. */
  private static final int MAX_SLICE = 1000;

  private final Deployment deployment;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final ExpirePayments expire;
  private final DropTransactions drop;
  private final EarlyPayments early;
  private final WatchedRefQueries refs = new WatchedRefQueries();
  private final RefStore store = new RefStore();
  private final CursorStore cursors = new CursorStore();

  /**
   * @param sources the quorums of all configured chains
   */
  FollowedPayments(
      Deployment deployment,
      Map<Deployment, Quorum> sources,
      Jdbi jdbi,
      ApplyReport apply,
      ChainMetrics metrics) {
    this.deployment = deployment;
    this.jdbi = jdbi;
    this.apply = apply;
    this.expire = new ExpirePayments(jdbi, apply, sources);
    this.drop = new DropTransactions(deployment, sources, jdbi, apply);
    this.early = new EarlyPayments(deployment, sources, jdbi, apply, metrics);
  }

  record Match(SettledLog log, WatchedRefQueries.Known ref) implements Followed.Match {
    private RefStore.Settlement settlement() {
      return new RefStore.Settlement(log, ref.token());
    }

    @Override
    public boolean isRecorded() {
      return ref.settled();
    }

    @Override
    public boolean isNews() {
      return ref.untouched()
          || (ref.early() && !Objects.equals(ref.seenBlock(), log.blockNumber()));
    }
  }

  @Override
  public List<Open> open(Open after, int most) {
    return jdbi.withHandle(handle -> refs.open(handle, deployment, after, most));
  }

  /** Returns the logs that a payment waits for and whose fields hash to the ref. */
  @Override
  public List<Match> match(List<SettledLog> logs) {
    if (logs.isEmpty()) {
      return List.of();
    }
    Map<Bytes32, WatchedRefQueries.Known> known = new HashMap<>();
    Set<Bytes32> all = new HashSet<>();
    logs.forEach(log -> all.add(log.ref()));
    jdbi.withHandle(handle -> refs.known(handle, deployment, all))
        .forEach(ref -> known.put(ref.ref(), ref));
    List<Match> matches = new ArrayList<>();
    for (SettledLog log : logs) {
      WatchedRefQueries.Known ref = known.get(log.ref());
      WatchedRefQueries.Known paid = ref == null ? null : ref.paidBy(deployment, log);
      if (paid != null) {
        matches.add(new Match(log, paid));
      }
    }
    return matches;
  }

  @Override
  public void see(List<Match> held, Cursor cursor) {
    for (int i = 0; i < held.size(); i += MAX_SLICE) {
      List<Match> slice = held.subList(i, Math.min(held.size(), i + MAX_SLICE));
      apply.handleAll(
          slice.stream()
              .map(match -> ChainReports.submitted(deployment, match.ref, match.log))
              .toList(),
          handle -> {
            cursors.move(handle, deployment, cursor, cursor);
            store.noteSeen(
                handle,
                deployment,
                slice.stream().map(Match::log).toList(),
                later(Instant.now(), cursor.time()));
            store.noteInBlock(
                handle,
                deployment,
                slice.stream().filter(match -> match.ref.early()).map(Match::log).toList());
          });
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  @Override
  public void settle(List<Match> proven, Cursor from, Cursor to, @Nullable Instant at) {
    int start = 0;
    for (; proven.size() - start > MAX_SLICE; start += MAX_SLICE) {
      apply(proven.subList(start, start + MAX_SLICE), from, from, at);
    }
    apply(proven.subList(start, proven.size()), from, to, at);
  }

  @Override
  public Set<Bytes32> end(Cursor cursor) {
    Set<Bytes32> unread = expire.handle(deployment, cursor);
    unread.addAll(drop.handle(cursor));
    unread.addAll(early.takeBack(cursor));
    return unread;
  }

  /** Confirms payments that need not be final, in blocks that are safe enough for them. */
  void confirmEarly(Cursor cursor, int logRange) {
    early.confirm(cursor, logRange, this::match);
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
    apply.handleAll(
        confirmations,
        (handle, payment) ->
            isPaidTwice(handle, settled.getOrDefault(payment.id(), Set.of()), payment),
        handle -> {
          cursors.move(handle, deployment, from, to);
          store.markSettled(handle, deployment, matches.stream().map(Match::settlement).toList());
        });
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
