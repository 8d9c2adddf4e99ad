package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.money.Bytes32;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.refund.ApplyRefunds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * One round of reading a chain, from the cursor on. It may be interrupted between any two steps,
 * and another watcher may run at the same time: its work is complete or rolled back, and the next
 * round continues from the cursor.
 *
 * <ul>
 *   <li>Payments are confirmed from final blocks, in the transaction that moves the cursor past
 *       them.
 *   <li>If a quorum has another block at the cursor, a block that was called final was not. A
 *       machine cannot correct that: the chain is halted until the operator resumes it.
 *   <li>Plain transfers are recorded from the same blocks before the cursor moves past them, and
 *       again by a rescan of each address.
 *   <li>Blocks that are not final only make a payment submitted, unless its merchant and the
 *       operator want small amounts confirmed in them: last of all, so that it delays nothing.
 *   <li>Payments are expired only when everything final is read.
 *   <li>Refunds are followed in the same way, each in a transaction that the cursor's position must
 *       allow.
 * </ul>
 */
public final class WatchRound {
  private static final Logger LOG = System.getLogger(WatchRound.class.getName());

  /** Chunks per round, so that a long catch-up does not delay a stop or a new leader. */
  private static final int MAX_CHUNKS = 50;

  /** More than this at once was not read for a while. */
  private static final Duration MAX_MEASURED = Duration.ofMinutes(30);

  /** So long after its end a payment has usually expired: finality takes minutes. */
  private static final Duration USUAL_DELAY = Duration.ofMinutes(30);

  private static final int MAX_HELD_UP = 1000;
  private static final Duration COUNTED_EVERY = Duration.ofMinutes(1);

  private final ChainConfig chain;
  private final Deployment deployment;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final ChainMetrics metrics;
  private final CursorStore cursors = new CursorStore();
  private final OverdueStore overdue = new OverdueStore();
  private final TransferAddressStore addresses = new TransferAddressStore();
  private final TransferAddressQueries queries = new TransferAddressQueries();
  private final FollowedPayments followedPayments;
  private final FollowRefs<?> payments;
  private final FollowRefs<?> refunds;
  private final FinalLogs logs;
  private final RecentLogs recentLogs;
  private final CreditTransfers credit;
  private final TransferRescan rescan;
  private final ConfirmTransfers transfers;
  private long countNanos = System.nanoTime();

  public WatchRound(
      ChainConfig chain,
      Map<Deployment, Quorum> sources,
      Jdbi jdbi,
      ApplyReport apply,
      ApplyRefunds applyRefunds,
      ChainMetrics metrics) {
    this.chain = chain;
    this.deployment = chain.deployment();
    this.quorum = Objects.requireNonNull(sources.get(deployment));
    this.jdbi = jdbi;
    this.metrics = metrics;
    this.followedPayments = new FollowedPayments(deployment, sources, jdbi, apply, metrics);
    Followed<?> followedRefunds = new FollowedRefunds(chain, quorum, jdbi, applyRefunds);
    this.payments = new FollowRefs<>(chain, quorum, followedPayments);
    this.refunds = new FollowRefs<>(chain, quorum, followedRefunds);
    this.logs = new FinalLogs(chain, quorum, List.of(followedPayments, followedRefunds));
    this.recentLogs = new RecentLogs(chain, quorum);
    this.credit = new CreditTransfers(chain, quorum, jdbi, apply);
    this.rescan = new TransferRescan(chain, quorum, jdbi, credit);
    this.transfers = new ConfirmTransfers(chain, jdbi, apply);
  }

  /** Counts the payments that this chain keeps from expiring, whether it answers or not. */
  void countHeldUp() {
    if (countNanos - System.nanoTime() > 0) {
      return;
    }
    countNanos = System.nanoTime() + COUNTED_EVERY.toNanos();
    Instant before = Instant.now().minus(USUAL_DELAY);
    metrics.heldUp(
        jdbi.withHandle(
            handle -> overdue.heldUp(handle, chain.addressFactory(), before, MAX_HELD_UP)));
  }

