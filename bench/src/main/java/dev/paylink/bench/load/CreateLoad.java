package dev.paylink.bench.load;

import dev.paylink.bench.stage.Stage;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Requests of create-payment, numbered: every one carries a fresh idempotency key and a signature
 * over it, which the service verifies in full. Only the number differs, so the load generator
 * hashes no body and signs with one HMAC each.
 *
 * @param head the request up to its idempotency key, which ends with the number
 * @param middle what stands between that number and the signature
 * @param tail what follows the signature
 * @param canonical the string to sign up to the number, which is its end
 */
public record CreateLoad(
    String head, String middle, String tail, String canonical, String secretKey) {
  private static final String PATH = "/sdk/server/create-payment";
  private static final String BODY = "{\"amount\":\"125.50\",\"reference\":\"order-4711\"}";

  /** Lets wrk sign with the libcrypto that it is linked with anyway. */
  private static final String SCRIPT =
      """
      local ffi = require("ffi")
      ffi.cdef[[
        const void *EVP_sha256(void);
        unsigned char *HMAC(const void *hash, const char *key, int keyLength,
                            const char *text, size_t length, unsigned char *out, unsigned int *size);
      ]]
      local head, middle, tail = "%s", "%s", "%s"
      local canonical, secret = "%s", "%s"
      local sha256 = ffi.C.EVP_sha256()
      local out = ffi.new("unsigned char[32]")
      local digits = ffi.new("char[64]")
      local hex = ffi.new("char[16]", "0123456789abcdef")
      local count = 0
      function request()
        count = count + 1
        local text = canonical .. count
        ffi.C.HMAC(sha256, secret, #secret, text, #text, out, nil)
        for i = 0, 31 do
          digits[2 * i] = hex[bit.rshift(out[i], 4)]
          digits[2 * i + 1] = hex[bit.band(out[i], 15)]
        end
        return head .. count .. middle .. ffi.string(digits, 64) .. tail
      end
      """;

  /** Signs for the next 300 seconds. */
  public static CreateLoad of(String apiKey, String secretKey) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String key = UUID.randomUUID() + "-";
    String head =
        "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n".formatted(PATH)
            + "X-API-Key: %s\r\nX-Secret-Key: %s\r\n".formatted(apiKey, secretKey)
            + "X-Timestamp: %s\r\n".formatted(timestamp)
            + "Content-Length: %d\r\n".formatted(BODY.length())
            + "X-Idempotency-Key: %s".formatted(key);
    return new CreateLoad(
        head,
        "\r\nX-Signature: ",
        "\r\n\r\n" + BODY,
        RequestSigner.canonical(
            "POST", PATH, timestamp, BODY.getBytes(StandardCharsets.UTF_8), key),
        secretKey);
  }

  /** Returns wrk's script. */
  public static String script(Stage stage) {
    return script(stage.apiKey(), stage.secretKey());
  }

  /** Returns wrk's script for this key. */
  public static String script(String apiKey, String secretKey) {
    CreateLoad load = of(apiKey, secretKey);
    return SCRIPT.formatted(
        quoted(load.head),
        quoted(load.middle),
        quoted(load.tail),
        quoted(load.canonical),
        quoted(load.secretKey));
  }

  /** Returns the numbered request. */
  byte[] request(long number) {
    String signature = RequestSigner.signature(secretKey, canonical + number);
    return (head + number + middle + signature + tail).getBytes(StandardCharsets.US_ASCII);
  }

  private static String quoted(String text) {
    return text.replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n");
  }
}
