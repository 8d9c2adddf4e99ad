package dev.paylink.checkout;

import dev.paylink.testing.DevChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An account that is a contract: it makes several calls in one transaction, all or none. */
final class BatchAccount {
  private static final Path CODE = Path.of("../contracts/artifact/Batch.json");
  private static final String RUN = "0xb06f1eb4"; // run((address,uint256,bytes)[])
  private static final int WORD = 32;

  /** Given, so that the node does not try it out and refuse what would revert. */
  private static final String GAS = "0x7a120";

  private BatchAccount() {}

  /** Returns the address of a new one. */
  static String create(DevChain chain) {
    byte[] address = new byte[20];
    new SecureRandom().nextBytes(address);
    String account = "0x" + HexFormat.of().formatHex(address);
    chain.call("hardhat_setCode", account, code());
    chain.impersonate(account);
    return account;
  }

  private static String code() {
    try {
      return JsonMapper.shared()
          .readTree(Files.readString(CODE))
          .get("deployedBytecode")
          .stringValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the transaction of somebody else that has the account make these calls. */
  static Map<String, Object> transaction(String sender, String account, JsonNode calls) {
    List<String> encoded = calls.valueStream().map(BatchAccount::encode).toList();
    List<String> offsets = new ArrayList<>();
    int offset = encoded.size() * WORD;
    for (String call : encoded) {
      offsets.add(word(offset));
      offset += call.length() / 2;
    }
    String data =
        RUN
            + word(WORD)
            + word(encoded.size())
            + String.join("", offsets)
            + String.join("", encoded);
    return Map.of("from", sender, "to", account, "data", data, "gas", GAS);
  }

  private static String encode(JsonNode call) {
    String data = call.get("data").stringValue().substring(2);
    int bytes = data.length() / 2;
    int padding = Math.floorMod(-bytes, WORD);
    return "0".repeat(24)
        + call.get("to").stringValue().substring(2)
        + word(Long.decode(call.get("value").stringValue()))
        + word(3L * WORD)
        + word(bytes)
        + data
        + "00".repeat(padding);
  }

  private static String word(long number) {
    return "%064x".formatted(number);
  }
}
