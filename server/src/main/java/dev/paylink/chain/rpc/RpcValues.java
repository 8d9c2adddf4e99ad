package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Parses the answers of a node strictly: an answer that is not exactly in the expected form does
 * not count.
 */
public final class RpcValues {
  private static final Pattern QUANTITY = Pattern.compile("0x(0|[1-9a-f][0-9a-f]{0,15})");
  private static final int TOPICS = 4;
  private static final int TRANSFER_TOPICS = 3;
  private static final int DATA_WORDS = 3;
  private static final int HEX = 16;

  private RpcValues() {}

  static long quantity(JsonNode node) {
    String text = node.asString("");
    if (!QUANTITY.matcher(text).matches()) {
      throw malformed("a number");
    }
    try {
      return Long.parseLong(text, 2, text.length(), HEX);
    } catch (NumberFormatException e) {
      throw malformed("a number");
    }
  }

  static Bytes32 bytes32(JsonNode node) {
    Bytes32 value = Bytes32.parse(node.asString(""));
    if (value == null) {
      throw malformed("32 bytes");
    }
    return value;
  }

  static boolean bool(JsonNode node) {
    BigInteger value = Abi.number(bytes32(node).bytes(), 0);
    if (value.bitLength() > 1) {
      throw malformed("true or false");
    }
    return value.signum() > 0;
  }

  static Header header(JsonNode node) {
    return new Header(
        quantity(node.path("number")),
        bytes32(node.path("hash")),
        bytes32(node.path("parentHash")),
        Instant.ofEpochSecond(quantity(node.path("timestamp"))));
  }

  /** Parses a log; it must be of this contract and this event, from the requested blocks. */
  public static SettledLog log(JsonNode node, EvmAddress contract, long from, long to) {
    JsonNode topics = node.path("topics");
    long number = quantity(node.path("blockNumber"));
    boolean asked =
        contract.hex().equalsIgnoreCase(node.path("address").asString(""))
            && topics.size() == TOPICS
            && bytes32(topics.path(0)).equals(ContractCalls.SETTLED_TOPIC)
            && number >= from
            && number <= to
            && !node.path("removed").asBoolean(false);
    if (!asked) {
      throw malformed("a log that was asked for");
    }
    try {
      byte[] data = data(node.path("data").asString(""));
      return new SettledLog(
          number,
          bytes32(node.path("blockHash")),
          bytes32(node.path("transactionHash")),
          quantity(node.path("logIndex")),
          bytes32(topics.path(1)),
          bytes32(topics.path(2)),
          Abi.address(bytes32(topics.path(3)).bytes(), 0),
          Abi.address(data, 0),
          Abi.number(data, 1),
          Abi.address(data, 2));
    } catch (IllegalArgumentException e) {
      throw malformed("a settlement");
    }
  }

  /**
   * Parses a transfer; it must be of one of these tokens to one of these addresses, from the
   * requested blocks. Returns null for a log that only resembles a transfer of an ERC-20 token.
   */
  static @Nullable TransferLog transfer(
      JsonNode node,
      Collection<EvmAddress> tokens,
      Collection<EvmAddress> addresses,
      long from,
      long to) {
    JsonNode topics = node.path("topics");
    long number = quantity(node.path("blockNumber"));
    String data = node.path("data").asString("");
    if (topics.size() != TRANSFER_TOPICS || data.length() != 2 + 2 * Bytes32.SIZE) {
      return null;
    }
    try {
      EvmAddress token = EvmAddress.of(node.path("address").asString(""));
      EvmAddress receiver = Abi.address(bytes32(topics.path(2)).bytes(), 0);
      boolean asked =
          tokens.contains(token)
              && bytes32(topics.path(0)).equals(TokenCalls.TRANSFER_TOPIC)
              && addresses.contains(receiver)
              && number >= from
              && number <= to
              && !node.path("removed").asBoolean(false);
      if (!asked) {
        throw malformed("a log that was asked for");
      }
      return new TransferLog(
          number,
          bytes32(node.path("blockHash")),
          bytes32(node.path("transactionHash")),
          quantity(node.path("logIndex")),
          token,
          Abi.address(bytes32(topics.path(1)).bytes(), 0),
          receiver,
          Abi.number(bytes32(node.path("data")).bytes(), 0));
    } catch (IllegalArgumentException e) {
      throw malformed("a transfer");
    }
  }

  /** Parses the amounts that lie at so many places. */
  static List<BigInteger> amounts(JsonNode node, int places) {
    String text = node.asString("");
    try {
      return FactoryCalls.amounts(
          HexFormat.of().parseHex(text, Math.min(2, text.length()), text.length()), places);
    } catch (IllegalArgumentException e) {
      throw malformed("an amount for each place");
    }
  }

  private static byte[] data(String text) {
    byte[] data = HexFormat.of().parseHex(text, Math.min(2, text.length()), text.length());
    if (!text.startsWith("0x") || data.length != DATA_WORDS * Bytes32.SIZE) {
      throw malformed("a settlement");
    }
    return data;
  }

  private static ChainUnavailable malformed(String what) {
    return new ChainUnavailable("the node's answer is not " + what);
  }
}
