package dev.paylink.chain.watch;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Confirms payments whose amount has come to their address, in one token on one chain. What has
 * come in parts of several is confirmed where it is counted ({@link ApplyReport#credit}).
 *
 * <ul>
 *   <li>Transfers in blocks before the deadline confirm at once. Late ones are needed only when the
 *       payment has ended: it then becomes a success as with any late money.
 *   <li>A payment is confirmed once. If the whole amount comes again, by whichever way, the payer
 *       has paid twice: that is reported like a second settlement, but not as another success.
 *   <li>Operators hear of a payment that was flagged for it once: here, or where the transfer was
 *       counted ({@link CreditTransfers}).
 *   <li>A reported payment is marked in the transaction that reports it, while the cursor has not
 *       moved. If another watcher of the chain tells it first, the report has the same reference.
 * </ul>
 */
final class ConfirmTransfers {
  private static final Logger LOG = System.getLogger(ConfirmTransfers.class.getName());
  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCHES = 20;

  private final Deployment deployment;
  private final AddressFactory factory;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final ChainMetrics metrics;
  private final TransferAddressQueries queries = new TransferAddressQueries();
  private final TransferAddressStore addresses = new TransferAddressStore();
  private final IncomingTransferStore transfers = new IncomingTransferStore();
  private final WatchedRefQueries refs = new WatchedRefQueries();
  private final CursorStore cursors = new CursorStore();

  ConfirmTransfers(ChainConfig chain, Jdbi jdbi, ApplyReport apply, ChainMetrics metrics) {
    this.deployment = chain.deployment();
    this.factory = chain.addressFactory();
    this.jdbi = jdbi;
    this.apply = apply;
    this.metrics = metrics;
  }

  void handle(Cursor cursor) {
    for (int i = 0; i < MAX_BATCHES; i++) {
      List<TransferAddressQueries.Whole> all =
          jdbi.withHandle(handle -> queries.whole(handle, factory, MAX_BATCH));
      if (all.isEmpty()) {
        return;
      }
      long chainId = deployment.chainId();
      List<Report> reports = new ArrayList<>();
      Set<PaymentId> again = new HashSet<>();
      Map<PaymentId, Report> before = new HashMap<>();
      jdbi.useHandle(
          handle -> {
            for (TransferAddressQueries.Whole whole : all) {
              IncomingTransferStore.Completing by = transfers.completing(handle, chainId, whole);
              if (whole.told() > 0) {
                if (by.equals(transfers.completing(handle, chainId, whole.first()))) {
                  continue; // one transfer was that large
                }
                again.add(whole.payment());
              }
              reports.add(
                  ChainReports.transferred(deployment, whole, whole.symbol(), by, cursor.time()));
              Report second = cameAgain(handle, whole, cursor);
              if (second != null) {
                before.put(whole.payment(), second);
              }
            }
          });
      confirm(all, reports, again, before, cursor);
    }
  }

  /**
   * Returns the report of the whole amount once more, if it came again in several tokens while the
   * payment was not confirmed yet: where many blocks are read at once. Null if it did not.
   */
  private @Nullable Report cameAgain(
      Handle handle, TransferAddressQueries.Whole whole, Cursor cursor) {
    IncomingTransferStore.Completing by =
        whole.told() == 0 && whole.isTwice() && !whole.isOverpaid()
            ? transfers.again(handle, deployment.chainId(), whole)
            : null;
    return by == null
        ? null
        : ChainReports.transferred(deployment, whole, by.token(), by, cursor.time());
  }

  private void confirm(
      List<TransferAddressQueries.Whole> all,
      List<Report> reports,
      Set<PaymentId> again,
      Map<PaymentId, Report> before,
      Cursor cursor) {
    BiPredicate<Handle, Payment> isPaidTwice =
        (handle, payment) -> again.contains(payment.id()) || isPaidInTwoWays(handle, payment);
    Set<PaymentId> told =
        all.stream()
            .filter(TransferAddressQueries.Whole::isOverpaid)
            .map(TransferAddressQueries.Whole::payment)
            .collect(Collectors.toCollection(HashSet::new));
    List<ReportResult> results =
        apply.handleAll(
            reports,
            isPaidTwice,
            before,
            handle -> {
              cursors.stayAlone(handle, deployment, cursor);
              all.forEach(whole -> addresses.markTold(handle, deployment.chainId(), whole));
            });
    for (ReportResult result : results) {
      if (result instanceof ReportResult.Recorded recorded
          && recorded.payment().flags().contains(PaymentFlag.overpaid)
          && told.add(recorded.payment().id())) {
        tellPaidTwice(recorded.payment().id(), deployment, metrics);
      }
    }
  }

  /** Tells operators of a payment that was paid again by transfer; call after the commit. */
  static void tellPaidTwice(PaymentId payment, Deployment deployment, ChainMetrics metrics) {
    metrics.paidTwice();
    LOG.log(
        Level.ERROR,
        "{0} was paid twice: again by transfer on chain {1}; refund it",
        payment,
        Long.toString(deployment.chainId()));
  }

  private boolean isPaidInTwoWays(Handle handle, Payment payment) {
    return refs.countSettledBeside(handle, Set.of(), payment.merchantId(), payment.id()) > 1;
  }
}
