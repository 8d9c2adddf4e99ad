package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a wallet hashes before it signs, written from EIP-712 and not from our own code. */
final class Eip712 {
  private Eip712() {}

  static String digest(Consumer<Json> typedData) {
    Json json = Json.object();
    typedData.accept(json);
    JsonNode data = JsonMapper.shared().readTree(json.bytes());
    byte[] domain = struct(data.get("types"), "EIP712Domain", data.get("domain"));
    byte[] message =
        struct(data.get("types"), data.get("primaryType").asString(), data.get("message"));
    return Bytes32.of(Keccak.hash256(Abi.concat(new byte[] {0x19, 0x01}, domain, message))).hex();
  }

  private static byte[] struct(JsonNode types, String type, JsonNode value) {
    String referenced =
        types
            .get(type)
            .valueStream()
            .map(member -> member.get("type").asString())
            .filter(types::has)
            .sorted()
            .map(other -> named(types, other))
            .collect(Collectors.joining());
    byte[] encoded = hash(named(types, type) + referenced);
    for (JsonNode member : types.get(type)) {
      JsonNode part = value.get(member.get("name").asString());
      encoded = Abi.concat(encoded, word(types, member.get("type").asString(), part));
    }
    return Keccak.hash256(encoded);
  }

  /** The type with its members; ours refer to types that refer to no others. */
  private static String named(JsonNode types, String type) {
    return types
        .get(type)
        .valueStream()
        .map(member -> member.get("type").asString() + " " + member.get("name").asString())
        .collect(Collectors.joining(",", type + "(", ")"));
  }

  private static byte[] word(JsonNode types, String type, JsonNode value) {
    if (types.has(type)) {
      return struct(types, type, value);
    }
    return switch (type) {
      case "string" -> hash(value.asString());
      case "bytes32" -> new Bytes32(value.asString()).bytes();
      case "address" -> Abi.word(EvmAddress.of(value.asString()));
      case "uint256" -> Abi.word(new BigInteger(value.asString()));
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static byte[] hash(String text) {
    return Keccak.hash256(text.getBytes(StandardCharsets.UTF_8));
  }
}
