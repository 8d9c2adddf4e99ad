package dev.paylink.chain.watch;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.money.EvmAddress;
import dev.paylink.settlement.apply.ApplyReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/**
 * Records plain transfers in final blocks to the addresses that payers were shown.
 *
 * <ul>
 *   <li>Addresses belong to a factory on a chain. Where two contracts are watched with it, both
 *       watchers read all of them, in either order.
 *   <li>A transfer counts when a quorum of nodes has its log in the same block. It is recorded
 *       once, however often and by whomever it is read.
 *   <li>It is written only while the cursor has not moved, so a watcher that was replaced without
 *       noticing writes nothing. The payment's sum is written with it ({@link ApplyReport#credit}).
 *   <li>It pays when its token was offered for the payment and its block was made before the
 *       deadline. Otherwise it is kept as late, or as another token. Transfers of nothing are not
 *       kept.
 * </ul>
 */
final class CreditTransfers {
  /** Rows that are read with each block: so many questions in groups, for every chunk and node. */
  private static final int MAX_LIVE = 10_000;

  private static final int MAX_SLICE = 1000;

  private final Deployment deployment;
  private final AddressFactory factory;
  private final Quorum quorum;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final TransferLogs logs;
  private final IncomingTransferStore store = new IncomingTransferStore();
  private final TransferAddressQueries addresses = new TransferAddressQueries();
  private final TransferAddressStore rows = new TransferAddressStore();
  private final CursorStore cursors = new CursorStore();
  private final Map<EvmAddress, Token> listed = new HashMap<>();

  CreditTransfers(ChainConfig chain, Quorum quorum, Jdbi jdbi, ApplyReport apply) {
    this.deployment = chain.deployment();
    this.factory = chain.addressFactory();
    this.quorum = quorum;
    this.jdbi = jdbi;
    this.apply = apply;
    this.logs = new TransferLogs(chain, quorum);
    chain.tokens().forEach(token -> listed.put(token.address(), token));
  }

  /**
   * Reads the transfers to all addresses that are read with each block, but for those that were
   * read so far before: a contract that is watched from long ago catches up without them. The
   * blocks must have been final before this is called: anyone who paid in one of them was shown an
   * address that is stored.
   */
  TransferLogs.Found readLive(long from, long to) {
    List<TransferAddressQueries.Live> live =
        jdbi.withHandle(handle -> addresses.live(handle, factory, MAX_LIVE)).stream()
            .filter(it -> it.readTo() < to)
            .toList();
    return read(
        live.stream()
            .map(TransferAddressQueries.Live::address)
            .collect(Collectors.toCollection(LinkedHashSet::new)),
        live.stream().map(TransferAddressQueries.Live::token).collect(Collectors.toSet()),
        from,
        to);
  }

  TransferLogs.Found read(Set<EvmAddress> addresses, Set<EvmAddress> tokens, long from, long to) {
    return addresses.isEmpty()
        ? TransferLogs.Found.nothing()
        : logs.read(addresses, tokens, from, to);
  }

  /**
   * Records the proven transfers; returns the addresses about which the nodes disagree, and those
   * that could not be read.
   *
   * @param end the last of the blocks, or a later one
   */
  Set<EvmAddress> handle(TransferLogs.Found found, Cursor cursor, Header end) {
    Set<EvmAddress> open = new HashSet<>(found.unread());
    List<IncomingTransferStore.Transferred> news = new ArrayList<>();
    Times times = new Times(end);
    for (Sightings<TransferLog> sightings : found.sightings()) {
      List<TransferLog> some =
          sightings.logs().stream().filter(log -> log.units().signum() > 0).toList();
      if (!some.isEmpty()) {
        Quorum.TransferVerdict verdict = quorum.judgeTransfers(sightings, some);
        verdict.disputed().forEach(log -> open.add(log.to()));
        news.addAll(transferred(verdict.proven(), times));
      }
    }
    for (int i = 0; i < news.size(); i += MAX_SLICE) {
      record(news.subList(i, Math.min(news.size(), i + MAX_SLICE)), cursor);
    }
    if (!open.isEmpty()) {
      dispute(open, cursor, end.number());
    }
    return open;
  }

  private void dispute(Set<EvmAddress> open, Cursor cursor, long blockNumber) {
    jdbi.useTransaction(
        handle -> {
          cursors.stayAlone(handle, deployment, cursor);
          rows.dispute(handle, deployment.chainId(), open, blockNumber);
        });
  }

  private void record(List<IncomingTransferStore.Transferred> some, Cursor cursor) {
    apply.credit(
        some.stream().map(it -> it.row().payment()).collect(Collectors.toSet()),
        handle -> {
          cursors.stayAlone(handle, deployment, cursor);
          return store.record(handle, deployment.chainId(), some);
        });
  }

  private List<IncomingTransferStore.Transferred> transferred(
      List<TransferLog> proven, Times times) {
    if (proven.isEmpty()) {
      return List.of();
    }
    Set<EvmAddress> to = proven.stream().map(TransferLog::to).collect(Collectors.toSet());
    Map<EvmAddress, List<TransferAddressQueries.Known>> known =
        jdbi.withHandle(handle -> addresses.known(handle, deployment.chainId(), to)).stream()
            .collect(Collectors.groupingBy(TransferAddressQueries.Known::address));
    List<IncomingTransferStore.Transferred> all = new ArrayList<>();
    for (TransferLog log : proven) {
      IncomingTransferStore.Transferred it =
          CreditRules.transferred(
              log,
              known.getOrDefault(log.to(), List.of()),
              listed,
              deadline -> times.isBefore(log, deadline));
      if (it != null) {
        all.add(it);
      }
    }
    return all;
  }

  /** When blocks were made; asked only where it matters. */
  private final class Times {
    private final Header end;
    private final Map<Long, Long> seconds = new HashMap<>();

    Times(Header end) {
      this.end = end;
    }

    boolean isBefore(TransferLog log, long deadline) {
      return end.time().getEpochSecond() < deadline
          || seconds.computeIfAbsent(log.blockNumber(), this::ask) < deadline;
    }

    private long ask(long number) {
      Header header = quorum.header(number);
      if (header == null) {
        throw new ChainUnavailable("too few nodes have block " + number);
      }
      return header.time().getEpochSecond();
    }
  }
}
