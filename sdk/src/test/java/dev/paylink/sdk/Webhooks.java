package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Deliveries as the service sends them. */
public final class Webhooks {
  public static final String SECRET = "whsec_" + "a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U=";
  public static final String ID = "evt_01jgfj2v00e8z9y3m5k7n9q1s3";
  public static final Instant SENT = Instant.parse("2026-01-01T00:05:01Z");

  /** Every field filled in, odd white space, text beyond ASCII and a field of tomorrow. */
  public static final String CONFIRMED =
      """
      {"eventId":"evt_01jgfj2v00e8z9y3m5k7n9q1s3", "type" :"payment.confirmed",
       "createdAt":"2026-01-01T00:05:00.123Z","paymentId":"pay_01jgfj2v00e8z9y3m5k7n9q1s3",
       "status":"success","invoiceId":"inv_01jgfj2v00e8z9y3m5k7n9q1s3",
       "invoiceNumber":"INV-000001","invoiceStatus":"paid","amount":"125.50","currency":"USD",
       "reference":"order-4711","metadata":{"café":"\\u2615 🗼}"},"failureReason":null,
       "transaction":{"chainId":8453,"hash":"0xabc","blockNumber":9007199254740993,"logIndex":0,
         "token":"USDC","amount":"125.50","payer":"0x01","payee":"0x02"},
       "testMode":true,"aFieldOfTomorrow":[{}]}""";

  public static final String TEST =
      """
      {"eventId":"evt_01jgfj2v00e8z9y3m5k7n9q1s4","type":"webhook.test",
       "createdAt":"2026-01-01T00:05:00.123Z","testMode":false}""";

  private Webhooks() {}

  /** The headers of Standard Webhooks, signed with {@link #SECRET} when the event was sent. */
  public static Map<String, List<String>> timed(String body) {
    String time = Long.toString(SENT.getEpochSecond());
    return timed(ID, time, signature(SECRET, ID, time, body));
  }

  public static Map<String, List<String>> timed(String id, String time, String signature) {
    return Map.of(
        "Webhook-id", List.of(id),
        "Webhook-timestamp", List.of(time),
        "Webhook-signature", List.of(signature));
  }

  public static String signature(String secret, String id, String time, String body) {
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    byte[] mac = RequestSigner.hmacSha256(key, (id + '.' + time + '.' + body).getBytes(UTF_8));
    return "v1," + Base64.getEncoder().encodeToString(mac);
  }

  public static String hex(String secret, String body) {
    return HexFormat.of().formatHex(RequestSigner.hmacSha256(secret, body.getBytes(UTF_8)));
  }
}
