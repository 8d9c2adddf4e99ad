package dev.paylink.chain.source;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.Optional;

/**
 * One node, as it is asked by who sends transactions of an account: fees, nonces, receipts. Any
 * answer may be outdated or false, and each may be a {@link ChainUnavailable}.
 */
public interface SendingNode extends AutoCloseable {
  /** What a block costs now, in wei per gas: burnt, and for the maker of the block. */
  record Fees(BigInteger base, BigInteger tip) {}

  /**
   * A mined transaction.
   *
   * @param cost in wei, all fees together
   */
  record Receipt(boolean succeeded, BigInteger cost, Bytes32 block) {}

  /** The result of a call that was only tried. */
  sealed interface Trial {}

  record Works(BigInteger gas) implements Trial {}

  record Reverts(String reason) implements Trial {}

  Fees fees();

  BigInteger balance(EvmAddress account);

  /** Returns how many transactions of the account are in blocks, final or not. */
  long nonce(EvmAddress account);

  /** Returns how many transactions of the account are in final blocks. */
  long finalNonce(EvmAddress account);

  /** Tries a call in the newest block, sends nothing. */
  Trial attempt(EvmAddress from, EvmAddress to, String data);

  /** Returns what lies at a transfer address in the newest block; zero if the token is silent. */
  BigInteger held(EvmAddress factory, Place place);

  /** Returns the cost of such a transaction on top of its gas; zero on most chains. */
  BigInteger otherFee(byte[] raw);

  /**
   * Hands a signed transaction to the node.
   *
   * @throws ChainUnavailable if it does not take it, perhaps because it has it
   */
  void send(byte[] raw);

  /** Returns the receipt; empty if the transaction is in no block, as far as this node knows. */
  Optional<Receipt> receipt(Bytes32 hash);

  @Override
  void close();
}
