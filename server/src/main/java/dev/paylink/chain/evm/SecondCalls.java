package dev.paylink.chain.evm;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * The calls of the second settlement contract, with the selectors of its compiled artifact. Each
 * has the payment, where to find the price, and words of its own; the price comes last, because its
 * proof is as long as the tree is high.
 */
public final class SecondCalls {
  static final String PAY_NATIVE = "0x86aecd70";
  static final String PAY_TOKEN = "0x6284e3f2";
  public static final String PAY_TOKEN_WITH_PERMIT = "0xf2ab103b";
  public static final String PAY_TOKEN_WITH_AUTHORIZATION = "0xadaf9c76";
  static final String PAY_TOKEN_WITH_PERMIT2 = "0xfe4213ff";
  public static final String REFUND = "0x59db34f3";
  static final String REF_OF = "0x1c1ae0f9";

  private static final int HEAD_OF_PRICE = 3; // token, amount, where the proof is

  /** Besides the payment: where the price is, validBefore, payer, where the signature is. */
  private static final int HEAD_OF_PERMIT2 = 4;

  private SecondCalls() {}

  static WalletCall pay(Terms terms, long validBefore) {
    boolean isNative = terms.token().equals(EvmAddress.ZERO);
    return call(
        terms,
        isNative ? PAY_NATIVE : PAY_TOKEN,
        isNative ? terms.amount() : BigInteger.ZERO,
        Abi.word(validBefore));
  }

  static WalletCall payWithPermit(Terms terms, long validBefore, byte[] vrs) {
    return call(
        terms, PAY_TOKEN_WITH_PERMIT, BigInteger.ZERO, Abi.concat(Abi.word(validBefore), vrs));
  }

  static WalletCall payWithAuthorization(
      Terms terms, long validBefore, EvmAddress payer, byte[] vrs) {
    return call(
        terms,
        PAY_TOKEN_WITH_AUTHORIZATION,
        BigInteger.ZERO,
        Abi.concat(Abi.word(validBefore), Abi.word(payer), vrs));
  }

  /** Pays with a signature over {@link Permit2#typedData}, of 65 bytes: r, s, v. */
  static WalletCall payWithPermit2(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
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
            Abi.word(signature.length),
            Arrays.copyOf(signature, 3 * Bytes32.SIZE));
    return WalletCall.of(terms.deployment().contract().toString(), data);
  }

  /** Gives back a part of a payment. Only the payee's account can send it. */
  public static WalletCall refund(RefundTerms refund) {
    boolean isNative = refund.payment().token().equals(EvmAddress.ZERO);
    return call(
        refund.payment(), REFUND, isNative ? refund.amount() : BigInteger.ZERO, refund.encoded());
  }

  static String refOf(Terms terms) {
    return Abi.call(REF_OF, terms.encoded());
  }

  private static WalletCall call(Terms terms, String selector, BigInteger value, byte[] own) {
    byte[] payment = terms.encoded();
    int offset = payment.length + Bytes32.SIZE + own.length;
    String data = Abi.call(selector, payment, Abi.word(offset), own, price(terms));
    return new WalletCall(terms.deployment().contract().toString(), data, value);
  }

  private static byte[] price(Terms terms) {
    List<Bytes32> proof = terms.prices().proof(terms.token(), terms.amount());
    byte[] head =
        Abi.concat(
            Abi.word(terms.token()),
            Abi.word(terms.amount()),
            Abi.word((long) HEAD_OF_PRICE * Bytes32.SIZE),
            Abi.word(proof.size()));
    return Abi.concat(head, Abi.concat(proof.stream().map(Bytes32::bytes).toArray(byte[][]::new)));
  }
}
