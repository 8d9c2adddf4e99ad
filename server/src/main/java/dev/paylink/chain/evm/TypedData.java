package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;
import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;

/** The EIP-712 typed data that a payer signs. Numbers are decimal strings, which wallets accept. */
public final class TypedData {
  private static final List<String> DOMAIN =
      List.of("string name", "string version", "uint256 chainId", "address verifyingContract");
  private static final List<String> PERMIT =
      List.of(
          "address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline");
  private static final List<String> AUTHORIZATION =
      List.of(
          "address from",
          "address to",
          "uint256 value",
          "uint256 validAfter",
          "uint256 validBefore",
          "bytes32 nonce");

  private TypedData() {}

  /** Writes an ERC-2612 permit, which lets the contract take the amount for that long. */
  public static Consumer<Json> permit(
      Terms terms, long validBefore, TokenDomain domain, EvmAddress payer, BigInteger nonce) {
    return whole(
        "Permit",
        PERMIT,
        terms,
        domain,
        message ->
            message
                .put("owner", payer.toString())
                .put("spender", terms.deployment().contract().toString())
                .put("value", terms.amount().toString())
                .put("nonce", nonce.toString())
                .put("deadline", Long.toString(validBefore)));
  }

  /**
   * Writes an ERC-3009 authorization, which hands the amount to the contract for exactly this
   * payment.
   */
  public static Consumer<Json> authorization(
      Terms terms, long validBefore, TokenDomain domain, EvmAddress payer) {
    return whole(
        "ReceiveWithAuthorization",
        AUTHORIZATION,
        terms,
        domain,
        message ->
            message
                .put("from", payer.toString())
                .put("to", terms.deployment().contract().toString())
                .put("value", terms.amount().toString())
                .put("validAfter", "0")
                .put("validBefore", Long.toString(validBefore))
                .put("nonce", terms.ref().hex()));
  }

  private static Consumer<Json> whole(
      String type, List<String> members, Terms terms, TokenDomain domain, Consumer<Json> message) {
    return json ->
        json.putObject(
                "types",
                types ->
                    types
                        .putObjects("EIP712Domain", DOMAIN, TypedData::member)
                        .putObjects(type, members, TypedData::member))
            .put("primaryType", type)
            .putObject(
                "domain",
                own ->
                    own.put("name", domain.name())
                        .put("version", domain.version())
                        .put("chainId", terms.deployment().chainId())
                        .put("verifyingContract", terms.token().toString()))
            .putObject("message", message);
  }

  static void member(Json json, String typeAndName) {
    int space = typeAndName.indexOf(' ');
    json.put("name", typeAndName.substring(space + 1)).put("type", typeAndName.substring(0, space));
  }
}
