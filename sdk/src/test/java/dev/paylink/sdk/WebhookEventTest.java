package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.paylink.sdk.json.JsonException;
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
    WebhookEvent event = parse(Webhooks.CONFIRMED);
    assertThat(event.eventId()).isEqualTo(Webhooks.ID);
    assertThat(event.type()).isEqualTo("payment.confirmed");
    assertThat(event.createdAt()).isEqualTo(RECORDED);
    assertThat(event.paymentId()).isEqualTo(Answers.PAYMENT_ID);
    assertThat(event.status()).isEqualTo(PaymentStatus.SUCCESS);
    assertThat(event.invoiceId()).isEqualTo("inv_01jgfj2v00e8z9y3m5k7n9q1s3");
    assertThat(event.invoiceNumber()).isEqualTo("INV-000001");
    assertThat(event.invoiceStatus()).isEqualTo("paid");
    assertThat(event.amount()).isEqualTo("125.50");
    assertThat(event.currency()).isEqualTo("USD");
    assertThat(event.reference()).isEqualTo("order-4711");
    assertThat(event.metadata()).isEqualTo(Map.of("café", "☕ 🗼}"));
    assertThat(event.failureReason()).isNull();
    Answers.assertSettling(event.transaction());
    assertThat(event.testMode()).isTrue();
    assertThat(event.json()).isEqualTo(Webhooks.CONFIRMED);
    assertThat(event).isEqualTo(parse(Webhooks.CONFIRMED)).isNotEqualTo(parse(Webhooks.TEST));
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
