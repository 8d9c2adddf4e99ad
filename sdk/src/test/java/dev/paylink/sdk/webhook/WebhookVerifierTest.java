package dev.paylink.sdk.webhook;

import static dev.paylink.sdk.Webhooks.CONFIRMED;
import static dev.paylink.sdk.Webhooks.ID;
import static dev.paylink.sdk.Webhooks.SECRET;
import static dev.paylink.sdk.Webhooks.SENT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.Webhooks;
import dev.paylink.sdk.webhook.WebhookVerificationException.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the published deliveries cannot show: repeated headers, secrets, limits, messages. */
class WebhookVerifierTest {
  private static final String TIME = Long.toString(SENT.getEpochSecond());
  private static final String OTHER_SECRET = "whsec_b3RoZXI=";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
        "x-service-signature",
        "x-service-signature-v2"
      })
  void a_header_that_was_sent_twice_is_refused(String name) throws WebhookVerificationException {
    Map<String, List<String>> headers = allFive();
    String value = headers.getOrDefault(name, List.of()).getFirst();
    assertThat(accepted(SECRET, headers).eventId()).isEqualTo(ID);

    headers.put(name, List.of(value, value));
    refused(Check.HEADERS, name + " was sent more than once", SECRET, headers);
    headers.put(name, List.of(value));
    headers.put(name.toUpperCase(Locale.ROOT), List.of(value));
    refused(Check.HEADERS, name + " was sent more than once", SECRET, headers);
  }

  @Test
  void other_headers_do_not_matter() throws WebhookVerificationException {
    Map<String, List<String>> headers = new HashMap<>(Webhooks.timed(CONFIRMED));
    headers.put(null, List.of("HTTP/1.1 200 OK")); // as some of the JDK's maps have it
    headers.put("Cookie", List.of("a", "b"));
    headers.put("webhook-id-2", List.of());
    assertThat(accepted(SECRET, headers).eventId()).isEqualTo(ID);
  }

  @Test
  void a_secret_without_its_prefix_serves_the_headers_over_the_body_only()
      throws WebhookVerificationException {
    for (String secret : List.of("plain", SECRET.substring(6), "whsec_", "whsec_***")) {
      String hex = Webhooks.hex(secret, CONFIRMED);
      assertThat(accepted(secret, Map.of("x-service-signature", List.of(hex)))).isNotNull();
      refused(
          Check.SECRET,
          "the signing secret is not whsec_ followed by base64",
          secret,
          Webhooks.timed(CONFIRMED));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "whsec_aHVzaA==\n", " whsec_aHVzaA==", "whsec_aHVzaA==é"})
  void a_secret_that_nobody_signs_with_is_refused_without_being_quoted(String secret) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WebhookVerifier.with(secret))
        .withMessageStartingWith("signingSecret:")
        .withMessageNotContaining("aHVzaA");
  }

  @Test
  void one_to_eight_secrets_may_be_given() throws WebhookVerificationException {
    List<String> others = Collections.nCopies(7, OTHER_SECRET);
    List<String> eight = new ArrayList<>(others);
    eight.add(SECRET);
    assertThat(
            WebhookVerifier.withAnyOf(eight)
                .withClock(() -> SENT)
                .verify(Webhooks.timed(CONFIRMED), CONFIRMED.getBytes(UTF_8)))
        .isNotNull();
    eight.add(SECRET);
    assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.withAnyOf(eight));
    assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.withAnyOf(List.of()));
  }

  @Test
  void a_signature_header_has_at_most_sixteen_values() throws WebhookVerificationException {
    String right = Webhooks.signature(SECRET, ID, TIME, CONFIRMED);
    String fifteen = "v1,AAAA ".repeat(TimedSignature.MAX_SIGNATURES - 1);
    assertThat(accepted(SECRET, Webhooks.timed(ID, TIME, fifteen + right))).isNotNull();
    refused(
        Check.HEADERS,
        "webhook-signature has too many values",
        SECRET,
        Webhooks.timed(ID, TIME, "v1,AAAA " + fifteen + right));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "evt.1", "evt 1", "evt_é"})
  void an_id_that_could_blur_what_is_signed_is_refused(String id) {
    String signature = Webhooks.signature(SECRET, id, TIME, CONFIRMED);
    refused(Check.HEADERS, "webhook-id is malformed", SECRET, Webhooks.timed(id, TIME, signature));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+1767225901", "1767225901.0", " 1767225901", "0x1", "١"})
  void a_timestamp_is_digits_only(String time) {
    String signature = Webhooks.signature(SECRET, ID, time, CONFIRMED);
    refused(
        Check.HEADERS,
        "webhook-timestamp is malformed",
        SECRET,
        Webhooks.timed(ID, time, signature));
  }

  @Test
  void a_receiver_can_insist_on_a_time() throws WebhookVerificationException {
    Map<String, List<String>> untimed =
        Map.of("x-service-signature", List.of(Webhooks.hex(SECRET, CONFIRMED)));
    byte[] body = CONFIRMED.getBytes(UTF_8);
    WebhookVerifier verifier = verifier(SECRET);
    assertThat(verifier.verify(untimed, body).eventId()).isEqualTo(ID);
    assertThat(verifier.timedOnly().verify(Webhooks.timed(CONFIRMED), body)).isNotNull();
    assertThatExceptionOfType(WebhookVerificationException.class)
        .isThrownBy(() -> verifier.timedOnly().verify(untimed, body))
        .withMessage("webhook-id is missing");
  }

  @Test
  void a_body_is_not_read_before_it_is_verified() {
    byte[] nonsense = "{".getBytes(UTF_8);
    Map<String, List<String>> signed =
        Map.of("x-service-signature", List.of(Webhooks.hex(SECRET, "{")));
    assertThat(failure(SECRET, signed, nonsense).failed()).isEqualTo(Check.BODY);
    assertThat(failure(OTHER_SECRET, signed, nonsense).failed()).isEqualTo(Check.SIGNATURE);
  }

  @Test
  void a_refusal_tells_neither_the_secret_nor_the_right_signature() {
    byte[] body = CONFIRMED.getBytes(UTF_8);
    for (Map<String, List<String>> headers :
        List.of(
            Webhooks.timed(CONFIRMED),
            Map.of("x-service-signature", List.of("00")),
            Map.of("x-service-signature-v2", List.of("sha256=00")))) {
      assertThat(failure(OTHER_SECRET, headers, body))
          .hasMessageContaining(" is wrong; verify the raw bytes of the body")
          .hasMessageNotContaining(Webhooks.hex(OTHER_SECRET, CONFIRMED))
          .hasMessageNotContaining(Webhooks.signature(OTHER_SECRET, ID, TIME, CONFIRMED))
          .hasMessageNotContaining(OTHER_SECRET);
    }
  }

  @Test
  void a_time_too_far_away_is_told_in_seconds() throws WebhookVerificationException {
    byte[] body = CONFIRMED.getBytes(UTF_8);
    Map<String, List<String>> headers = Webhooks.timed(CONFIRMED);
    WebhookVerifier late = verifier(SECRET).withClock(() -> SENT.plusSeconds(301));
    assertThatExceptionOfType(WebhookVerificationException.class)
        .isThrownBy(() -> late.verify(headers, body))
        .withMessage("webhook-timestamp is 301 s old");
    assertThat(late.withTolerance(Duration.ofSeconds(301)).verify(headers, body)).isNotNull();
    WebhookVerifier early = verifier(SECRET).withClock(() -> SENT.minusSeconds(301));
    assertThatExceptionOfType(WebhookVerificationException.class)
        .isThrownBy(() -> early.verify(headers, body))
        .withMessage("webhook-timestamp is 301 s ahead of this clock");
  }

  @Test
  void a_verifier_can_be_printed() {
    assertThat(verifier(SECRET)).hasToString("WebhookVerifier[SigningSecret[redacted]]");
  }

  private static Map<String, List<String>> allFive() {
    Map<String, List<String>> headers = new HashMap<>();
    Webhooks.timed(CONFIRMED)
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    String hex = Webhooks.hex(SECRET, CONFIRMED);
    headers.put("x-service-signature", List.of(hex));
    headers.put("x-service-signature-v2", List.of("sha256=" + hex));
    return headers;
  }

  private static WebhookVerifier verifier(String secret) {
    return WebhookVerifier.with(secret).withClock(() -> SENT);
  }

  private static WebhookEvent accepted(String secret, Map<String, List<String>> headers)
      throws WebhookVerificationException {
    return verifier(secret).verify(headers, CONFIRMED.getBytes(UTF_8));
  }

  private static void refused(
      Check check, String message, String secret, Map<String, List<String>> headers) {
    WebhookVerificationException failure = failure(secret, headers, CONFIRMED.getBytes(UTF_8));
    assertThat(failure).hasMessage(message);
    assertThat(failure.failed()).isEqualTo(check);
  }

  private static WebhookVerificationException failure(
      String secret, Map<String, List<String>> headers, byte[] body) {
    return assertThatExceptionOfType(WebhookVerificationException.class)
        .isThrownBy(() -> verifier(secret).verify(headers, body))
        .actual();
  }
}
