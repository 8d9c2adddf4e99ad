package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Holds the signer to the published vectors, byte for byte. */
class SignatureVectorsTest {

  @Test
  void every_published_request_is_signed_as_published() throws IOException {
    List<JsonObject> requests = vectors().objects("requests");
    assertThat(requests).hasSizeGreaterThanOrEqualTo(5);
    for (JsonObject vector : requests) {
      String name = vector.text("name");
      byte[] body = vector.text("bodyUtf8").getBytes(UTF_8);
      String canonical =
          RequestSigner.canonical(
              vector.text("method"),
              vector.text("target"),
              vector.text("timestamp"),
              body,
              vector.textOrNull("idempotencyKey"));
      assertThat(HexFormat.of().formatHex(RequestSigner.sha256(body)))
          .as(name)
          .isEqualTo(vector.text("bodySha256"));
      assertThat(canonical).as(name).isEqualTo(vector.text("canonical"));
      assertThat(RequestSigner.signature(vector.text("secretKey"), canonical))
          .as(name)
          .isEqualTo(vector.text("signature"));
    }
  }

  @Test
  void request_without_an_idempotency_key_and_with_an_empty_one_are_published() throws IOException {
    assertThat(vectors().objects("requests"))
        .extracting(vector -> vector.textOrNull("idempotencyKey"))
        .contains(null, "", "order-1001");
  }

  @Test
  void no_two_published_requests_share_a_signature() throws IOException {
    assertThat(vectors().objects("requests"))
        .extracting(vector -> vector.text("signature"))
        .doesNotHaveDuplicates();
  }

  @Test
  void every_published_webhook_carries_the_published_signatures()
      throws IOException, GeneralSecurityException {
    List<JsonObject> webhooks = vectors().objects("webhooks");
    assertThat(webhooks).hasSizeGreaterThanOrEqualTo(2);
    for (JsonObject vector : webhooks) {
      String name = vector.text("name");
      String secret = vector.text("signingSecret");
      String body = vector.text("bodyUtf8");
      String hex = HexFormat.of().formatHex(RequestSigner.hmacSha256(secret, body.getBytes(UTF_8)));
      assertThat(hex).as(name).isEqualTo(vector.text("x-service-signature"));
      assertThat("sha256=" + hex).as(name).isEqualTo(vector.text("x-service-signature-v2"));

      String signed = vector.text("eventId") + '.' + vector.text("timestamp") + '.' + body;
      assertThat("v1," + standardSignature(secret, signed))
          .as(name)
          .isEqualTo(vector.text("webhook-signature"));
    }
  }

  /** The Standard Webhooks scheme: the key is what the base64 after the prefix decodes to. */
  private static String standardSignature(String secret, String signed)
      throws GeneralSecurityException {
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
  }

  private static JsonObject vectors() throws IOException {
    return JsonObject.parse(Files.readAllBytes(Path.of("..", "api", "vectors.json")));
  }
}
