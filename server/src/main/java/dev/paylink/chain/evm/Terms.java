package dev.paylink.chain.evm;

import dev.paylink.ids.Id;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.UUID;

/**
 * A payment as the contract takes it. Its ref is a hash over all of it, chain and contract
 * included: changing any part gives another ref, which nobody waits for.
 *
 * @param id the UUID of the payment, or of the refund, in the low 16 bytes
 * @param token {@link EvmAddress#ZERO} for the chain's own coin
 * @param amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 */
public record Terms(
    Deployment deployment,
    Bytes32 id,
    EvmAddress payee,
    EvmAddress token,
    BigInteger amount,
    long deadline) {

  public static Bytes32 idOf(Id paymentOrRefund) {
    UUID uuid = paymentOrRefund.value();
    return Bytes32.of(
        Abi.word(
            unsigned(uuid.getMostSignificantBits())
                .shiftLeft(Long.SIZE)
                .or(unsigned(uuid.getLeastSignificantBits()))));
  }

  public Bytes32 ref() {
    return Bytes32.of(
        Keccak.hash256(
            Abi.concat(
                Abi.word(deployment.chainId()), Abi.word(deployment.contract()), encoded())));
  }

  /** Encodes the struct: its fields in order, a word each. */
  byte[] encoded() {
    return Abi.concat(
        id.bytes(), Abi.word(payee), Abi.word(token), Abi.word(amount), Abi.word(deadline));
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }
}
