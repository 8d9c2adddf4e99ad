package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.HeldPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What arrives, and what is made of the answer; each time the receiver sees exactly one request.
 */
final class PostTest {
  @AutoClose private final WebhookClient client = Clients.forLoopback();

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 226, 299})
  void a_2xx_is_delivered(int status) throws IOException {
    AttemptResult outcome = answered("HTTP/1.1 " + status + " Fine\r\nContent-Length: 2\r\n\r\nok");
    assertThat(outcome.isDelivered()).isTrue();
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.error()).isNull();
    assertThat(outcome.responseBody()).isEqualTo("ok");
    assertThat(outcome.duration()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 407, 408, 410, 421, 429, 500, 502, 503, 599, 600})
  void any_other_status_is_a_failure(int status) throws IOException {
    AttemptResult outcome = answered("HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n");
    assertThat(outcome.isDelivered()).isFalse();
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.error()).isEqualTo("answered " + status);
    assertThat(outcome.responseBody()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
  void a_redirect_is_a_failure_and_is_not_followed(int status) throws IOException {
    try (Receiver elsewhere = Receiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      AttemptResult outcome =
          answered(
              "HTTP/1.1 %d Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                  .formatted(status, elsewhere.url()));
      assertThat(outcome.status()).isEqualTo(status);
      assertThat(outcome.error()).isEqualTo("answered " + status + "; redirects are not followed");
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "99999999999999999999", "Wed, 21 Oct 2026 07:28:00 GMT"})
  void an_invitation_to_retry_is_not_taken(String retryAfter) throws IOException {
    AttemptResult outcome =
        answered(
            "HTTP/1.1 503 Busy\r\nRetry-After: " + retryAfter + "\r\nContent-Length: 0\r\n\r\n");
    assertThat(outcome.error()).isEqualTo("answered 503");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 205})
  void an_empty_answer_that_announces_a_body_is_delivered_all_the_same(int status)
      throws IOException {
    AttemptResult outcome = answered("HTTP/1.1 " + status + " Done\r\nContent-Length: 2\r\n\r\n{}");
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.isDelivered()).isTrue();
  }

  @Test
  void headers_and_body_arrive_exactly() throws IOException {
    byte[] body = new byte[70_000];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) (i * 31 + i / 256);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", "PaymentLinkService/1");
    headers.put("webhook-signature", "v1,abc= v1,def=");
    try (Receiver receiver = Receiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(client.post(receiver.url() + "/a%20b?c=d", headers, body).error()).isNull();
      Receiver.Received request = receiver.received().getFirst();
      assertThat(request.body()).isEqualTo(body);
      assertThat(request.head().lines())
          .containsExactlyInAnyOrder(
              "POST /hook/a%20b?c=d HTTP/1.1",
              "content-type: application/json",
              "user-agent: PaymentLinkService/1",
              "webhook-signature: v1,abc= v1,def=",
              "Accept-Encoding: identity",
              "Content-Length: 70000",
              "Host: 127.0.0.1:" + receiver.port(),
              "Connection: Keep-Alive",
              "");
    }
  }

  @Test
  void an_empty_body_is_sent_as_such() throws IOException {
    try (Receiver receiver = Receiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(client.post(receiver.url(), Map.of(), new byte[0]).error()).isNull();
      assertThat(receiver.received().getFirst().head()).contains("Content-Length: 0\r\n");
    }
  }

  @Test
  void an_answer_of_16_kib_is_kept_whole_and_of_a_longer_one_the_start() throws IOException {
    String limit = "x".repeat(16 * 1024);
    assertThat(answered(ok(limit)).responseBody()).isEqualTo(limit);
    AttemptResult outcome = answered(ok(limit + "y".repeat(1024 * 1024)));
    assertThat(outcome.isDelivered()).isTrue();
    assertThat(outcome.responseBody()).isEqualTo(limit);
  }

  @Test
  void an_answer_is_read_as_lenient_utf_8_without_nul() throws IOException {
    byte[] text = "naïve \u0000 € 😀".getBytes(StandardCharsets.UTF_8);
    String sent = new String(text, StandardCharsets.ISO_8859_1) + "\u00ff";
    assertThat(answered(ok(sent)).responseBody()).isEqualTo("naïve  € 😀\ufffd");
  }

  @Test
  void answers_in_chunks_and_up_to_the_end_of_the_connection_are_read() throws IOException {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assertThat(answered(chunked).responseBody()).isEqualTo("abc");
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              Receiver.say(connection, "HTTP/1.0 200 OK\r\n\r\nto the end");
              connection.close();
            })) {
      assertThat(Clients.post(client, receiver.url()).responseBody()).isEqualTo("to the end");
    }
  }

  @Test
  void a_hint_before_the_answer_is_passed_over() throws IOException {
    AttemptResult outcome =
        answered("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" + ok(""));
    assertThat(outcome.status()).isEqualTo(200);
  }

  @Test
  void nobody_listening_is_a_refused_connection() {
    try (HeldPort nobody = new HeldPort()) {
      AttemptResult outcome = Clients.post(client, nobody.url() + "/");
      assertThat(outcome.error()).isEqualTo("could not connect: connection refused");
      assertThat(outcome.status()).isNull();
      assertThat(outcome.responseBody()).isNull();
    }
  }

  @Test
  void what_is_not_http_is_told_without_control_characters() throws IOException {
    try (Receiver receiver = Receiver.saying("SSH-2.0-\u0000\u001b[31m\r\n\r\n")) {
      AttemptResult outcome = Clients.post(client, receiver.url());
      assertThat(outcome.error()).startsWith("the response is not HTTP: ").doesNotContain("\u001b");
      assertThat(outcome.status()).isNull();
    }
  }

  @Test
  void a_header_that_cannot_be_sent_is_an_outcome_too() {
    AttemptResult outcome =
        client.post("http://127.0.0.1:9/", Map.of("x", "a\r\nb: c"), new byte[0]);
    assertThat(outcome.error()).isEqualTo("could not be sent: internal error");
  }

  @Test
  void what_may_not_be_saved_may_not_be_sent_either() {
    assertThat(Clients.post(client, "ftp://example.com/").error())
        .isEqualTo("refused: the URL must start with https:// or, on this machine, http://");
    assertThat(Clients.post(client, "http://10.0.0.1/").error())
        .isEqualTo(
            "refused: 10.0.0.1 is a private address; a sandbox can reach its local network with the"
                + " setting webhook.private = on");
  }

  private static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private AttemptResult answered(String answer) throws IOException {
    try (Receiver receiver = Receiver.saying(answer)) {
      AttemptResult outcome = Clients.post(client, receiver.url());
      assertThat(receiver.received()).hasSize(1);
      return outcome;
    }
  }
}
