package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only whoever holds the callback secret changes a payment. */
final class InboundSignatureTest extends SettlementTest {
  private String payment;
  private boolean isChanged;

  @BeforeEach
  void createPayment() {
    payment = payment();
  }

  @AfterEach
  void refused_report_changed_nothing() {
    assertThat(statusOf(payment)).isEqualTo(isChanged ? "success" : "created");
    assertThat(reportsOf(payment)).isEqualTo(isChanged ? 1 : 0);
  }

  @Test
  void unsigned_report_is_refused() {
    refused(callback.without("X-Signature").without("X-Timestamp"), "INVALID_SIGNATURE");
    refused(callback.without("X-Signature"), "INVALID_SIGNATURE");
  }

  @Test
  void report_signed_with_another_secret_is_refused_and_shown_what_was_to_be_signed() {
    Reply reply = refused(callback.withSecret("another-secret"), "INVALID_SIGNATURE");
    assertThat(reply.text("canonical")).startsWith("POST\n/internal/events\n");
    assertThat(reply.body()).doesNotContain(TestService.CALLBACK_SECRET);
  }

  @Test
  void merchants_own_key_signs_no_report() {
    refused(callback.withSecret(service.merchant().secretKey().reveal()), "INVALID_SIGNATURE");
  }

  @Test
  void body_changed_after_signing_is_refused() {
    String body =
        """
        {"eventRef":"tampered","type":"payment.failed","paymentId":"%s"}"""
            .formatted(payment);
    callback
        .send(body, body.replace("failed", "confirmed"))
        .expectProblem(401, "INVALID_SIGNATURE");
    callback.send(body, body + " ").expectProblem(401, "INVALID_SIGNATURE");
  }

  /** The signature comes first: a stranger learns nothing of what is known or well-formed. */
  @Test
  void unsigned_nonsense_is_refused_for_its_signature() {
    Callback unsigned = callback.without("X-Signature");
    unsigned.send("{").expectProblem(401, "INVALID_SIGNATURE");
    unsigned.report(CONFIRMED, "pay_unknown").expectProblem(401, "INVALID_SIGNATURE");
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 300})
  void report_signed_within_five_minutes_is_accepted(long offset) {
    withinOneSecond(offset).expect(200);
    isChanged = true;
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301})
  void report_signed_longer_ago_or_ahead_is_refused_with_the_servers_time(long offset) {
    Reply reply = withinOneSecond(offset).expectProblem(401, "TIMESTAMP_OUT_OF_RANGE");
    assertThat(Instant.parse(reply.text("serverTime")))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "1e9"})
  void time_that_is_none_is_refused(String timestamp) {
    refused(callback.with("X-Timestamp", timestamp), "TIMESTAMP_OUT_OF_RANGE");
  }

  /** Sent past the contract, which does not tell the listeners apart. */
  @Test
  void callback_is_not_on_the_public_listener() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(service.baseUrl().resolve(Callback.TARGET))
                  .POST(BodyPublishers.ofString("{}"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body()).contains("\"code\":\"NOT_FOUND\"");
    }
  }

  @Test
  void other_methods_and_media_types_are_refused() {
    Reply reply = service.operator().get(Callback.TARGET).expect(405);
    assertThat(reply.header("Allow")).contains("POST");
    callback
        .with("Content-Type", "text/plain")
        .report(CONFIRMED, payment)
        .expectProblem(415, "UNSUPPORTED_MEDIA_TYPE");
  }

  private Reply refused(Callback sender, String code) {
    return sender.report(CONFIRMED, payment).expectProblem(401, code);
  }

  /** The answer to a report on a new payment that was signed and judged within one second. */
  private Reply withinOneSecond(long offset) {
    while (true) {
      payment = payment();
      long second = Instant.now().getEpochSecond();
      String timestamp = Long.toString(second + offset);
      Reply reply = callback.with("X-Timestamp", timestamp).report(CONFIRMED, payment);
      if (Instant.now().getEpochSecond() == second) {
        return reply;
      }
    }
  }
}