  /** Runs one round; returns true if there is more to read at once. */
  boolean run() {
    Cursor cursor = cursor();
    metrics.at(cursor);
    if (cursor.halted() != null) {
      return false;
    }
    cursor = onSameChain(cursor);
    if (cursor == null) {
      return false;
    }
    Header last = quorum.finalized();
    if (last.number() < cursor.number()) {
      throw new ChainUnavailable("the nodes are behind the blocks already read");
    }
    Cursor before = cursor;
    for (int i = 0; i < MAX_CHUNKS && cursor.number() < last.number(); i++) {
      cursor = readOn(cursor, last);
      metrics.at(cursor);
    }
    transfers.handle(cursor);
    if (cursor.number() < last.number()) {
      return true;
    }
    measure(before, cursor);
    rescan.handle(cursor);
    transfers.handle(cursor);
    metrics.disputed(jdbi.withHandle(handle -> queries.disputed(handle, chain.addressFactory())));
    Cursor stays = cursor;
    recentLogs.read(
        stays,
        sightings -> {
          refunds.see(sightings, stays);
          payments.see(sightings, stays);
        });
    payments.finish(cursor);
    refunds.finish(cursor);
    if (chain.early() != null) {
      followedPayments.confirmEarly(cursor, chain.logRange());
    }
    return false;
  }

  /** Measures how long blocks take to be final and read, while nothing has to be caught up with. */
  private void measure(Cursor before, Cursor now) {
    Duration span = Duration.between(before.time(), now.time());
    Duration newest = Duration.between(now.time(), Instant.now());
    if (now.number() > before.number() && span.compareTo(MAX_MEASURED) < 0) {
      double seconds = Math.max(0, newest.toMillis() + span.toMillis() / 2.0) / 1000;
      jdbi.useHandle(handle -> cursors.noteFinal(handle, deployment, seconds));
    }
  }

  private Cursor cursor() {
    Cursor found = jdbi.withHandle(handle -> cursors.find(handle, deployment));
    return found == null ? begin() : found;
  }

  /**
   * Creates the cursor right before the first block that can contain a settlement, and never on a
   * block that may be replaced.
   */
  private Cursor begin() {
    long before = Math.max(0, chain.startBlock() - 1);
    Cursor cursor = Cursor.at(known(Math.min(before, quorum.finalized().number())));
    jdbi.useHandle(handle -> cursors.create(handle, deployment, cursor));
    return cursor;
  }

  /**
   * Returns the cursor, or null if the chain at the cursor has changed; then the chain is halted.
   */
  private @Nullable Cursor onSameChain(Cursor cursor) {
    Header now = known(cursor.number());
    if (cursor.hash() == null) {
      Cursor adopted = Cursor.at(now);
      jdbi.useTransaction(handle -> cursors.move(handle, deployment, cursor, adopted));
      return adopted;
    }
    if (now.hash().equals(cursor.hash())) {
      return cursor;
    }
    String why =
        "block %d was final with hash %s and has hash %s now"
            .formatted(cursor.number(), cursor.hash(), now.hash());
    jdbi.useTransaction(
        handle -> {
          cursors.halt(handle, deployment, cursor, why);
          addresses.doubt(handle, chain.addressFactory());
        });
    metrics.halted();
    LOG.log(Level.ERROR, "chain {0} is halted: {1}; see docs/operate/chains.md", chain.name(), why);
    return null;
  }

  private Cursor readOn(Cursor cursor, Header last) {
    long from = cursor.number() + 1;
    long to = Math.min(last.number(), cursor.number() + logs.range());
    Sightings<SettledLog> sightings = logs.read(from, to);
    if (sightings == null && from < to) {
      return cursor; // retried with fewer blocks
    }
    TransferLogs.Found live = credit.readLive(from, to);
    // Asked after the logs: a node that has this block had all blocks before it.
    Header end = known(to);
    boolean contradicts =
        (to == last.number() && !end.hash().equals(last.hash())) || !standsOn(cursor, end);
    if (contradicts) {
      throw new ChainUnavailable("blocks up to " + to + " do not fit together");
    }
    if (sightings == null) {
      logs.readByRefs(to, cursor, some -> settle(some, cursor, cursor, end));
      sightings = Sightings.none();
    }
    if (!credit.handle(live, cursor, end).isEmpty()) {
      rescan.soon();
    }
    Cursor moved = Cursor.at(end);
    settle(sightings, cursor, moved, end);
    return moved;
  }

  private void settle(Sightings<SettledLog> sightings, Cursor from, Cursor to, Header end) {
    refunds.settle(sightings, from, from, end.time()); // before the cursor moves
    payments.settle(sightings, from, to, end.time());
  }

  /**
   * Tells whether the block follows the cursor. The child names the cursor's block as its parent;
   * for a later block, the cursor's block is asked for again, after the logs.
   */
  private boolean standsOn(Cursor cursor, Header end) {
    Bytes32 under =
        end.number() == cursor.number() + 1 ? end.parent() : known(cursor.number()).hash();
    return under.equals(cursor.hash());
  }

  private Header known(long number) {
    Header header = quorum.header(number);
    if (header == null) {
      throw new ChainUnavailable("the nodes do not have block " + number + " yet");
    }
    return header;
  }
}
