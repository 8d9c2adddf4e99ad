package dev.paylink.chain.evm;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;

/** The calls of ERC-20 tokens that prepare a payment. */
public final class TokenCalls {
  static final String BALANCE_OF = "0x70a08231";
  static final String ALLOWANCE = "0xdd62ed3e";
  static final String APPROVE = "0x095ea7b3";
  static final String NONCES = "0x7ecebe00";
  static final String TRANSFER_WITH_AUTHORIZATION = "0xe3ee160e";
  public static final String PERMIT = "0xd505accf";
  public static final String NAME = "0x06fdde03";
  public static final String SYMBOL = "0x95d89b41";
  public static final String DECIMALS = "0x313ce567";
  public static final String DOMAIN_SEPARATOR = "0x3644e515";

  /** First topic of the event that reports a transfer. */
  public static final Bytes32 TRANSFER_TOPIC =
      new Bytes32("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");

  private TokenCalls() {}

  public static WalletCall balance(Terms terms, EvmAddress payer) {
    return call(terms, Abi.call(BALANCE_OF, Abi.word(payer)));
  }

  public static WalletCall allowance(Terms terms, EvmAddress payer) {
    return allowance(terms, payer, terms.deployment().contract());
  }

  static WalletCall allowance(Terms terms, EvmAddress payer, EvmAddress spender) {
    return call(terms, Abi.call(ALLOWANCE, Abi.word(payer), Abi.word(spender)));
  }

  /** Approves exactly the amount: an unlimited allowance is a risk that a payer need not take. */
  public static WalletCall approve(Terms terms) {
    EvmAddress contract = terms.deployment().contract();
    return call(terms, Abi.call(APPROVE, Abi.word(contract), Abi.word(terms.amount())));
  }

  public static WalletCall nonce(Terms terms, EvmAddress payer) {
    return call(terms, Abi.call(NONCES, Abi.word(payer)));
  }

  /** Moves what the payer has signed for, to whom it was signed for (ERC-3009). */
  public static String transferWithAuthorization(
      EvmAddress payer,
      EvmAddress to,
      BigInteger units,
      long validAfter,
      long validBefore,
      Bytes32 nonce,
      byte[] signature) {
    return Abi.call(
        TRANSFER_WITH_AUTHORIZATION,
        Abi.word(payer),
        Abi.word(to),
        Abi.word(units),
        Abi.word(validAfter),
        Abi.word(validBefore),
        nonce.bytes(),
        ContractCalls.vrs(signature));
  }

  /** Hands in a signature that allows exactly the amount (ERC-2612), which anyone may do. */
  public static WalletCall permit(
      Terms terms, long validBefore, EvmAddress payer, byte[] signature) {
    return call(
        terms,
        Abi.call(
            PERMIT,
            Abi.word(payer),
            Abi.word(terms.deployment().contract()),
            Abi.word(terms.amount()),
            Abi.word(validBefore),
            ContractCalls.vrs(signature)));
  }

  private static WalletCall call(Terms terms, String data) {
    return WalletCall.of(terms.token().toString(), data);
  }
}
