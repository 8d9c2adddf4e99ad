package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.EvmAddress;
import java.util.List;

/** Tells which of the signatures that wallets are said to have given would pay. */
@FunctionalInterface
public interface UsableSignatures {
  /** Tells whether a node says that each of these calls would go through now, from this payer. */
  boolean isUsable(Deployment deployment, EvmAddress payer, List<WalletCall> calls);
}
