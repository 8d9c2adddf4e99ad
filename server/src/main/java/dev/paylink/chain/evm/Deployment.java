package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.nio.ByteBuffer;

/**
 * The settlement contract on a chain. Each deployment is watched separately: after a move to a new
 * contract the old one still settles the links that were prepared for it.
 */
public record Deployment(long chainId, EvmAddress contract) {
  /** Where the contract is on every chain: its address follows from its code. */
  public static final EvmAddress EVERYWHERE =
      EvmAddress.of("0x21A9D8bCBeB7F4cd275d777952EE8F21edcBa444");

  /** Returns the key of the lock that lets one node watch it. */
  public long lockKey() {
    return ByteBuffer.wrap(Keccak.hash256(Abi.concat(Abi.word(chainId), Abi.word(contract))))
        .getLong();
  }

  @Override
  public String toString() {
    return chainId + ":" + contract;
  }
}
