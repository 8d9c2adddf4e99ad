package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;
import org.jspecify.annotations.Nullable;

/**
 * The factory of transfer addresses on a chain. Its addresses do not depend on the settlement
 * contract: after a move to a new contract the watcher of the chain still reads them.
 *
 * @param contract {@link EvmAddress#ZERO} where the chain has no factory, and so no addresses
 */
public record AddressFactory(long chainId, EvmAddress contract) {
  public static AddressFactory of(long chainId, @Nullable EvmAddress contract) {
    return new AddressFactory(chainId, contract == null ? EvmAddress.ZERO : contract);
  }
}
