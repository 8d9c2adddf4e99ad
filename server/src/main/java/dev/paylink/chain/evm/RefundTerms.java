package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;

/**
 * A refund as the contract takes it: a part of a payment that was made there, given back by its
 * payee. The contract makes each id of a payment once, and never more in sum than was paid.
 *
 * @param payment with the price that it was paid with
 * @param id the UUID of the refund, in the low 16 bytes
 * @param amount in the smallest units of the token that was paid
 * @param deadline the first second, in Unix time, in which the contract refuses it
 */
public record RefundTerms(
    Terms payment, Bytes32 id, EvmAddress to, BigInteger amount, long deadline) {

  /** Returns the ref, in which neither address nor amount is: the payee decides on those. */
  public Bytes32 ref() {
    return refOf(payment.ref(), id);
  }

  public static Bytes32 refOf(Bytes32 payment, Bytes32 id) {
    return Bytes32.of(Keccak.hash256(Abi.concat(payment.bytes(), id.bytes())));
  }

  /** Returns the transfer that the refund makes, as calls to its token need it. */
  public Terms transfer() {
    return Terms.single(
        payment.deployment(), id, to, new Prices.Price("", payment.token(), amount), deadline);
  }

  byte[] encoded() {
    return Abi.concat(id.bytes(), Abi.word(to), Abi.word(amount), Abi.word(deadline));
  }
}
