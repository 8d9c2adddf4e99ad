package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SettableInstant;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as signed, to the last digit and to the second. */
final class SignatureCheckTest {
  private static final String SECRET = "sk_test";
  private static final String TARGET = "/check?a=b";
  private static final String BODY = "{\"amount\":\"1.00\"}";
  private static final SettableInstant CLOCK =
      new SettableInstant(Instant.parse("2026-01-02T03:04:05.999Z"));
  private static final SignatureCheck CHECK = new SignatureCheck(CLOCK, new ClockOffset(CLOCK));
  private static final LogFile LOG = new LogFile();
  private static final HttpListener LISTENER =
      new HttpListener(
          new ListenerOptions(
              "test", "127.0.0.1", 0, null, Set.of(), EdgeLimits.DEFAULT, Duration.ofSeconds(1)),
          new Router(
              List.of(
                  Route.post(
                      "/check",
                      request -> {
                        CHECK.require(request, SECRET);
                        return Answer.noContent();
                      }))),
          LOG.sink(),
          new SimpleMeterRegistry());
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @AfterAll
  static void close() {
    LISTENER.close();
    LOG.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, -299, 0, 299, 300})
  void timestamp_300_seconds_off_is_accepted(long offset) throws Exception {
    post(at(offset), signature(at(offset))).expect(204);
  }

  @Test
  void missing_and_malformed_signatures_are_told_apart_from_a_wrong_one() throws Exception {
    String right = signature(at(0));
    assertThat(detail(right.replace(right.charAt(0), right.charAt(0) == 'a' ? 'b' : 'a')))
        .startsWith("X-Signature is wrong");
    assertThat(detail(right.substring(1))).startsWith("X-Signature has 63 characters");
    assertThat(detail("sha256=" + right)).startsWith("X-Signature has 71 characters");
    assertThat(detail("g".repeat(64))).contains("not hexadecimal");
  }

  private static String detail(String signature) throws Exception {
    return post(at(0), signature).expectProblem(401, "INVALID_SIGNATURE").text("detail");
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301, -302, 302})
  void timestamp_301_seconds_off_is_refused(long offset) throws Exception {
    Reply refused = post(at(offset), signature(at(offset)));
    refused.expectProblem(401, "TIMESTAMP_OUT_OF_RANGE");
    assertThat(refused.text("serverTime")).isEqualTo("2026-01-02T03:04:05.999Z");
  }

  @Test
  void signature_is_accepted_in_either_case() throws Exception {
    String signature = signature(at(0));
    assertThat(signature).matches("(?=.*[a-f])[0-9a-f]{64}");
    post(at(0), signature).expect(204);
    post(at(0), signature.toUpperCase(Locale.ROOT)).expect(204);
  }

  @Test
  void every_digit_of_the_signature_counts() throws Exception {
    String signature = signature(at(0));
    for (int i = 0; i < signature.length(); i++) {
      char other = signature.charAt(i) == '0' ? '1' : '0';
      String falsified = signature.substring(0, i) + other + signature.substring(i + 1);
      post(at(0), falsified).expectProblem(401, "INVALID_SIGNATURE");
    }
    post(at(0), signature.substring(0, 62)).expectProblem(401, "INVALID_SIGNATURE");
    post(at(0), signature + "00").expectProblem(401, "INVALID_SIGNATURE");
  }

  @Test
  void idempotency_key_is_the_fifth_line_exactly_when_the_request_has_that_header()
      throws Exception {
    String[] key = {"X-Idempotency-Key", "order-7"};
    post(at(0), signature(at(0), "order-7"), key).expect(204);
    post(at(0), signature(at(0), "order-8"), key).expectProblem(401, "INVALID_SIGNATURE");
    Reply four = post(at(0), signature(at(0)), key).expectProblem(401, "INVALID_SIGNATURE");
    assertThat(four.text("canonical").split("\n", -1)).hasSize(5).endsWith("order-7");
    post(at(0), signature(at(0))).expect(204);
    Reply five = post(at(0), signature(at(0), "order-7")).expectProblem(401, "INVALID_SIGNATURE");
    assertThat(five.text("canonical").split("\n", -1)).hasSize(4);
    post(at(0), signature(at(0), "")).expectProblem(401, "INVALID_SIGNATURE");
  }

  @Test
  void empty_idempotency_key_is_an_empty_fifth_line() throws Exception {
    String[] empty = {"X-Idempotency-Key", ""};
    post(at(0), signature(at(0), ""), empty).expect(204);
    post(at(0), signature(at(0)), empty).expectProblem(401, "INVALID_SIGNATURE");
  }

  /** Otherwise a second key could be added to a captured request. */
  @Test
  void idempotency_key_that_is_sent_twice_is_signed_whole() throws Exception {
    String[] twice = {"X-Idempotency-Key", "order-7", "X-Idempotency-Key", "order-8"};
    post(at(0), signature(at(0), "order-7, order-8"), twice).expect(204);
    post(at(0), signature(at(0), "order-7"), twice).expectProblem(401, "INVALID_SIGNATURE");
    post(at(0), signature(at(0), "order-8"), twice).expectProblem(401, "INVALID_SIGNATURE");
    post(at(0), signature(at(0)), twice).expectProblem(401, "INVALID_SIGNATURE");
    post(at(0), signature(at(0), "order-7, order-8"), "X-Idempotency-Key", "order-7, order-8")
        .expect(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1", "2", "3", "v2", "1, 2", "two"})
  void header_of_a_signature_version_changes_nothing(String version) throws Exception {
    String[] once = {"X-Signature-Version", version};
    post(at(0), signature(at(0)), once).expect(204);
    post(at(0), signature(at(0), ""), once).expectProblem(401, "INVALID_SIGNATURE");
    String[] twice = {
      "X-Signature-Version", version, "X-Signature-Version", "2", "X-Idempotency-Key", "order-7"
    };
    post(at(0), signature(at(0), "order-7"), twice).expect(204);
    post(at(0), signature(at(0)), twice).expectProblem(401, "INVALID_SIGNATURE");
  }

  @Test
  void what_is_not_signed_is_told_to_be() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + LISTENER.port() + TARGET))
            .POST(BodyPublishers.ofString(BODY))
            .build();
    Reply reply = new Reply(CLIENT.send(request, BodyHandlers.ofString()), Duration.ZERO);
    assertThat(reply.expectProblem(401, "INVALID_SIGNATURE").text("detail"))
        .contains("must be signed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "-1", "1e9", "1767323045000", "1767323045 1"})
  void timestamp_that_is_no_unix_time_is_refused(String timestamp) throws Exception {
    post(timestamp, signature(timestamp)).expectProblem(401, "TIMESTAMP_OUT_OF_RANGE");
  }

  private static String at(long offsetSeconds) {
    return Long.toString(CLOCK.instant().getEpochSecond() + offsetSeconds);
  }

  private static String signature(String timestamp) {
    return signature(timestamp, null);
  }

  private static String signature(String timestamp, @Nullable String key) {
    return RequestSigner.signature(
        SECRET,
        RequestSigner.canonical(
            "POST", TARGET, timestamp, BODY.getBytes(StandardCharsets.UTF_8), key));
  }

  private static Reply post(String timestamp, String signature, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + LISTENER.port() + TARGET))
            .header("X-Timestamp", timestamp)
            .header("X-Signature", signature)
            .POST(BodyPublishers.ofString(BODY));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return new Reply(CLIENT.send(request.build(), BodyHandlers.ofString()), Duration.ZERO);
  }
}
