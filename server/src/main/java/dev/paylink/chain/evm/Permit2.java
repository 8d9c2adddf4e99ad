package dev.paylink.chain.evm;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;

/**
 * Paying through Permit2, from accounts that have allowed it to take their tokens. The signature is
 * good for one payment: the payment is its witness, so a wallet shows the payee, and the ref is its
 * nonce, so it serves once.
 */
public final class Permit2 {
  /** At this address on every chain that has it; the contract knows no other. */
  public static final EvmAddress ADDRESS =
      EvmAddress.of("0x000000000022D473030F116dDEE9F6B43aC78BA3");

  private static final List<String> DOMAIN =
      List.of("string name", "uint256 chainId", "address verifyingContract");
  private static final List<String> TRANSFER =
      List.of(
          "TokenPermissions permitted",
          "address spender",
          "uint256 nonce",
          "uint256 deadline",
          "Payment witness");
  private static final List<String> PAYMENT =
      List.of("bytes32 id", "address payee", "bytes32 root", "uint256 deadline");
  private static final List<String> PERMISSIONS = List.of("address token", "uint256 amount");
  private static final int HEX = 16;

  private Permit2() {}

  /** Queries how much of the token Permit2 may take from the payer. */
  public static WalletCall allowance(Terms terms, EvmAddress payer) {
    return TokenCalls.allowance(terms, payer, ADDRESS);
  }

  /** Writes what the payer signs. */
  public static Consumer<Json> typedData(Terms terms, long validBefore) {
    return json ->
        json.putObject("types", Permit2::types)
            .put("primaryType", "PermitWitnessTransferFrom")
            .putObject("domain", domain -> domain(domain, terms))
            .putObject("message", message -> message(message, terms, validBefore));
  }

  private static void types(Json json) {
    json.putObjects("EIP712Domain", DOMAIN, TypedData::member)
        .putObjects("PermitWitnessTransferFrom", TRANSFER, TypedData::member)
        .putObjects("Payment", PAYMENT, TypedData::member)
        .putObjects("TokenPermissions", PERMISSIONS, TypedData::member);
  }

  private static void domain(Json json, Terms terms) {
    json.put("name", "Permit2")
        .put("chainId", terms.deployment().chainId())
        .put("verifyingContract", ADDRESS.toString());
  }

  private static void message(Json json, Terms terms, long validBefore) {
    json.putObject(
            "permitted",
            permitted ->
                permitted
                    .put("token", terms.token().toString())
                    .put("amount", terms.amount().toString()))
        .put("spender", terms.deployment().contract().toString())
        .put("nonce", new BigInteger(terms.ref().hex().substring(2), HEX).toString())
        .put("deadline", Long.toString(validBefore))
        .putObject(
            "witness",
            payment ->
                payment
                    .put("id", terms.id().hex())
                    .put("payee", terms.payee().toString())
                    .put("root", terms.accepted().root().hex())
                    .put("deadline", Long.toString(terms.deadline())));
  }
}
