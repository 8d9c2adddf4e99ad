package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Permit2;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.AddressFault;
import dev.paylink.money.EvmAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who cannot be paid on the chains: contracts there, whether a merchant or a customer names them.
 */
public final class Payees {
  private Payees() {}

  /** Returns why nobody can be paid there on one of the chains; null if somebody may. */
  public static @Nullable AddressFault fault(List<ChainConfig> chains, EvmAddress address) {
    for (ChainConfig chain : chains) {
      AddressFault fault = fault(chain, address);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable AddressFault fault(ChainConfig chain, EvmAddress address) {
    EvmAddress factory = chain.factory();
    if (address.equals(chain.deployment().contract())) {
      return AddressFault.contract;
    }
    if (factory != null
        && (address.equals(factory) || address.equals(TransferAddresses.implementation(factory)))) {
      return AddressFault.factory;
    }
    if (address.equals(Permit2.ADDRESS)) {
      return AddressFault.permit2;
    }
    return chain.tokens().stream().anyMatch(token -> token.address().equals(address))
        ? AddressFault.token
        : null;
  }
}
