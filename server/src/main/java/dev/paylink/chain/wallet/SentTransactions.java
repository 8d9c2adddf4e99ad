package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.money.Bytes32;

/** Tells which of the transactions that wallets are said to have sent exist. */
@FunctionalInterface
public interface SentTransactions {
  /** Tells whether a node has the transaction, waiting or mined, and it names the payment. */
  boolean isKnown(Deployment deployment, Bytes32 transaction, Bytes32 id);
}
