package dev.paylink.checkout.wallet;

import dev.paylink.money.Bytes32;
import dev.paylink.payment.HostedPayment;
import org.jspecify.annotations.Nullable;

/** Payments whose transaction a relay sends, so that the payer signs and needs no coin. */
public interface RelayedPayments {
  /** Tells whether a relay would send this payment now. */
  boolean sponsors(HostedPayment hosted, String option, String payer);

  /**
   * Hands over what the payer has signed; a repeated call has the same result. Returns null for an
   * unknown option, and for one that was not prepared.
   *
   * @param deadline the end of the signature, as it was signed
   */
  @Nullable Result relay(
      HostedPayment hosted,
      String option,
      String payer,
      WalletPayments.Kind kind,
      byte[] signature,
      long deadline);

  /** The result of a signature. */
  sealed interface Result {
    /** A stored transaction has it, which the relay sends until it is mined. */
    record Sent(Bytes32 hash) implements Result {}

    /** Nothing has it: the payer may send it, and nobody else will. */
    record Refused(String reason) implements Result {}
  }

  /** No relay runs. */
  RelayedPayments NONE =
      new RelayedPayments() {
        @Override
        public boolean sponsors(HostedPayment hosted, String option, String payer) {
          return false;
        }

        @Override
        public Result relay(
            HostedPayment hosted,
            String option,
            String payer,
            WalletPayments.Kind kind,
            byte[] signature,
            long deadline) {
          return new Result.Refused("off");
        }
      };
}
