package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.money.Bytes32;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/**
 * Lets go of transactions that were seen and then replaced for good, so that the payer can pay in
 * another way.
 *
 * <ul>
 *   <li>A final block that is read has reached the end of what was signed or sent: the contract
 *       refuses it in every block from then on.
 *   <li>In the state of that very block a quorum of nodes says that the ref is open.
 *   <li>A payment of which nothing else is under way is created again. It stays watched: whatever
 *       is settled all the same is confirmed.
 * </ul>
 */
final class DropTransactions {
  private static final int MAX_BATCH = 500;

  private final Deployment deployment;
  private final Map<Deployment, Quorum> sources;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final WatchedRefQueries refs = new WatchedRefQueries();
  private final RefStore store = new RefStore();
  private final CursorStore cursors = new CursorStore();

  DropTransactions(
      Deployment deployment, Map<Deployment, Quorum> sources, Jdbi jdbi, ApplyReport apply) {
    this.deployment = deployment;
    this.sources = sources;
    this.jdbi = jdbi;
    this.apply = apply;
  }

  /** Drops what is due; returns refs that are settled although no log that was read says so. */
  Set<Bytes32> handle(Cursor cursor) {
    Set<Bytes32> unread = new HashSet<>();
    Bytes32 hash = cursor.hash();
    List<WatchedRefQueries.Sent> due =
        jdbi.withHandle(handle -> refs.ended(handle, deployment, cursor.time(), MAX_BATCH));
    if (due.isEmpty() || hash == null) {
      return unread;
    }
    List<RefState> states =
        Objects.requireNonNull(sources.get(deployment))
            .settled(cursor.number(), hash, due.stream().map(WatchedRefQueries.Sent::ref).toList());
    List<WatchedRefQueries.Sent> gone = new ArrayList<>();
    for (int i = 0; i < due.size(); i++) {
      switch (states.get(i)) {
        case OPEN -> gone.add(due.get(i));
        case SETTLED -> unread.add(due.get(i).ref());
        case DISPUTED -> {}
      }
    }
    if (!gone.isEmpty()) {
      drop(gone, cursor);
    }
    return unread;
  }

  private void drop(List<WatchedRefQueries.Sent> gone, Cursor cursor) {
    List<Report> reports =
        gone.stream()
            .filter(WatchedRefQueries.Sent::isLast)
            .map(it -> ChainReports.dropped(it.payment(), cursor))
            .toList();
    apply.handleAll(
        reports,
        handle -> {
          cursors.move(handle, deployment, cursor, cursor);
          store.forgetSent(
              handle, deployment, gone.stream().map(WatchedRefQueries.Sent::ref).toList());
        });
  }
}
