package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
final class ConnectionEndTest {
  private static final String CLOSE = "Connection: close";

  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          Route.get("/ok", request -> Answer.ok("ok".getBytes(UTF_8))),
          Route.post("/read", request -> Answer.ok(request.body())),
          Route.post("/unread", request -> Answer.ok("ok".getBytes(UTF_8))));

  @Test
  void a_connection_is_kept_until_the_sender_says_close() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      for (int i = 0; i < 3; i++) {
        assertThat(connection.write(request("GET", "/ok")).read().body()).isEqualTo("ok");
      }
      RawReply last = connection.write(request("GET", "/ok", CLOSE)).read();
      assertThat(last.header("Connection")).isEqualTo("close");
      assertThat(connection.isHungUp()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Connection: Close", "Connection: keep-alive, close", "connection: close"})
  void close_is_understood_in_each_spelling(String header) throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("GET", "/ok", header)).read();
      assertThat(connection.isHungUp()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/read", "/unread", "/nope"})
  void nothing_after_the_last_request_is_answered_not_even_from_its_body(String path)
      throws IOException {
    String hidden = request("GET", "/ok");
    String last = request("POST", path, CLOSE, "Content-Length: " + hidden.length()) + hidden;
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(last + hidden).read();
      assertThat(connection.isHungUp()).isTrue();
    }
  }

  @Test
  void an_answer_is_not_lost_to_a_reset_when_its_body_was_left_unread() throws IOException {
    String body = "x".repeat(1_000_000);
    for (int i = 0; i < 20; i++) {
      String last = request("POST", "/nope", CLOSE, "Content-Length: " + body.length()) + body;
      LISTENER.send(last).assertProblem(404, "NOT_FOUND");
    }
  }

  @Test
  void a_body_held_back_for_our_consent_is_not_waited_for() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(
          request("POST", "/nope", CLOSE, "Expect: 100-continue", "Content-Length: 5"));
      connection.read().assertProblem(404, "NOT_FOUND");
      assertThat(connection.isHungUp()).isTrue();
    }
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(
          request("POST", "/read", CLOSE, "Expect: 100-continue", "Content-Length: 5"));
      assertThat(connection.readHead().status()).isEqualTo(100);
      assertThat(connection.write("12345").read().body()).isEqualTo("12345");
      assertThat(connection.isHungUp()).isTrue();
    }
  }
}
