package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.ids.PaymentId;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reports of the watcher. A report's reference names the payment and its outcome, so that it
 * counts once however often it is read. The reference of a confirmation also names the block and
 * the log: if a replaced block took a payment back, its confirmation in another block is new, and
 * so is a second payment in the same block.
 */
public final class ChainReports {
  private static final String EXPIRED = "expired";
  private static final String REORG = "reorg";

  private ChainReports() {}

  public static Report submitted(
      Deployment deployment, WatchedRefQueries.Known ref, SettledLog log) {
    return new Report(
        reference(ref.payment(), "submitted:" + log.blockHash()),
        OutcomeType.SUBMITTED,
        ref.payment(),
        null,
        null,
        transaction(deployment, ref, log));
  }

  public static Report confirmed(
      Deployment deployment, WatchedRefQueries.Known ref, SettledLog log, @Nullable Instant at) {
    return new Report(
        reference(ref.payment(), "confirmed:" + log.blockHash() + ":" + log.logIndex()),
        OutcomeType.CONFIRMED,
        ref.payment(),
        at,
        null,
        transaction(deployment, ref, log));
  }

  /**
   * Reports the transfer with which the whole amount had come to the payment's address.
   *
   * @param token its symbol
   */
  static Report transferred(
      Deployment deployment,
      TransferAddressQueries.Whole whole,
      String token,
      IncomingTransferStore.Completing log,
      Instant at) {
    return new Report(
        reference(whole.payment(), "confirmed:" + log.blockHash() + ":" + log.logIndex()),
        OutcomeType.CONFIRMED,
        whole.payment(),
        at,
        null,
        new OnChainTransaction(
            deployment.chainId(),
            log.hash().hex(),
            log.blockNumber(),
            log.logIndex(),
            token,
            whole.expected(),
            null, // who sent it may be an exchange: nobody to give money back to
            whole.payee()));
  }

  /** Reports that a final block does not have what was confirmed before it was final. */
  static Report reorganised(PaymentId payment, Cursor cursor) {
    return new Report(
        reference(payment, REORG + ":" + cursor.hash()),
        OutcomeType.FAILED,
        payment,
        cursor.time(),
        REORG,
        null);
  }

  static Report expired(PaymentId payment, Instant at) {
    return new Report(reference(payment, EXPIRED), OutcomeType.EXPIRED, payment, at, EXPIRED, null);
  }

  /** Reports that nothing of the payment can be mined any more, as this final block shows. */
  static Report dropped(PaymentId payment, Cursor cursor) {
    return new Report(
        reference(payment, "dropped:" + cursor.hash()),
        OutcomeType.DROPPED,
        payment,
        cursor.time(),
        null,
        null);
  }

  private static String reference(PaymentId payment, String what) {
    return "chain:" + payment + ":" + what;
  }

  private static OnChainTransaction transaction(
      Deployment deployment, WatchedRefQueries.Known ref, SettledLog log) {
    return new OnChainTransaction(
        deployment.chainId(),
        log.transaction().hex(),
        log.blockNumber(),
        log.logIndex(),
        ref.token(),
        ref.amount(),
        log.payer().toString(),
        log.payee().toString());
  }
}
