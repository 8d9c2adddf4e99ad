package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.AddressFault;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The chains on which refunds are paid. */
public interface RefundNetwork {
  /**
   * Returns where a refund in this token is paid; null if this instance has no such token on this
   * chain.
   *
   * @throws dev.paylink.platform.Unavailable if the chain's contracts could not be checked yet
   */
  @Nullable Place place(long chainId, String token);

  /** One token on one chain. */
  interface Place {
    long chainId();

    /** Returns the zero address for the chain's own coin. */
    EvmAddress tokenAddress();

    /** Returns the amount in smallest units, or null if the token cannot express it. */
    @Nullable BigInteger units(BigDecimal amount);

    /** Returns the name of the chain that people read. */
    String chainName();

    /** Returns why nobody can be paid at this address, or null. */
    @Nullable AddressFault fault(EvmAddress address);

    /**
     * Tells whether there is a contract at the address, which may not be able to pass money on.
     *
     * @throws dev.paylink.platform.Unavailable if too few nodes answer
     */
    boolean isContract(EvmAddress address);

    /**
     * Decides how a refund is paid: as a part of the payment, if the contract that took the payment
     * can give it back; or else as a payment of its own, the other way.
     *
     * @param others the refunds of the payment; no other is stored before the transaction ends
     */
    Refund.Payable destination(Handle handle, Wanted wanted, List<Refund> others);

    /**
     * Returns the only account that can send the refund; null if any can.
     *
     * @throws dev.paylink.platform.error.Rejection if no terms are known that hash to its ref
     */
    @Nullable EvmAddress onlySender(Refund refund);

    /** Returns what the wallet with this address has to do to pay the refund. */
    RefundSteps steps(Refund refund, EvmAddress sender);
  }

  /** A refund that is to be paid. */
  record Wanted(
      MerchantId merchant,
      PaymentId payment,
      RefundId id,
      EvmAddress to,
      BigInteger units,
      long deadline) {}
}
