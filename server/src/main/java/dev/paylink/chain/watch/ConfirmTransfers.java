package dev.paylink.chain.watch;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

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
  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCHES = 20;

  private final Deployment deployment;
  private final AddressFactory factory;
  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final TransferAddressQueries queries = new TransferAddressQueries();
  private final TransferAddressStore addresses = new TransferAddressStore();
  private final IncomingTransferStore transfers = new IncomingTransferStore();
  private final WatchedRefQueries refs = new WatchedRefQueries();
  private final CursorStore cursors = new CursorStore();

  ConfirmTransfers(ChainConfig chain, Jdbi jdbi, ApplyReport apply) {
    this.deployment = chain.deployment();
    this.factory = chain.addressFactory();
    this.jdbi = jdbi;
    this.apply = apply;
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
            }
          });
      confirm(all, reports, again, cursor);
    }
  }

  private void confirm(
      List<TransferAddressQueries.Whole> all,
      List<Report> reports,
      Set<PaymentId> again,
      Cursor cursor) {
    BiPredicate<Handle, Payment> isPaidTwice =
        (handle, payment) -> again.contains(payment.id()) || isPaidInTwoWays(handle, payment);
    apply.handleAll(
        reports,
        isPaidTwice,
        handle -> {
          cursors.stayAlone(handle, deployment, cursor);
          all.forEach(whole -> addresses.markTold(handle, deployment.chainId(), whole));
        });
  }

  private boolean isPaidInTwoWays(Handle handle, Payment payment) {
    return refs.countSettledBeside(handle, Set.of(), payment.merchantId(), payment.id()) > 1;
  }
}
