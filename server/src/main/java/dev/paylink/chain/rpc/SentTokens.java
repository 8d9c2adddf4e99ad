package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds the tokens behind logs of transfers: contracts that tell their decimals. Others, such as
 * those of pictures, are left out. What a contract calls itself is not asked for: anyone can lure
 * with a name.
 */
final class SentTokens {
  private static final int MAX_TOKENS = 10;
  private static final int TOPICS = 3;

  private final JsonRpc rpc;

  SentTokens(JsonRpc rpc) {
    this.rpc = rpc;
  }

  Map<EvmAddress, Integer> of(JsonNode logs) {
    Map<EvmAddress, Integer> tokens = new LinkedHashMap<>();
    for (JsonNode log : logs) {
      EvmAddress address = address(log);
      if (address != null && tokens.size() < MAX_TOKENS && !tokens.containsKey(address)) {
        Integer decimals = decimals(address);
        if (decimals != null) {
          tokens.put(address, decimals);
        }
      }
    }
    return tokens;
  }

  private static @Nullable EvmAddress address(JsonNode log) {
    String text = log.path("address").asString("");
    return log.path("topics").size() == TOPICS && text.matches("0x[0-9a-fA-F]{40}")
        ? EvmAddress.of(text)
        : null;
  }

  private @Nullable Integer decimals(EvmAddress token) {
    try {
      String call = "[{\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]";
      Bytes32 answer =
          Bytes32.parse(
              rpc.ask("eth_call", call.formatted(token.hex(), TokenCalls.DECIMALS)).asString(""));
      BigInteger decimals = answer == null ? null : Abi.number(answer.bytes(), 0);
      return decimals == null || decimals.compareTo(BigInteger.valueOf(Token.MAX_DECIMALS)) > 0
          ? null
          : decimals.intValueExact();
    } catch (NodeRefused e) {
      return null;
    }
  }
}
