package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Authentication, signature and idempotency key in the published order of checks: the first that
 * fails answers.
 */
final class CreatePaymentAuthTest extends PaymentTest {
  @Test
  void wrong_secret_and_unknown_key_are_refused_alike() {
    Reply wrongSecret = calls.with("X-Secret-Key", "sk_wrong").create("{}");
    wrongSecret.expectProblem(401, "INVALID_API_KEY");
    Reply unknownKey =
        new SignedCalls(service.baseUrl(), "pk_unknown", service.merchant().secretKey().reveal())
            .create("{}");
    assertThat(unknownKey.bodyWithoutRequestId()).isEqualTo(wrongSecret.bodyWithoutRequestId());
  }

  @Test
  void either_header_can_carry_the_key_but_x_api_key_is_required_and_must_agree() {
    calls.without("Authorization").create("{}").expect(200);
    Reply missing = calls.without("X-API-Key").create("{}");
    assertThat(missing.expectProblem(401, "API_KEY_MISMATCH").text("detail")).contains("X-API-Key");
    calls.with("X-API-Key", "pk_other").create("{}").expectProblem(401, "API_KEY_MISMATCH");
    calls.with("Authorization", "Basic abc").create("{}").expectProblem(401, "INVALID_API_KEY");
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 0, 300})
  void timestamp_within_the_window_is_accepted(long offset) {
    createAt(offset).expect(200);
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301})
  void timestamp_outside_the_window_is_refused_with_the_servers_time(long offset) {
    Reply reply = createAt(offset);
    String serverTime = reply.expectProblem(401, "TIMESTAMP_OUT_OF_RANGE").text("serverTime");
    assertThat(Instant.parse(serverTime))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1e9", "99999999999999999999", "-5", "+1", "1.0"})
  void timestamp_that_is_no_whole_number_is_refused(String timestamp) {
    calls.with("X-Timestamp", timestamp).create("{}").expectProblem(401, "TIMESTAMP_OUT_OF_RANGE");
  }

  @Test
  void signature_is_accepted_in_either_case_and_refused_when_one_digit_differs() {
    calls.falsifying(hex -> hex.toUpperCase(Locale.ROOT)).create("{}").expect(200);
    for (int place : new int[] {0, 31, 63}) {
      calls
          .falsifying(hex -> withOtherDigit(hex, place))
          .create("{}")
          .expectProblem(401, "INVALID_SIGNATURE");
    }
    calls.with("X-Signature", "zz".repeat(32)).create("{}").expectProblem(401, "INVALID_SIGNATURE");
    Reply missing = calls.without("X-Signature").create("{\"amount\":\"2.00\"}");
    assertThat(missing.expectProblem(401, "INVALID_SIGNATURE").text("canonical"))
        .startsWith("POST\n/sdk/server/create-payment\n");
    assertThat(missing.body()).doesNotContain(service.merchant().secretKey().reveal());
  }

  @Test
  void optional_signature_of_a_get_is_verified_when_sent_and_covers_the_query() {
    calls.getSigned("/sdk/server/payments?limit=2&reference=a%2Fb").expect(200);
    calls
        .with("X-Signature", "00".repeat(32))
        .getSigned("/sdk/server/payments?limit=2")
        .expectProblem(401, "INVALID_SIGNATURE");
    calls
        .with("X-Timestamp", Long.toString(Instant.now().getEpochSecond()))
        .get("/sdk/server/payments?limit=2")
        .expectProblem(401, "INVALID_SIGNATURE");
  }

  @Test
  void budget_is_told_on_every_answer() {
    Reply reply = calls.create("{}").expect(200);
    assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"key\";q=100000;w=60");
    assertThat(reply.header("RateLimit")).matches("\"key\";r=\\d+;t=\\d+");
    assertThat(calls.create("{\"amount\":\"0\"}").expect(400).header("RateLimit-Policy"))
        .isEqualTo("\"key\";q=100000;w=60");
  }

  @Test
  void end_of_the_budget_is_429_and_binds_nothing() {
    Browser merchant = service.signedIn();
    Reply key = service.activeKey(merchant, "{}");
    service.operator().put("/admin/api-keys/" + key.text("id"), "{\"limit\":2}").expect(200);
    SignedCalls few = service.calls(key);
    assertThat(few.create("{}").expect(200).header("RateLimit")).isEqualTo("\"key\";r=1;t=30");
    few.create("{}").expect(200);
    Reply refused = few.create("over-budget", "{}").expectProblem(429, "RATE_LIMITED");
    assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"key\";q=2;w=60");
    assertThat(refused.header("RateLimit")).startsWith("\"key\";r=0;");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 30);
    assertThat(calls.create("over-budget", "{}").expect(200).header("Idempotent-Replayed"))
        .as("the refused call made no payment")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"k", "~!\"#$%&'()*+,-./:;<=>?@[]^_`{|}"})
  void idempotency_key_of_printable_ascii_is_accepted(String key) {
    calls.create(key, "{}").expect(200);
  }

  @Test
  void idempotency_key_is_required_and_at_most_255_long() {
    calls.without("X-Idempotency-Key").create("{}").expectProblem(400, "IDEMPOTENCY_KEY_REQUIRED");
    calls.create("k".repeat(255), "{}").expect(200);
    calls.create("k".repeat(256), "{}").expectProblem(400, "IDEMPOTENCY_KEY_INVALID");
  }

  @Test
  void other_media_type_is_415_after_authentication() {
    calls
        .with("Content-Type", "text/plain")
        .create("{}")
        .expectProblem(415, "UNSUPPORTED_MEDIA_TYPE");
    calls.with("Content-Type", "application/json; charset=utf-8").create("{}").expect(200);
  }

  private static String withOtherDigit(String hex, int place) {
    char other = hex.charAt(place) == '0' ? '1' : '0';
    return hex.substring(0, place) + other + hex.substring(place + 1);
  }

  /** The answer to a call that began and ended in one second of the clock. */
  private Reply createAt(long offsetSeconds) {
    AtomicReference<Reply> answer = new AtomicReference<>();
    Await.until(
        "a call within one second",
        () -> {
          long second = Instant.now().getEpochSecond();
          String timestamp = Long.toString(second + offsetSeconds);
          answer.set(calls.with("X-Timestamp", timestamp).create("{}"));
          return Instant.now().getEpochSecond() == second;
        });
    return Objects.requireNonNull(answer.get());
  }
}
