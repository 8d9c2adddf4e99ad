package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;
import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a payer signs, as EIP-712 typed data: numbers are decimal strings, which wallets take. */
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

  /** ERC-2612: lets the contract take the amount until the deadline. */
  public static String permit(Terms terms, TokenDomain domain, EvmAddress payer, BigInteger nonce) {
    Json message =
        Json.object()
            .put("owner", payer.toString())
            .put("spender", terms.deployment().contract().toString())
            .put("value", terms.amount().toString())
            .put("nonce", nonce.toString())
            .put("deadline", Long.toString(terms.deadline()));
    return whole("Permit", PERMIT, terms, domain, message);
  }

  /** ERC-3009: hands the amount to the contract, for this very payment. */
  public static String authorization(Terms terms, TokenDomain domain, EvmAddress payer) {
    Json message =
        Json.object()
            .put("from", payer.toString())
            .put("to", terms.deployment().contract().toString())
            .put("value", terms.amount().toString())
            .put("validAfter", "0")
            .put("validBefore", Long.toString(terms.deadline()))
            .put("nonce", terms.ref().hex());
    return whole("ReceiveWithAuthorization", AUTHORIZATION, terms, domain, message);
  }

  private static String whole(
      String type, List<String> members, Terms terms, TokenDomain domain, Json message) {
    Json types =
        Json.object()
            .putObjects("EIP712Domain", DOMAIN.stream().map(TypedData::member).toList())
            .putObjects(type, members.stream().map(TypedData::member).toList());
    Json domainJson =
        Json.object()
            .put("name", domain.name())
            .put("version", domain.version())
            .put("chainId", terms.deployment().chainId())
            .put("verifyingContract", terms.token().toString());
    return text(
        Json.object()
            .putRaw("types", text(types))
            .put("primaryType", type)
            .putRaw("domain", text(domainJson))
            .putRaw("message", text(message)));
  }

  private static byte[] member(String typeAndName) {
    int space = typeAndName.indexOf(' ');
    return Json.object()
        .put("name", typeAndName.substring(space + 1))
        .put("type", typeAndName.substring(0, space))
        .bytes();
  }

  private static String text(Json json) {
    return new String(json.bytes(), StandardCharsets.UTF_8);
  }
}
