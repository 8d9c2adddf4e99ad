package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.paylink.sdk.json.JsonException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a body is read as. */
class WebhookEventTest {
  private static final Instant RECORDED = Instant.parse("2026-01-01T00:05:00.123Z");

  @Test
  void an_event_has_every_field_and_ignores_those_of_tomorrow() {
    BigDecimal amount = new BigDecimal("125.50");
    assertThat(parse(Webhooks.CONFIRMED))
        .isEqualTo(
            new WebhookEvent(
                Webhooks.ID,
                "payment.confirmed",
                RECORDED,
                Answers.PAYMENT_ID,
                PaymentStatus.SUCCESS,
                "inv_01jgfj2v00e8z9y3m5k7n9q1s3",
                "INV-000001",
                "paid",
                amount,
                "USD",
                "order-4711",
                Map.of("café", "☕ 🗼}"),
                null,
                new PaymentTransaction(
                    8453L, "0xabc", 9007199254740993L, 0L, "USDC", amount, "0x01", "0x02"),
                true,
                Webhooks.CONFIRMED));
  }

  @Test
  void an_event_about_no_payment_has_only_its_own_fields() {
    WebhookEvent test = parse(Webhooks.TEST);
    assertThat(test.type()).isEqualTo("webhook.test");
    assertThat(test.createdAt()).isEqualTo(RECORDED);
    assertThat(test.paymentId()).isNull();
    assertThat(test.status()).isNull();
    assertThat(test.transaction()).isNull();
    assertThat(test.metadata()).isEmpty();
  }

  @Test
  void a_type_of_tomorrow_is_kept_as_text() {
    assertThat(parse(Webhooks.TEST.replace("webhook.test", "payment.refunded")).type())
        .isEqualTo("payment.refunded");
  }

  @Test
  void the_raw_body_is_the_body_to_the_last_byte() {
    byte[] body = (" \n" + Webhooks.CONFIRMED + "\r\n").getBytes(UTF_8);
    assertThat(WebhookEvent.parse(body).rawBody()).isEqualTo(body);
  }

  @ParameterizedTest
  @CsvSource({
    "eventId, anEventId",
    "type, aType",
    "createdAt, aTime",
    "testMode, aMode",
    "success, Success",
    "125.50, 1O0",
    "2026-01-01T00:05, 2026-13-01T00:05"
  })
  void a_field_that_is_missing_or_no_longer_what_it_was_is_refused(String present, String instead) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> parse(Webhooks.CONFIRMED.replace(present, instead)))
        .withMessageStartingWith("field ");
  }

  private static WebhookEvent parse(String body) {
    return WebhookEvent.parse(body.getBytes(UTF_8));
  }
}
