package dev.paylink.chain.source;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;

/**
 * The contract's log of one settlement: the ref that is settled, and the transaction and fields
 * that settled it.
 */
public record SettledLog(
    long blockNumber,
    Bytes32 blockHash,
    Bytes32 transaction,
    long logIndex,
    Bytes32 ref,
    Bytes32 id,
    EvmAddress payee,
    EvmAddress token,
    BigInteger amount,
    EvmAddress payer) {

  /** Returns the same settlement at another place of the chain. */
  public SettledLog at(long newNumber, Bytes32 newHash, long newIndex) {
    return new SettledLog(
        newNumber, newHash, transaction, newIndex, ref, id, payee, token, amount, payer);
  }

  /**
   * Tells whether the log is of this ref: its price is accepted, and its fields hash to the ref.
   */
  public boolean fits(Bytes32 wanted, Deployment deployment, long deadline, Prices accepted) {
    return ref.equals(wanted)
        && accepted.find(token, amount) != null
        && new Terms(deployment, id, payee, token, amount, deadline, accepted).ref().equals(ref);
  }
}
