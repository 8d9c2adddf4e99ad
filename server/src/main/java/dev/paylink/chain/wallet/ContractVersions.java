package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.ContractVersion;
import dev.paylink.chain.source.ChainConfig;
import org.jspecify.annotations.Nullable;

/** Which version of the settlement contract each chain has. */
public interface ContractVersions {
  /** Returns the version, or null while it is not checked: nothing is prepared there. */
  @Nullable ContractVersion of(ChainConfig chain);
}
