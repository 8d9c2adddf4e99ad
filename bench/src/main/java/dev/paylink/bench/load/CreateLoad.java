package dev.paylink.bench.load;

import dev.paylink.bench.stage.Stage;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Requests of create-payment: every one carries a fresh idempotency key and a valid signature. The
 * signature covers method, path, time and body but not the key, so it is made once per run and the
 * load generator stays cheap; the service verifies each one in full.
 *
 * @param head the request up to its idempotency key, which ends with a number
 * @param tail what follows that number
 */
public record CreateLoad(String head, String tail) {
  private static final String PATH = "/sdk/server/create-payment";
  private static final String BODY = "{\"amount\":\"125.50\",\"reference\":\"order-4711\"}";

  /** Signs for the next 300 seconds. */
  public static CreateLoad of(String apiKey, String secretKey) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String canonical =
        RequestSigner.canonical("POST", PATH, timestamp, BODY.getBytes(StandardCharsets.UTF_8));
    String head =
        "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n".formatted(PATH)
            + "X-API-Key: %s\r\nX-Secret-Key: %s\r\n".formatted(apiKey, secretKey)
            + "X-Timestamp: %s\r\n".formatted(timestamp)
            + "X-Signature: %s\r\n".formatted(RequestSigner.signature(secretKey, canonical))
            + "Content-Length: %d\r\n".formatted(BODY.length())
            + "X-Idempotency-Key: %s-".formatted(UUID.randomUUID());
    return new CreateLoad(head, "\r\n\r\n" + BODY);
  }

  /** Returns wrk's script. */
  public static String script(Stage stage) {
    return script(stage.apiKey(), stage.secretKey());
  }

  /** Returns wrk's script for this key. */
  public static String script(String apiKey, String secretKey) {
    CreateLoad load = of(apiKey, secretKey);
    return """
        local head = "%s"
        local tail = "%s"
        local count = 0
        function request()
          count = count + 1
          return head .. count .. tail
        end
        """
        .formatted(quoted(load.head), quoted(load.tail));
  }

  /** Returns the numbered request. */
  byte[] request(long number) {
    return (head + number + tail).getBytes(StandardCharsets.US_ASCII);
  }

  private static String quoted(String text) {
    return text.replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n");
  }
}
