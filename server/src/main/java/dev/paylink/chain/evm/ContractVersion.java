package dev.paylink.chain.evm;

/**
 * The versions of the settlement contract. Both report settlements by the same event, and answer
 * {@code settled(ref)}; they differ in what a ref is made of, and in their calls.
 */
public enum ContractVersion {
  /** {@code PaymentSettlement}: a ref for each token and amount. */
  FIRST,

  /** {@code PaymentSettlementV2}: one ref for all prices of a payment, and refunds bound to it. */
  SECOND
}
