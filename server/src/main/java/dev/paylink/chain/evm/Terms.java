package dev.paylink.chain.evm;

import dev.paylink.ids.Id;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment as a settlement contract takes it, in one token. Its ref is a hash over all of it,
 * chain and contract included: changing any part gives another ref, which nobody waits for. The
 * second contract has all accepted prices in the ref instead of the one that is paid.
 *
 * @param id the UUID of the payment, or of the refund, in the low 16 bytes
 * @param token {@link EvmAddress#ZERO} for the chain's own coin
 * @param amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 * @param accepted all prices, of which token and amount are one; null for the first contract
 */
public record Terms(
    Deployment deployment,
    Bytes32 id,
    EvmAddress payee,
    EvmAddress token,
    BigInteger amount,
    long deadline,
    @Nullable Prices accepted) {

  public Terms {
    if (accepted != null && accepted.find(token, amount) == null) {
      throw new IllegalArgumentException("not accepted: " + amount + " of " + token);
    }
  }

  /** Makes the terms of a payment of the first contract. */
  public Terms(
      Deployment deployment,
      Bytes32 id,
      EvmAddress payee,
      EvmAddress token,
      BigInteger amount,
      long deadline) {
    this(deployment, id, payee, token, amount, deadline, null);
  }

  /** Makes the terms of a payment that accepts no other price. */
  public static Terms single(
      ContractVersion version,
      Deployment deployment,
      Bytes32 id,
      EvmAddress payee,
      Prices.Price price,
      long deadline) {
    return new Terms(
        deployment,
        id,
        payee,
        price.token(),
        price.amount(),
        deadline,
        version == ContractVersion.FIRST ? null : new Prices(List.of(price)));
  }

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

  /** Returns all accepted prices; only for terms of the second contract. */
  Prices prices() {
    return Objects.requireNonNull(accepted);
  }

  /** Encodes the struct: its fields in order, a word each. */
  byte[] encoded() {
    byte[] price =
        accepted == null ? Abi.concat(Abi.word(token), Abi.word(amount)) : accepted.root().bytes();
    return Abi.concat(id.bytes(), Abi.word(payee), price, Abi.word(deadline));
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }
}
