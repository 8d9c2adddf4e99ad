package dev.paylink.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.paylink.platform.Version;
import dev.paylink.platform.crypto.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Held against figures made with openssl, and against the Standard Webhooks library. */
final class WebhookHeadersTest {
  private static final String EVENT_ID = "evt_01jgfj2v00e8z9v1w2x3y4z5a6";
  private static final String BODY = "{\"type\":\"webhook.test\",\"text\":\"Zürich\"}";
  private static final SigningSecret CURRENT =
      secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
  private static final SigningSecret PREVIOUS =
      secret("whsec_Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=");
  private static final String HEX =
      "330377330e92f6529ce2ed4700fee27da70c85d3f32ac912eb035b363ab0775f";
  private static final String STANDARD = "v1,P5910Ia6q15f8sru89Y0B39+8QkHecQN0ELaVLydTUk=";
  private static final String STANDARD_PREVIOUS = "v1,eNfB8u/5Y6A3brSIfd5ARvpmpdbfhSIyWYI7QJb1lkM=";

  @Test
  void a_delivery_carries_these_headers_and_no_others() {
    assertThat(headers(new SigningSecrets(CURRENT, null), Instant.ofEpochMilli(1767225600999L)))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "content-type",
                "application/json",
                "user-agent",
                "PaymentLinkService/" + Version.NUMBER,
                "x-service-signature",
                HEX,
                "x-service-signature-v2",
                "sha256=" + HEX,
                "x-service-attempt",
                "3",
                "webhook-id",
                EVENT_ID,
                "webhook-timestamp",
                "1767225600",
                "webhook-signature",
                STANDARD));
  }

  @Test
  void during_a_rotation_both_secrets_sign_the_standard_header_and_only_that() {
    Map<String, String> headers =
        headers(new SigningSecrets(CURRENT, PREVIOUS), Instant.ofEpochSecond(1767225600));
    assertThat(headers)
        .containsEntry("webhook-signature", STANDARD + " " + STANDARD_PREVIOUS)
        .containsEntry("x-service-signature", HEX)
        .containsEntry("x-service-signature-v2", "sha256=" + HEX);
  }

  @Test
  void a_standard_webhooks_receiver_accepts_either_secret_and_no_other() throws Exception {
    Map<String, String> headers = headers(new SigningSecrets(CURRENT, PREVIOUS), Instant.now());
    verify(CURRENT, BODY, headers);
    verify(PREVIOUS, BODY, headers);
    assertThatThrownBy(() -> verify(SigningSecret.random(), BODY, headers))
        .isInstanceOf(WebhookVerificationException.class);
    assertThatThrownBy(() -> verify(CURRENT, BODY + " ", headers))
        .isInstanceOf(WebhookVerificationException.class);
    Map<String, String> otherEvent = new HashMap<>(headers);
    otherEvent.put("webhook-id", EVENT_ID.replace('6', '7'));
    assertThatThrownBy(() -> verify(CURRENT, BODY, otherEvent))
        .isInstanceOf(WebhookVerificationException.class);
  }

  private static void verify(SigningSecret secret, String body, Map<String, String> headers)
      throws Exception {
    Map<String, List<String>> lists = new HashMap<>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    new com.standardwebhooks.Webhook(secret.reveal()).verify(body, lists);
  }

  private static Map<String, String> headers(SigningSecrets secrets, Instant now) {
    return WebhookHeaders.of(secrets, EVENT_ID, BODY.getBytes(StandardCharsets.UTF_8), 3, now);
  }

  private static SigningSecret secret(String text) {
    return new SigningSecret(new Secret(text));
  }
}
