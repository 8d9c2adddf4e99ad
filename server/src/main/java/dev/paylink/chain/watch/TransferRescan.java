package dev.paylink.chain.watch;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.money.EvmAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Reads each address again, and notes how far, so that a transfer that the nodes did not show at
 * first is found.
 *
 * <ul>
 *   <li>An address is read up to a block only if no transfer to it before that block is in dispute:
 *       a payment does not expire before this scan has passed its deadline.
 *   <li>Addresses whose time has ended come first, in each round. Then all that are open, every
 *       five minutes, and those of ended payments every hour, for a month.
 *   <li>A round asks a bounded number of questions. An address in dispute does not hold up others.
 * </ul>
 */
final class TransferRescan {
  private static final int MAX_QUESTIONS = 20;
  private static final int ROUNDS_IN_DISPUTE = 5;
  private static final Duration OPEN_PASS = Duration.ofMinutes(5);
  private static final Duration ENDED_PASS = Duration.ofHours(1);
  private static final UUID FIRST = new UUID(0, 0);

  private final ChainConfig chain;
  private final Deployment deployment;
  private final AddressFactory factory;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final CreditTransfers credit;
  private final TransferAddressStore store = new TransferAddressStore();
  private final TransferAddressQueries queries = new TransferAddressQueries();
  private final CursorStore cursors = new CursorStore();
  private final Pass open = new Pass("live", OPEN_PASS);
  private final Pass ended = new Pass("kept", ENDED_PASS);
  private long endingDeadline;
  private UUID endingAfter = FIRST;
  private int questions;

  TransferRescan(ChainConfig chain, Quorum quorum, Jdbi jdbi, CreditTransfers credit) {
    this.chain = chain;
    this.deployment = chain.deployment();
    this.factory = chain.addressFactory();
    this.quorum = quorum;
    this.jdbi = jdbi;
    this.credit = credit;
  }

  void handle(Cursor cursor) {
    questions = MAX_QUESTIONS;
    lookAtEnding(cursor);
    open.handle(cursor);
    ended.handle(cursor);
  }

  /** Has open addresses read again within a few rounds: a node may only have been slow. */
  void soon() {
    open.begin(ROUNDS_IN_DISPUTE * chain.poll().toNanos());
  }

  private void lookAtEnding(Cursor cursor) {
    while (questions > 0) {
      List<TransferAddressQueries.Row> page =
          read(
              handle ->
                  queries.ending(
                      handle,
                      factory,
                      cursor.time(),
                      endingDeadline,
                      endingAfter,
                      TransferLogs.GROUP));
      look(page, cursor);
      boolean last = page.size() < TransferLogs.GROUP;
      endingDeadline = last ? 0 : page.getLast().deadline();
      endingAfter = last ? FIRST : page.getLast().payment().value();
      if (last) {
        return;
      }
    }
  }

  /** One walk over all addresses of a state, in as many rounds as it takes. */
  private final class Pass {
    private final String state;
    private final Duration pause;
    private long nextNanos = System.nanoTime();
    private long target;
    private long number;
    private UUID after = FIRST;
    private boolean isUnderWay;

    Pass(String state, Duration pause) {
      this.state = state;
      this.pause = pause;
    }

    void begin(long nanos) {
      long then = System.nanoTime() + nanos;
      nextNanos = then - nextNanos < 0 ? then : nextNanos;
    }

    void handle(Cursor cursor) {
      if (!isUnderWay) {
        if (nextNanos - System.nanoTime() > 0) {
          return;
        }
        nextNanos = System.nanoTime() + pause.toNanos();
        isUnderWay = true;
        target = cursor.number();
        number = -1;
        after = FIRST;
        jdbi.useTransaction(
            handle -> {
              cursors.stayAlone(handle, deployment, cursor);
              store.retire(handle, factory, cursor.time());
            });
      }
      while (isUnderWay && questions > 0) {
        List<TransferAddressQueries.Row> page =
            read(
                handle ->
                    queries.behind(
                        handle, factory, state, target, number, after, TransferLogs.GROUP));
        look(page, cursor);
        isUnderWay = page.size() == TransferLogs.GROUP;
        if (isUnderWay) {
          number = page.getLast().readTo();
          after = page.getLast().payment().value();
        }
      }
    }
  }

  /** Reads addresses up to the cursor; those that are about equally far, in one question. */
  private void look(List<TransferAddressQueries.Row> page, Cursor cursor) {
    List<TransferAddressQueries.Row> left =
        page.stream().filter(row -> row.readTo() < cursor.number()).toList();
    while (!left.isEmpty() && questions > 0) {
      long from =
          left.stream().mapToLong(TransferAddressQueries.Row::readTo).min().orElseThrow() + 1;
      long to = Math.min(cursor.number(), from + chain.logRange() - 1);
      List<TransferAddressQueries.Row> group =
          left.stream().filter(row -> row.readTo() < to).toList();
      Set<EvmAddress> read = read(group, from, to, cursor);
      questions--;
      List<TransferAddressQueries.Row> next = new ArrayList<>(left);
      next.removeAll(group);
      group.stream()
          .filter(row -> to < cursor.number() && read.contains(row.address()))
          .forEach(row -> next.add(row.readUpTo(to)));
      left = next;
    }
  }

  /** Returns the addresses that were read, without those in dispute. */
  private Set<EvmAddress> read(
      List<TransferAddressQueries.Row> group, long from, long to, Cursor cursor) {
    Set<EvmAddress> addresses =
        group.stream().map(TransferAddressQueries.Row::address).collect(Collectors.toSet());
    TransferLogs.Found found =
        credit.read(
            addresses,
            group.stream().map(TransferAddressQueries.Row::token).collect(Collectors.toSet()),
            from,
            to);
    // Asked after the logs: a node that has this block had all blocks before it.
    Header end = quorum.header(to);
    if (end == null || (to == cursor.number() && !end.hash().equals(cursor.hash()))) {
      throw new ChainUnavailable("blocks up to " + to + " do not fit together");
    }
    Set<EvmAddress> read = new HashSet<>(addresses);
    Set<EvmAddress> inDispute = credit.handle(found, cursor, end);
    if (!inDispute.isEmpty()) {
      soon();
    }
    read.removeAll(inDispute);
    if (!read.isEmpty()) {
      jdbi.useTransaction(
          handle -> {
            cursors.stayAlone(handle, deployment, cursor);
            store.advance(handle, deployment.chainId(), read, from, to, end.time());
          });
    }
    return read;
  }

  private List<TransferAddressQueries.Row> read(
      Function<Handle, List<TransferAddressQueries.Row>> question) {
    return jdbi.withHandle(question::apply);
  }
}
