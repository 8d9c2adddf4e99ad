package dev.paylink.relay;

import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.ChainWallet;
import dev.paylink.checkout.wallet.RelayedPayments;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.desk.system.RelayState;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.NodeHints;
import dev.paylink.platform.db.Retention;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The wiring of the relays. A process that takes signatures needs no key: it stores an order, and
 * whichever process holds the key sends it.
 */
public final class Relays implements AutoCloseable {
  private static final String HINTS = "paylink_relay";

  private final List<ChainRelay> running = new ArrayList<>();
  private final NodeHints hints;
  private final TakeOrders orders;
  private final RelayReport report;
  private @Nullable Sponsor sponsor;

  public Relays(Database database, List<RelayConfig> relays, MeterRegistry registry) {
    Map<Long, RelayConfig> byChain = new HashMap<>();
    relays.forEach(relay -> byChain.put(relay.chain().deployment().chainId(), relay));
    this.hints = new NodeHints(database, HINTS);
    this.orders = new TakeOrders(database.jdbi(), byChain, InstantSource.system(), this::wake);
    this.report = new RelayReport(database.jdbi(), relays, InstantSource.system());
    for (RelayConfig relay : relays) {
      if (relay.key() != null) {
        running.add(
            new ChainRelay(database.workers(), relay, InstantSource.system(), registry).start());
      }
    }
    if (!running.isEmpty()) {
      hints.listen(() -> running.forEach(ChainRelay::wake));
    }
  }

  private void wake() {
    running.forEach(ChainRelay::wake);
    if (running.isEmpty()) {
      hints.send();
    }
  }

  /** Tells whether a signed transfer is paying this payment, or has paid it. */
  public boolean isTransferred(Handle handle, Payment payment) {
    return orders.isTransferred(handle, payment);
  }

  /** Returns how the relays are, for operators. */
  public List<RelayState> states() {
    return report.states();
  }

  /** Returns what deletes old orders. */
  public static Retention.Removal removal() {
    return new RelayStore();
  }

  /** Lets payers use the relays. */
  public Relays serve(ChainWallet wallet, ChainTransfers transfers) {
    sponsor = new Sponsor(orders, wallet, transfers);
    return this;
  }

  /** Returns the payments that wallets sign and relays send. */
  public RelayedPayments payments() {
    return sponsor == null ? RelayedPayments.NONE : sponsor;
  }

  /** Returns the transfers that software signs and relays send; null if nobody serves them. */
  public @Nullable SignedTransfers transfers() {
    return sponsor;
  }

  @Override
  public void close() {
    hints.close();
    running.forEach(ChainRelay::close);
  }
}
