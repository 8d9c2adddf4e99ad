package dev.paylink.sdk.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.Webhooks;
import dev.paylink.sdk.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds the verifier to the published vectors. */
class WebhookVectorsTest {

  @Test
  void every_published_webhook_is_genuine_either_way()
      throws IOException, WebhookVerificationException {
    List<JsonObject> webhooks = vectors("webhooks");
    assertThat(webhooks).hasSizeGreaterThanOrEqualTo(10);
    for (JsonObject vector : webhooks) {
      byte[] body = vector.text("bodyUtf8").getBytes(UTF_8);
      WebhookVerifier verifier =
          verifier(List.of(vector.text("signingSecret")), vector.text("timestamp"));
      WebhookEvent timed = verifier.verify(timed(vector), body);
      assertThat(timed.eventId()).as(vector.text("name")).isEqualTo(vector.text("eventId"));
      assertThat(timed.rawBody()).as(vector.text("name")).isEqualTo(body);
      for (String header : List.of("x-service-signature", "x-service-signature-v2")) {
        assertThat(verifier.verify(Map.of(header, List.of(vector.text(header))), body))
            .as(vector.text("name"))
            .isEqualTo(timed);
      }
    }
  }

  @Test
  void no_two_published_webhooks_share_a_time_bound_signature() throws IOException {
    assertThat(vectors("webhooks"))
        .extracting(vector -> vector.text("webhook-signature"))
        .doesNotHaveDuplicates();
  }

  @Test
  void every_published_delivery_gets_the_published_verdict() throws IOException {
    List<JsonObject> deliveries = vectors("deliveries");
    assertThat(deliveries).extracting(d -> d.text("verdict")).contains("genuine", "SIGNATURE");
    for (JsonObject delivery : deliveries) {
      assertThat(verdict(delivery)).as(delivery.text("name")).isEqualTo(delivery.text("verdict"));
    }
  }

  private static String verdict(JsonObject delivery) {
    List<String> secrets = new ArrayList<>();
    ((List<?>) delivery.fields().getOrDefault("signingSecrets", List.of()))
        .forEach(secret -> secrets.add((String) secret));
    Map<String, List<String>> headers = new LinkedHashMap<>();
    delivery.texts("headers").forEach((name, value) -> headers.put(name, List.of(value)));
    try {
      byte[] body = delivery.text("bodyUtf8").getBytes(UTF_8);
      verifier(secrets, delivery.text("now")).verify(headers, body);
      return "genuine";
    } catch (WebhookVerificationException e) {
      return e.failed().name();
    }
  }

  private static Map<String, List<String>> timed(JsonObject vector) {
    return Webhooks.timed(
        vector.text("eventId"), vector.text("timestamp"), vector.text("webhook-signature"));
  }

  private static WebhookVerifier verifier(List<String> secrets, String now) {
    Instant time = Instant.ofEpochSecond(Long.parseLong(now));
    return WebhookVerifier.withAnyOf(secrets).withClock(() -> time);
  }

  private static List<JsonObject> vectors(String section) throws IOException {
    return JsonObject.parse(Files.readAllBytes(Path.of("..", "api", "vectors.json")))
        .objects(section);
  }
}
