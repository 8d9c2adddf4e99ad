package dev.paylink.chain.evm;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * The calls of the settlement contract, with the selectors of its compiled artifact. Each has the
 * payment, where to find the price, and words of its own; the price comes last, because its proof
 * is as long as the tree is high.
 */
public final class ContractCalls {
  static final String PAY_NATIVE = "0x86aecd70";
  static final String PAY_TOKEN = "0x6284e3f2";
  public static final String PAY_TOKEN_WITH_PERMIT = "0xf2ab103b";
  public static final String PAY_TOKEN_WITH_AUTHORIZATION = "0xadaf9c76";
  static final String PAY_TOKEN_WITH_PERMIT2 = "0xfe4213ff";
  public static final String REFUND = "0x59db34f3";
  static final String SETTLED = "0xd945af1d";
  public static final String REF_OF = "0x1c1ae0f9";

  /** First topic of the event that reports a settlement. */
  public static final Bytes32 SETTLED_TOPIC =
      new Bytes32("0x77aab50dca3782491e5f643cb4e192054723573cc6f211e6240a75b03fe246b3");

  private static final int V_OFFSET = 27; // some wallets return 0 and 1 instead of 27 and 28
  private static final int HEAD_OF_PRICE = 3; // token, amount, where the proof is

  /** Besides the payment: where the price is, validBefore, payer, where the signature is. */
  private static final int HEAD_OF_PERMIT2 = 4;

  private ContractCalls() {}

  public static WalletCall settled(Deployment deployment, Bytes32 ref) {
    return WalletCall.of(deployment.contract().toString(), settled(ref));
  }

  public static String settled(Bytes32 ref) {
    return Abi.call(SETTLED, ref.bytes());
  }

  public static String refOf(Terms terms) {
    return Abi.call(REF_OF, terms.encoded());
  }

  /**
   * Pays; a token needs an allowance.
   *
   * @param validBefore the first second in which the call is refused
   */
  public static WalletCall pay(Terms terms, long validBefore) {
    boolean isNative = terms.token().equals(EvmAddress.ZERO);
    return call(
        terms,
        isNative ? PAY_NATIVE : PAY_TOKEN,
        isNative ? terms.amount() : BigInteger.ZERO,
        Abi.word(validBefore));
  }

  public static WalletCall payWithPermit(Terms terms, long validBefore, byte[] signature) {
    return call(
        terms,
        PAY_TOKEN_WITH_PERMIT,
        BigInteger.ZERO,
        Abi.concat(Abi.word(validBefore), vrs(signature)));
  }

  public static WalletCall payWithAuthorization(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
    return call(
        terms,
        PAY_TOKEN_WITH_AUTHORIZATION,
        BigInteger.ZERO,
        Abi.concat(Abi.word(validBefore), Abi.word(payer), vrs(signature)));
  }

  /** Pays with a signature over {@link Permit2#typedData}, of 65 bytes: r, s, v. */
  public static WalletCall payWithPermit2(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
    byte[] rsv = signature.clone();
    rsv[2 * Bytes32.SIZE] = v(signature);
    byte[] payment = terms.encoded();
    byte[] price = price(terms);
    int offset = payment.length + HEAD_OF_PERMIT2 * Bytes32.SIZE;
    String data =
        Abi.call(
            PAY_TOKEN_WITH_PERMIT2,
            payment,
            Abi.word(offset),
            Abi.word(validBefore),
            Abi.word(payer),
            Abi.word(offset + price.length),
            price,
            Abi.word(rsv.length),
            Arrays.copyOf(rsv, 3 * Bytes32.SIZE));
    return WalletCall.of(terms.deployment().contract().toString(), data);
  }

  /** Gives back a part of a payment. Only the payee's account can send it. */
  public static WalletCall refund(RefundTerms refund) {
    boolean isNative = refund.payment().token().equals(EvmAddress.ZERO);
    return call(
        refund.payment(), REFUND, isNative ? refund.amount() : BigInteger.ZERO, refund.encoded());
  }

  private static WalletCall call(Terms terms, String selector, BigInteger value, byte[] own) {
    byte[] payment = terms.encoded();
    int offset = payment.length + Bytes32.SIZE + own.length;
    String data = Abi.call(selector, payment, Abi.word(offset), own, price(terms));
    return new WalletCall(terms.deployment().contract().toString(), data, value);
  }

  /** Reorders a signature: wallets return r, s, v; contracts take v, r, s. */
  static byte[] vrs(byte[] signature) {
    return Abi.concat(Abi.word(v(signature) & 0xff), Arrays.copyOf(signature, 2 * Bytes32.SIZE));
  }

  private static byte v(byte[] signature) {
    int v = signature[2 * Bytes32.SIZE] & 0xff;
    return (byte) (v < V_OFFSET ? v + V_OFFSET : v);
  }

  private static byte[] price(Terms terms) {
    List<Bytes32> proof = terms.accepted().proof(terms.token(), terms.amount());
    byte[] head =
        Abi.concat(
            Abi.word(terms.token()),
            Abi.word(terms.amount()),
            Abi.word((long) HEAD_OF_PRICE * Bytes32.SIZE),
            Abi.word(proof.size()));
    return Abi.concat(head, Abi.concat(proof.stream().map(Bytes32::bytes).toArray(byte[][]::new)));
  }
}
