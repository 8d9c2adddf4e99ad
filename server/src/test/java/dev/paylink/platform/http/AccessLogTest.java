package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(600)
final class AccessLogTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);

  @AutoClose
  private final TestListener listener =
      new TestListener(
          Route.get("/ok", request -> Answer.ok("{\"a\":1}".getBytes(UTF_8))),
          Route.get("/known/:id", AccessLogTest::known),
          Route.post("/body", request -> Answer.ok(request.jsonBody())),
          Route.get("/pay/:paymentId/:linkToken", request -> Answer.ok("{}".getBytes(UTF_8))),
          Route.get("/slow", this::slow));

  @Test
  void each_request_is_one_line_of_json() throws IOException {
    String id = listener.send("GET", "/ok").header("X-Request-Id");
    JsonNode line = MAPPER.readTree(listener.logLines(1).getFirst());
    assertThat(line.propertyNames())
        .containsExactly(
            "time", "level", "requestId", "source", "method", "path", "status", "bytes", "micros");
    assertThat(Instant.parse(line.get("time").stringValue())).isBefore(Instant.now().plusMillis(1));
    assertThat(line.get("level").stringValue()).isEqualTo("ACCESS");
    assertThat(line.get("requestId").stringValue()).isEqualTo(id);
    assertThat(line.get("source").stringValue()).isEqualTo("127.0.0.1");
    assertThat(line.get("method").stringValue()).isEqualTo("GET");
    assertThat(line.get("path").stringValue()).isEqualTo("/ok");
    assertThat(line.get("status").intValue()).isEqualTo(200);
    assertThat(line.get("bytes").intValue()).isEqualTo(7);
    assertThat(line.get("micros").longValue()).isNotNegative();
  }

  @Test
  void whoever_asked_is_named_when_known() throws IOException {
    listener.send("GET", "/known/1");
    JsonNode line = MAPPER.readTree(listener.logLines(1).getFirst());
    assertThat(line.get("actor").stringValue()).isEqualTo("key_1");
  }

  @Test
  void refused_broken_and_unknown_requests_are_lines_too() throws IOException {
    listener.send("GET", "/nope");
    listener.send("PUT", "/ok");
    listener.send("GET", "/ok#f");
    listener.send("GET  /ok HTTP/1.1\r\n\r\n");
    listener.send(request("POST", "/body", "Content-Length: 99999999999"));
    List<String> lines = listener.logLines(5);
    assertThat(lines)
        .extracting(line -> MAPPER.readTree(line).get("status").intValue())
        .containsExactlyInAnyOrder(404, 405, 400, 400, 413);
    assertThat(lines)
        .allSatisfy(
            line -> assertThat(MAPPER.readTree(line).get("requestId").stringValue()).isNotEmpty());
  }

  @Test
  void no_secret_reaches_the_log_whatever_is_answered() throws IOException {
    String secret = "hunter2";
    String[] headers = {
      "Authorization: Bearer " + secret, "X-Secret-Key: " + secret, "X-API-Key: " + secret,
      "Cookie: session=" + secret, "Referer: http://h/" + secret, "User-Agent: " + secret,
    };
    int requests = 0;
    for (String target :
        List.of(
            "/ok?token=" + secret,
            "/nope?token=" + secret,
            "/pay/pay_1/" + secret,
            "/pay/pay_1/" + secret + "?utm=" + secret,
            "/pay/pay_1/" + secret + "/",
            "/pay/pay_1//" + secret,
            "//pay/pay_1/" + secret,
            "/PAY/pay_1/" + secret,
            "/pay/pay_1/" + secret + "#" + secret,
            "http://h/pay/pay_1/" + secret,
            "/pay/pay_1/" + secret + "\u00e9",
            "/pay/pay_1/" + secret + "{}")) {
      for (String method : List.of("GET", "HEAD", "DELETE", "POST", "BREW")) {
        try (RawConnection connection = listener.connect()) {
          connection.write(request(method, target, headers)).readHead();
          requests++;
        }
      }
    }
    String body = "{\"password\":\"" + secret + "\"}";
    listener.send(request("POST", "/body", "Content-Length: " + body.length()) + body);
    List<String> lines = listener.logLines(requests + 1);
    assertThat(lines).hasSize(requests + 1);
    assertThat(lines).allSatisfy(line -> assertThat(line).doesNotContain(secret));
  }

  @Test
  void a_line_cannot_be_forged() throws IOException {
    listener.send("GET", "/known/%0A%22,%22level%22:%22FORGED");
    listener.send("GET", "/ok");
    List<String> lines = listener.logLines(2);
    assertThat(lines).hasSize(2);
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(MAPPER.readTree(line).get("level").stringValue()).isEqualTo("ACCESS"));
  }

  @Test
  void a_sender_that_left_before_its_answer_is_still_a_line() throws Exception {
    try (RawConnection connection = listener.connect()) {
      connection.write(request("GET", "/slow"));
      arrived.await();
      connection.reset();
    }
    gone.countDown();
    JsonNode line = MAPPER.readTree(listener.logLines(1).getFirst());
    assertThat(line.get("path").stringValue()).isEqualTo("/slow");
  }

  private static Answer known(Request request) {
    request.actor("key_1");
    return Answer.ok("{}".getBytes(UTF_8));
  }

  /** An answer larger than all buffers between us and a sender that has left. */
  private Answer slow(Request request) {
    arrived.countDown();
    try {
      gone.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Answer.ok(new byte[32 * 1024 * 1024]);
  }
}
