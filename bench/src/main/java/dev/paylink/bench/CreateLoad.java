package dev.paylink.bench;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * The wrk script of create-payment: every request carries a fresh idempotency key and a valid
 * signature. The signature covers method, path, time and body but not the key, so it is made once
 * per run and the load generator stays cheap; the service verifies each one in full.
 */
final class CreateLoad {
  private static final String PATH = "/sdk/server/create-payment";
  private static final String BODY = "{\"amount\":\"125.50\",\"reference\":\"order-4711\"}";

  private CreateLoad() {}

  static String script(Stage stage) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String canonical =
        RequestSigner.canonical("POST", PATH, timestamp, BODY.getBytes(StandardCharsets.UTF_8));
    return """
        local head = "POST %s HTTP/1.1\\r\\nHost: bench\\r\\nContent-Type: application/json\\r\\n"
          .. "X-API-Key: %s\\r\\nX-Secret-Key: %s\\r\\nX-Timestamp: %s\\r\\nX-Signature: %s\\r\\n"
          .. "Content-Length: %d\\r\\nX-Idempotency-Key: %s-"
        local tail = "\\r\\n\\r\\n" .. [[%s]]
        local count = 0
        function request()
          count = count + 1
          return head .. count .. tail
        end
        """
        .formatted(
            PATH,
            stage.apiKey(),
            stage.secretKey(),
            timestamp,
            RequestSigner.signature(stage.secretKey(), canonical),
            BODY.length(),
            UUID.randomUUID(),
            BODY);
  }
}
