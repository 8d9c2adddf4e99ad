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

/** What the HTTP layer itself refuses is answered like everything else, and then hung up on. */
@Timeout(600)
final class BrokenRequestTest {
  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(Route.get("/ok", request -> Answer.ok("ok".getBytes(UTF_8))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET  /ok HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /ok /ok HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /{} HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /ok HTTP/1.1\r\n\r\n",
        "GET /ok HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /ok HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET /ok HTTP/1.1\r\nHost: h\r\nX: a\u0001b\r\n\r\n",
        "GET /ok HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n",
        "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: abc\r\n\r\n",
        "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
      })
  void it_is_a_problem_with_an_id_that_quotes_nothing(String request) throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      RawReply reply = connection.write(request).read().assertProblem(400, "INVALID_REQUEST");
      assertThat(reply.json().get("detail").stringValue()).isEqualTo("Bad Request");
      assertThat(connection.isHungUp()).isTrue();
    }
  }

  @Test
  void headers_up_to_16_kib_are_read_and_more_refused() throws IOException {
    assertThat(LISTENER.send("GET", "/ok", "X: " + "y".repeat(15_000)).status()).isEqualTo(200);
    LISTENER.send("GET", "/ok", "X: " + "y".repeat(17_000)).assertProblem(400, "INVALID_REQUEST");
    String[] many = new String[2_000];
    java.util.Arrays.fill(many, "X: yyyyyyyy");
    LISTENER.send("GET", "/ok", many).assertProblem(400, "INVALID_REQUEST");
  }

  @Test
  void a_request_line_up_to_4_kib_is_read_and_more_refused() throws IOException {
    assertThat(LISTENER.send("GET", "/ok?" + "y".repeat(4_000)).status()).isEqualTo(200);
    LISTENER.send("GET", "/ok?" + "y".repeat(4_200)).assertProblem(414, "REQUEST_REFUSED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "GET /ok\r\n\r\n",
        "GET /ok HTTP/9.9\r\nHost: h\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1",
      })
  void what_is_no_http_1_1_at_all_is_hung_up_on_without_a_word(String bytes) throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      assertThat(connection.write(bytes).finishWriting().isHungUp()).isTrue();
    }
    assertThat(LISTENER.send(request("GET", "/ok")).status()).isEqualTo(200);
  }
}
