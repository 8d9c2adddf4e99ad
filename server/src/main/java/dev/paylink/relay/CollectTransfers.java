package dev.paylink.relay;

import dev.paylink.chain.collect.TransferCollection;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.rpc.ChainNodes;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.checkout.wallet.CollectableMoney.Cursor;
import dev.paylink.checkout.wallet.CollectableMoney.Item;
import dev.paylink.checkout.wallet.CollectableMoney.Page;
import dev.paylink.ids.MerchantId;
import dev.paylink.relay.RelayOrder.Kind;
import dev.paylink.relay.RelayOrder.Purpose;
import dev.paylink.relay.RelayOrder.State;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Orders sweeps of what lies at transfer addresses, so that merchants need no coin to collect it.
 *
 * <ul>
 *   <li>Who receives the money is in the address itself. An order only names a stored address.
 *   <li>Only what a quorum says of a final block is collected, of payments that have ended.
 *   <li>Nothing is ordered whose fee is worth more than its share of what lies there, or for which
 *       the day's budget has no room. {@link SendOrders} checks both again.
 *   <li>One address and token is tried once in six hours, however often somebody sends a little.
 *   <li>Few are under way at a time: payers, who wait, have the rest.
 * </ul>
 */
final class CollectTransfers implements AutoCloseable {
  /** Sweeps of an account that no final block has. */
  static final int MAX_SWEEPS = 8;

  private static final Duration PAUSE = Duration.ofSeconds(15);

  /** For the nodes' answers; payers wait meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Merchants of one look whose money lies on other chains. */
  private static final int MAX_MERCHANTS = 100;

  private static final Duration TRIED = Duration.ofHours(6);

  /** A sweep that waits for so long is given up, and its nonce used up. */
  private static final Duration VALID = Duration.ofHours(1);

  /** About what a sweep needs that creates the address's code. */
  private static final BigInteger USUAL_GAS = BigInteger.valueOf(150_000);

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final ChainNodes nodes;
  private final CollectableMoney money;
  private final InstantSource clock;
  private final RelayStore store = new RelayStore();
  private final RelayQueries queries = new RelayQueries();
  private final RelayDayStore days = new RelayDayStore();
  private final SweepQueries sweeps = new SweepQueries();
  private Instant next = Instant.MIN;
  private MerchantId merchant = RelayDayStore.ALL;
  private @Nullable Cursor after;

  CollectTransfers(Jdbi jdbi, RelayConfig config, InstantSource clock) {
    this.jdbi = jdbi;
    this.config = config;
    this.clock = clock;
    this.nodes = new ChainNodes(config.chain());
    this.money =
        new TransferCollection(
            jdbi,
            List.of(config.chain()),
            Map.of(config.chain().deployment(), nodes.quorum()),
            PATIENCE);
  }

  /**
   * Looks at the next page of what lies there, now and then, and orders what is worth it.
   *
   * @param fee wei per gas that a transaction costs now
   */
  void round(List<RelayOrder> underWay, BigInteger fee) {
    Instant now = clock.instant();
    int room =
        MAX_SWEEPS - (int) underWay.stream().filter(order -> order.kind() == Kind.sweep).count();
    if (now.isBefore(next) || room <= 0 || fee.compareTo(config.highestFee()) > 0) {
      return;
    }
    next = now.plus(PAUSE);
    Set<MerchantId> looked = new HashSet<>();
    for (int i = 0; i < MAX_MERCHANTS; i++) {
      if (after == null && !(moveOn() && looked.add(merchant))) {
        return; // there is none, or no other
      }
      Page page = money.list(merchant, after, CollectableMoney.MAX_ITEMS);
      after = page.next();
      List<Item> here = page.items().stream().filter(it -> it.chainId() == chainId()).toList();
      if (!here.isEmpty()) {
        order(here, room, fee, now);
        return;
      }
    }
  }

  private void order(List<Item> items, int most, BigInteger fee, Instant now) {
    int ordered = 0;
    for (Item item : items) {
      if (ordered < most && isWorth(item, fee) && order(item, fee, now)) {
        ordered++;
      }
    }
  }

  /** Goes on with the next merchant, and after the last with the first; false if there is none. */
  private boolean moveOn() {
    MerchantId found =
        jdbi.withHandle(
            handle -> {
              MerchantId later = sweeps.next(handle, merchant);
              return later == null ? sweeps.next(handle, RelayDayStore.ALL) : later;
            });
    merchant = found == null ? RelayDayStore.ALL : found;
    return found != null;
  }

  private boolean isWorth(Item item, BigInteger fee) {
    return item.state() == CollectableMoney.State.held
        && item.amount().compareTo(config.smallest()) >= 0
        && !config.isTooDear(fee.multiply(USUAL_GAS), item.amount());
  }

  private boolean order(Item item, BigInteger fee, Instant now) {
    LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
    RelayOrder sweep =
        new RelayOrder(
            RelayStore.newId(now),
            merchant,
            item.payment(),
            chainId(),
            Kind.sweep,
            item.token(),
            item.address().bytes(),
            TransferAddresses.refOf(item.payment()).bytes(),
            0,
            now.plus(VALID).getEpochSecond(),
            new byte[0],
            State.waiting,
            null,
            null,
            null,
            0,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            day);
    return jdbi.inTransaction(
        handle -> {
          boolean isOpen = queries.payee(handle, sweep) != null;
          return !isOpen
              && !sweeps.wasTried(handle, sweep, now.minus(TRIED))
              && hasRoom(handle, day, Plan.about(USUAL_GAS, fee, config.highestFee()))
              && store.insert(handle, sweep);
        });
  }

  private boolean hasRoom(Handle handle, LocalDate day, BigInteger wei) {
    Purpose purpose = Purpose.collection;
    return days.day(handle, chainId(), day, RelayDayStore.ALL, purpose)
            .hasRoom(wei, config.limit(purpose))
        && days.day(handle, chainId(), day, merchant, purpose)
            .hasRoom(wei, config.merchantLimit(purpose));
  }

  private long chainId() {
    return config.chain().deployment().chainId();
  }

  @Override
  public void close() {
    nodes.close();
  }
}
