package dev.paylink.chain.source;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A chain as one node sees it, through the settlement contract. Any answer may be outdated or
 * false. If the node does not answer, methods throw {@link ChainUnavailable}. Only a {@link Quorum}
 * of nodes is trusted.
 */
public interface ChainSource {
  /** Returns the newest block. */
  Header head();

  /** Returns the newest block that will never be replaced. */
  Header finalized();

  /** Returns the newest block that is not final and in which small amounts may be confirmed. */
  default Header early() {
    throw new ChainUnavailable("the chain confirms nothing before it is final");
  }

  /**
   * Returns the block with that number, or null if the chain is not that long, as far as this node
   * knows.
   */
  @Nullable Header header(long number);

  /**
   * Returns all settlements in these blocks, both ends included, in order.
   *
   * @throws TooManyLogs if a question for fewer blocks may succeed
   */
  List<SettledLog> logs(long from, long to);

  /** Returns the settlements of these refs that are in these blocks. */
  List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to);

  /**
   * Returns the transfers of these tokens to these addresses in these blocks, both ends included.
   *
   * @throws TooManyLogs if a question for fewer addresses or blocks may succeed
   */
  List<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last);

  /** Returns how what is at the configured addresses differs, a sentence each. */
  List<String> faults();

  /** Returns whether it has this transaction, waiting or mined, with the payment's id in it. */
  default boolean hasTransaction(Bytes32 hash, Bytes32 id) {
    return false;
  }

  /** Returns whether the call would go through now, if this account sent it. */
  default boolean accepts(EvmAddress from, WalletCall call) {
    return false;
  }

  /** Returns whether there is a contract at the address now. */
  default boolean hasCode(EvmAddress address) {
    return false;
  }

  /**
   * Returns the balance of each place in the state of exactly this block; the current one if it is
   * null. A place that the chain cannot be asked about is empty, and keeps no other from being
   * told.
   */
  default List<Optional<BigInteger>> held(@Nullable Bytes32 block, List<Place> places) {
    throw new ChainUnavailable("the chain has no transfer addresses");
  }

  /**
   * Returns the contracts that say in these blocks that they moved something to the address, with
   * their decimals. Anyone can write such a contract.
   *
   * @throws TooManyLogs if a question for fewer blocks may succeed
   */
  default Map<EvmAddress, Integer> tokensSentTo(EvmAddress address, long from, long last) {
    return Map.of();
  }

  /** Tells whether it can be asked for the state of a block by its hash (EIP-1898). */
  default boolean answersByHash() {
    return true;
  }

  /** Returns for each ref whether it is settled in the state of exactly this block. */
  List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs);
}
