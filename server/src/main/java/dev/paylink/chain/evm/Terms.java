package dev.paylink.chain.evm;

import dev.paylink.ids.Id;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * A payment as the settlement contract takes it, in one token. Its ref is a hash over chain,
 * contract, payment and all accepted prices: changing any of them gives another ref, which nobody
 * waits for. The price that is paid is not in it.
 *
 * @param id the UUID of the payment, or of the refund, in the low 16 bytes
 * @param token {@link EvmAddress#ZERO} for the chain's own coin
 * @param amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 * @param accepted all prices, of which token and amount are one
 */
public record Terms(
    Deployment deployment,
    Bytes32 id,
    EvmAddress payee,
    EvmAddress token,
    BigInteger amount,
    long deadline,
    Prices accepted) {

  public Terms {
    if (accepted.find(token, amount) == null) {
      throw new IllegalArgumentException("not accepted: " + amount + " of " + token);
    }
  }

  /** Makes the terms of a payment that accepts no other price. */
  public static Terms single(
      Deployment deployment, Bytes32 id, EvmAddress payee, Prices.Price price, long deadline) {
    return new Terms(
        deployment, id, payee, price.token(), price.amount(), deadline, new Prices(List.of(price)));
  }

  public static Bytes32 idOf(Id paymentOrRefund) {
    UUID uuid = paymentOrRefund.value();
    return Bytes32.of(
        ByteBuffer.allocate(Bytes32.SIZE)
            .putLong(Bytes32.SIZE - 2 * Long.BYTES, uuid.getMostSignificantBits())
            .putLong(Bytes32.SIZE - Long.BYTES, uuid.getLeastSignificantBits())
            .array());
  }

  public Bytes32 ref() {
    return Bytes32.of(
        Keccak.hash256(
            Abi.concat(
                Abi.word(deployment.chainId()), Abi.word(deployment.contract()), encoded())));
  }

  /** Encodes the struct: its fields in order, a word each. */
  byte[] encoded() {
    return Abi.concat(id.bytes(), Abi.word(payee), accepted.root().bytes(), Abi.word(deadline));
  }
}
