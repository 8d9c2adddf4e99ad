package dev.paylink.chain.evm;

import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Computes where payers send plain transfers, without asking a chain. The address is that of a
 * contract which does not exist before somebody sweeps it and which can pay the payee and nobody
 * else. It depends on the factory, the payee and the payment alone: it is the same for all tokens,
 * and on all chains that have the factory at this address.
 */
public final class TransferAddresses {
  // The contract's creation code as OpenZeppelin's Clones has it: returns 65 bytes, which pass each
  // call on to the implementation and end with the payee.
  private static final byte[] BEFORE_IMPLEMENTATION =
      HexFormat.of().parseHex("6100413d81600a3d39f3363d3d373d3d3d363d73");
  private static final byte[] BEFORE_PAYEE =
      HexFormat.of().parseHex("5af43d82803e903d91602b57fd5bf3");
  private static final byte[] CREATE2 = {(byte) 0xff};
  // RLP of a list of 22 bytes, whose first is an address and whose second is the number 1
  private static final byte[] LIST_AND_ADDRESS = {(byte) 0xd6, (byte) 0x94};
  private static final byte[] FIRST_NONCE = {1};

  private TransferAddresses() {}

  /**
   * Returns the ref of a payment's addresses: {@code keccak256(abi.encode(id))}. The payee is not
   * in it: the address depends on the payee anyway. The chain is not in it: a transfer on the wrong
   * chain can then be swept there.
   */
  public static Bytes32 refOf(PaymentId payment) {
    return Bytes32.of(Keccak.hash256(Terms.idOf(payment).bytes()));
  }

  public static EvmAddress of(EvmAddress factory, EvmAddress payee, Bytes32 ref) {
    byte[] creationCode =
        Abi.concat(
            BEFORE_IMPLEMENTATION, implementation(factory).bytes(), BEFORE_PAYEE, payee.bytes());
    return address(Abi.concat(CREATE2, factory.bytes(), ref.bytes(), Keccak.hash256(creationCode)));
  }

  /** Returns the address of the contract that the factory creates first, in its constructor. */
  public static EvmAddress implementation(EvmAddress factory) {
    return address(Abi.concat(LIST_AND_ADDRESS, factory.bytes(), FIRST_NONCE));
  }

  private static EvmAddress address(byte[] preimage) {
    return EvmAddress.of(
        Arrays.copyOfRange(Keccak.hash256(preimage), Bytes32.SIZE - EvmAddress.SIZE, Bytes32.SIZE));
  }
}
