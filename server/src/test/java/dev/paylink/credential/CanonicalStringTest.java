package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * There is one string to sign, and it binds the idempotency key of a request that has one. {@link
 * SignatureCheckTest} has each line of it.
 */
final class CanonicalStringTest {
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final SignedCalls CALLS = SERVICE.calls();

  @Test
  void captured_request_cannot_be_sent_under_another_idempotency_key() {
    SignedCalls captured = CALLS.signing("captured");
    Reply created = captured.create("captured", "{}").expect(200);
    Reply refused = captured.create("another", "{}").expectProblem(401, "INVALID_SIGNATURE");
    assertThat(refused.text("canonical")).endsWith("\nanother");
    Reply replayed = captured.create("captured", "{}").expect(200);
    assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replayed.body()).isEqualTo(created.body());
    assertThat(SERVICE.stored().texts("select id from payment where idempotency_key = 'another'"))
        .isEmpty();
  }

  @Test
  void call_that_needs_no_idempotency_key_binds_one_that_is_sent() {
    String payment = CALLS.create("{}").expect(200).text("paymentId");
    SignedCalls with = CALLS.with("X-Idempotency-Key", "order-8");
    with.signing(null).cancel(payment).expectProblem(401, "INVALID_SIGNATURE");
    with.cancel(payment).expect(200);
    with.getSigned("/sdk/server/status/" + payment).expect(200);
  }

  /**
   * The signature is checked first, over what was sent; what may be sent comes later. Header values
   * are read as ASCII, so nothing that is signed matches other bytes.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                        |       | 400 | IDEMPOTENCY_KEY_REQUIRED",
        "''                                        | ''    | 401 | INVALID_SIGNATURE",
        "X-Idempotency-Key:                        | ''    | 400 | IDEMPOTENCY_KEY_REQUIRED",
        "X-Idempotency-Key:                        |       | 401 | INVALID_SIGNATURE",
        "X-Idempotency-Key: a;X-Idempotency-Key: b | a, b  | 400 | IDEMPOTENCY_KEY_INVALID",
        "X-Idempotency-Key: a;X-Idempotency-Key: b | a     | 401 | INVALID_SIGNATURE",
        "X-Idempotency-Key: a\tb                   | a\tb  | 400 | IDEMPOTENCY_KEY_INVALID",
        "X-Idempotency-Key: a\tb                   | a b   | 401 | INVALID_SIGNATURE",
        "X-Idempotency-Key: clé                    | clé   | 401 | INVALID_SIGNATURE",
      })
  void unusable_idempotency_key_is_refused_after_the_signature(
      String headers, @Nullable String signed, int status, String code) throws IOException {
    String answer = create(headers.isEmpty() ? "" : headers.replace(";", "\r\n") + "\r\n", signed);
    assertThat(answer).startsWith("HTTP/1.1 " + status).contains("\"code\":\"" + code + "\"");
  }

  @Test
  void java_client_signs_with_an_idempotency_key_and_without() {
    PaymentLinkClient client =
        PaymentLinkClient.at(
            SERVICE.baseUrl(),
            SERVICE.merchant().apiKey(),
            SERVICE.merchant().secretKey().reveal());
    String id = client.create(NewPayment.builder().build(), "client-1").paymentId();
    assertThat(client.status(id).paymentId()).isEqualTo(id);
    client.cancel(id);
  }

  /** Sends these bytes as they are, which no HTTP client does. */
  private static String create(String headers, @Nullable String signed) throws IOException {
    String secret = SERVICE.merchant().secretKey().reveal();
    String time = Long.toString(Instant.now().getEpochSecond());
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    String canonical = RequestSigner.canonical("POST", SignedCalls.CREATE, time, body, signed);
    String request =
        """
        POST %s HTTP/1.1
        Host: localhost
        Connection: close
        Content-Length: 2
        X-API-Key: %s
        X-Secret-Key: %s
        X-Timestamp: %s
        X-Signature: %s
        """
            .formatted(
                SignedCalls.CREATE,
                SERVICE.merchant().apiKey(),
                secret,
                time,
                RequestSigner.signature(secret, canonical))
            .replace("\n", "\r\n");
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), SERVICE.baseUrl().getPort())) {
      socket
          .getOutputStream()
          .write((request + headers + "\r\n{}").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
