package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;

/**
 * The settlement contract on a chain. Each deployment is watched separately: after a move to a new
 * contract the old one still settles the links that were prepared for it.
 */
public record Deployment(long chainId, EvmAddress contract) {
  @Override
  public String toString() {
    return chainId + ":" + contract;
  }
}
