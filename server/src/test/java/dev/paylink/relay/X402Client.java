package dev.paylink.relay;

import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the x402 specification has a client do: read what is required, sign it, hand it in. */
record X402Client(DevChain chain, String payer) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final SecureRandom RANDOM = new SecureRandom();

  static JsonNode decoded(String header) {
    return JSON.readTree(Base64.getDecoder().decode(header));
  }

  static JsonNode accepted(Reply required) {
    return decoded(required.header("PAYMENT-REQUIRED")).at("/accepts/0");
  }

  /** What a client signs for these requirements, where it is not told otherwise. */
  String signed(JsonNode accepted, Map<String, String> otherwise) {
    byte[] nonce = new byte[32];
    RANDOM.nextBytes(nonce);
    long now = Instant.now().getEpochSecond();
    ObjectNode authorization = JSON.createObjectNode();
    authorization.put("from", payer);
    authorization.put("to", accepted.get("payTo").asString());
    authorization.put("value", accepted.get("amount").asString());
    authorization.put("validAfter", Long.toString(now - 600));
    authorization.put(
        "validBefore", Long.toString(now + accepted.get("maxTimeoutSeconds").asInt()));
    authorization.put("nonce", RelayWorld.hex(nonce));
    otherwise.forEach(authorization::put);
    String typedData =
        """
        {"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},
          {"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
         "TransferWithAuthorization":[{"name":"from","type":"address"},{"name":"to","type":"address"},
          {"name":"value","type":"uint256"},{"name":"validAfter","type":"uint256"},
          {"name":"validBefore","type":"uint256"},{"name":"nonce","type":"bytes32"}]},
         "primaryType":"TransferWithAuthorization",
         "domain":{"name":"%s","version":"%s","chainId":%d,"verifyingContract":"%s"},"message":%s}
        """
            .formatted(
                accepted.at("/extra/name").asString(),
                accepted.at("/extra/version").asString(),
                chain.chainId(),
                accepted.get("asset").asString(),
                authorization);
    String signature =
        chain
            .call("eth_signTypedData_v4", authorization.get("from").asString(), typedData)
            .asString();
    String payload =
        "{\"x402Version\":2,\"accepted\":%s,\"payload\":{\"signature\":\"%s\",\"authorization\":%s}}"
            .formatted(accepted, signature, authorization);
    return Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8));
  }
}
