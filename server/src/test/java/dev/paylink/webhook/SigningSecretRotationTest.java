package dev.paylink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A receiver that changes its secret within a day never meets a delivery it cannot verify. */
final class SigningSecretRotationTest {
  private static final String PATH = "/merchant/webhooks/invoice_settlement";
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Stored STORED = SERVICE.stored();
  @AutoClose private static final Receiver RECEIVER = new Receiver(delivery -> 204);

  private final Browser merchant = SERVICE.register();
  private final String merchantId = merchant.get("/merchant/profile").text("merchantId");
  private final String first =
      merchant.putWebhook(RECEIVER.url("/hook?shop=1")).text("signingSecret");

  @Test
  void the_new_secret_is_shown_once() {
    Reply rotated = merchant.post(PATH + "/rotate-secret").expect(200);
    assertThat(rotated.json().propertyNames()).containsExactly("signingSecret");
    assertThat(rotated.text("signingSecret"))
        .matches("whsec_[A-Za-z0-9+/]{43}=")
        .isNotEqualTo(first);
    assertThat(rotated.header("Cache-Control")).isEqualTo("no-store");
    assertThat(merchant.get(PATH).body()).doesNotContain("whsec_");
  }

  @Test
  void the_old_one_signs_along_and_stops_when_its_time_is_over() throws Exception {
    String second = rotate();
    Receiver.Delivery during = deliver();
    assertThat(during.header("webhook-signature").split(" ")).hasSize(2);
    verify(first, during);
    verify(second, during);
    assertThat(during.header("x-service-signature")).isEqualTo(hmac(second, during));

    moveEndOfOverlap("now()");
    Receiver.Delivery after = deliver();
    assertThat(after.header("webhook-signature").split(" ")).hasSize(1);
    verify(second, after);
    assertRefused(first, after);
  }

  @Test
  void the_overlap_is_a_day_of_the_databases_clock() {
    rotate();
    String left =
        STORED.text(
            """
                select previous_secret_until - now()
                       between interval '23 hours 50 minutes' and interval '24 hours'
                  from webhook where merchant_id = ?
                """,
            Stored.uuid(merchantId));
    assertThat(left).isEqualTo("t");
  }

  @Test
  void rotating_again_within_the_overlap_ends_the_oldest_at_once() throws Exception {
    String second = rotate();
    String third = rotate();
    Receiver.Delivery delivery = deliver();
    assertThat(delivery.header("webhook-signature").split(" ")).hasSize(2);
    verify(second, delivery);
    verify(third, delivery);
    assertRefused(first, delivery);
  }

  @Test
  void another_address_keeps_the_secret() throws Exception {
    merchant.putWebhook(RECEIVER.url("/hook?shop=1") + "&moved=1");
    verify(first, deliver());
  }

  private String rotate() {
    return merchant.post(PATH + "/rotate-secret").expect(200).text("signingSecret");
  }

  private Receiver.Delivery deliver() {
    int before = RECEIVER.deliveries().size();
    merchant.post(PATH + "/test").expect(200);
    return RECEIVER.deliveries().get(before);
  }

  private void moveEndOfOverlap(String to) {
    STORED.change(
        "update webhook set previous_secret_until = " + to + " where merchant_id = ?",
        Stored.uuid(merchantId));
  }

  private static void verify(String secret, Receiver.Delivery delivery) throws Exception {
    new com.standardwebhooks.Webhook(secret).verify(delivery.body(), delivery.headers());
  }

  private static void assertRefused(String secret, Receiver.Delivery delivery) {
    assertThatThrownBy(() -> verify(secret, delivery))
        .isInstanceOf(WebhookVerificationException.class);
  }

  private static String hmac(String secret, Receiver.Delivery delivery) {
    byte[] body = delivery.body().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(RequestSigner.hmacSha256(secret, body));
  }
}
