package dev.paylink.chain.evm;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The calls of the settlement contract that the terms are for. The selectors are those of the first
 * contract's compiled artifact; {@link SecondCalls} has those of the second.
 */
public final class ContractCalls {
  static final String PAY_NATIVE = "0x072d77bf";
  static final String PAY_TOKEN = "0x581a39e0";
  public static final String PAY_TOKEN_WITH_PERMIT = "0x2b21a48e";
  public static final String PAY_TOKEN_WITH_AUTHORIZATION = "0x8040ef54";
  static final String SETTLED = "0xd945af1d";
  static final String REF_OF = "0x1a00f7eb";

  /** First topic of the event that reports a settlement. */
  public static final Bytes32 SETTLED_TOPIC =
      new Bytes32("0x77aab50dca3782491e5f643cb4e192054723573cc6f211e6240a75b03fe246b3");

  private static final int V_OFFSET = 27; // some wallets return 0 and 1 instead of 27 and 28

  private ContractCalls() {}

  public static WalletCall settled(Deployment deployment, Bytes32 ref) {
    return WalletCall.of(deployment.contract().toString(), settled(ref));
  }

  public static String settled(Bytes32 ref) {
    return Abi.call(SETTLED, ref.bytes());
  }

  public static String refOf(Terms terms) {
    return terms.accepted() == null ? Abi.call(REF_OF, terms.encoded()) : SecondCalls.refOf(terms);
  }

  /**
   * Pays; a token needs an allowance.
   *
   * @param validBefore the first second in which the call is refused. For the first contract, that
   *     is the deadline of the terms
   */
  public static WalletCall pay(Terms terms, long validBefore) {
    if (terms.accepted() != null) {
      return SecondCalls.pay(terms, validBefore);
    }
    boolean isNative = terms.token().equals(EvmAddress.ZERO);
    String data = Abi.call(isNative ? PAY_NATIVE : PAY_TOKEN, terms.encoded());
    return new WalletCall(
        terms.deployment().contract().toString(),
        data,
        isNative ? terms.amount() : BigInteger.ZERO);
  }

  public static WalletCall payWithPermit(Terms terms, long validBefore, byte[] signature) {
    return terms.accepted() != null
        ? SecondCalls.payWithPermit(terms, validBefore, vrs(signature))
        : call(terms, Abi.call(PAY_TOKEN_WITH_PERMIT, terms.encoded(), vrs(signature)));
  }

  public static WalletCall payWithAuthorization(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
    if (terms.accepted() != null) {
      return SecondCalls.payWithAuthorization(terms, validBefore, payer, vrs(signature));
    }
    return call(
        terms,
        Abi.call(PAY_TOKEN_WITH_AUTHORIZATION, terms.encoded(), Abi.word(payer), vrs(signature)));
  }

  /** Pays through Permit2, which only the second contract can. */
  public static WalletCall payWithPermit2(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
    byte[] rsv = signature.clone();
    rsv[2 * Bytes32.SIZE] = v(signature);
    return SecondCalls.payWithPermit2(terms, validBefore, payer, rsv);
  }

  private static WalletCall call(Terms terms, String data) {
    return WalletCall.of(terms.deployment().contract().toString(), data);
  }

  /** Reorders a signature: wallets return r, s, v; the contract takes v, r, s. */
  private static byte[] vrs(byte[] signature) {
    return Abi.concat(Abi.word(v(signature) & 0xff), Arrays.copyOf(signature, 2 * Bytes32.SIZE));
  }

  private static byte v(byte[] signature) {
    int v = signature[2 * Bytes32.SIZE] & 0xff;
    return (byte) (v < V_OFFSET ? v + V_OFFSET : v);
  }
}
