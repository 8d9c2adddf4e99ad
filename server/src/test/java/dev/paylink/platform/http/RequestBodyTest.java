package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
final class RequestBodyTest {
  private static final int MAX = Request.MAX_BODY_BYTES;
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          Route.post("/length", request -> Answer.ok(text(request.body().length))),
          Route.post("/echo", request -> Answer.ok(request.body())),
          Route.post("/twice", request -> Answer.ok(text(bytesOfTwoReads(request)))),
          Route.post("/unread", request -> Answer.ok(text(0))));

  @Test
  void a_body_of_the_largest_size_is_taken_and_one_byte_more_refused() throws IOException {
    assertThat(LISTENER.send(declared("/length", MAX)).body()).isEqualTo("" + MAX);
    LISTENER.send(declared("/length", MAX + 1)).assertProblem(413, "BODY_TOO_LARGE");
    assertThat(LISTENER.send(chunked("/length", MAX)).body()).isEqualTo("" + MAX);
    LISTENER.send(chunked("/length", MAX + 1)).assertProblem(413, "BODY_TOO_LARGE");
  }

  @Test
  void after_a_body_that_was_refused_the_connection_goes_on() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      for (String tooLarge :
          new String[] {declared("/length", MAX + 1), chunked("/length", MAX + 70_000)}) {
        connection.write(tooLarge).read().assertProblem(413, "BODY_TOO_LARGE");
        assertThat(connection.write(declared("/length", 7)).read().body()).isEqualTo("7");
      }
    }
  }

  @Test
  void a_body_that_nobody_reads_is_not_taken_for_the_next_request() throws IOException {
    String inside = request("POST", "/echo", "Content-Length: 6") + "inside";
    try (RawConnection connection = LISTENER.connect()) {
      for (String path : new String[] {"/unread", "/nope"}) {
        connection.write(request("POST", path, "Content-Length: " + inside.length()) + inside);
        connection.write(request("POST", "/echo", "Content-Length: 7") + "outside");
        connection.read();
        assertThat(connection.read().body()).isEqualTo("outside");
      }
    }
  }

  @Test
  void any_bytes_in_any_chunks_arrive_as_they_were_sent() throws IOException {
    Random random = Seeded.random(RequestBodyTest.class);
    try (RawConnection connection = LISTENER.connect()) {
      for (int i = 0; i < 50; i++) {
        StringBuilder body = new StringBuilder();
        StringBuilder sent = new StringBuilder(request("POST", "/echo", CHUNKED));
        for (int chunk = random.nextInt(6); chunk > 0; chunk--) {
          String text =
              random
                  .ints(1 + random.nextInt(3_000), 32, 127)
                  .collect(
                      StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                  .toString();
          sent.append(Integer.toHexString(text.length()))
              .append("\r\n")
              .append(text)
              .append("\r\n");
          body.append(text);
        }
        connection.write(sent.append("0\r\n\r\n").toString());
        assertThat(connection.read().body()).isEqualTo(body.toString());
      }
    }
  }

  @Test
  void a_body_can_be_asked_for_twice() throws IOException {
    assertThat(LISTENER.send(declared("/twice", 5)).body()).isEqualTo("10");
  }

  @Test
  void a_declared_length_beyond_all_reason_is_refused_before_a_byte_of_it_is_sent()
      throws IOException {
    for (String path : new String[] {"/length", "/unread", "/nope"}) {
      try (RawConnection connection = LISTENER.connect()) {
        connection.write(request("POST", path, "Content-Length: 99999999999"));
        connection.read().assertProblem(413, "BODY_TOO_LARGE");
        assertThat(connection.isHungUp()).isTrue();
      }
    }
  }

  @Test
  void a_chunk_beyond_all_reason_is_refused_before_it_is_kept_in_memory() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("POST", "/length", CHUNKED) + "7fffffff\r\n");
      connection.read().assertProblem(413, "BODY_TOO_LARGE");
      assertThat(connection.isHungUp()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/length", "/unread", "/nope"})
  void a_sender_that_never_stops_is_hung_up_on(String path) throws IOException {
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    int most = 64 * 16; // 64 MiB, more than any socket buffers
    int sent = 0;
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("POST", path, CHUNKED));
      while (sent < most && isAccepted(connection, chunk)) {
        sent++;
      }
    }
    assertThat(sent).isLessThan(most);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"zz\r\n{}\r\n0\r\n\r\n", "-1\r\n", "2\r\n{}\r\n", "5\r\nabc", "\r\n", "0x2\r\n{}"})
  void broken_chunks_are_the_senders_fault_and_end_the_connection(String chunks)
      throws IOException {
    assertBroken(request("POST", "/length", CHUNKED) + chunks);
  }

  @Test
  void a_body_shorter_than_declared_is_never_taken_for_whole() throws IOException {
    assertBroken(request("POST", "/length", "Content-Length: 5") + "abcd");
    assertThat(LISTENER.send(declared("/length", 5)).body()).isEqualTo("5");
  }

  private static void assertBroken(String request) throws IOException {
    try (CapturedLog log = new CapturedLog(Failure.class);
        RawConnection connection = LISTENER.connect()) {
      connection.write(request).finishWriting().read().assertProblem(400, "INVALID_REQUEST");
      assertThat(connection.isHungUp()).isTrue();
      assertThat(log.text()).isEmpty();
    }
  }

  private static boolean isAccepted(RawConnection connection, String text) {
    try {
      connection.write(text);
      return true;
    } catch (IOException hungUp) {
      return false;
    }
  }

  private static int bytesOfTwoReads(Request request) {
    return request.body().length + request.body().length;
  }

  private static byte[] text(int number) {
    return Integer.toString(number).getBytes(UTF_8);
  }

  private static String declared(String path, int length) {
    return request("POST", path, "Content-Length: " + length) + "x".repeat(length);
  }

  private static String chunked(String path, int length) {
    String half = "x".repeat(length / 2);
    String rest = "x".repeat(length - length / 2);
    return request("POST", path, CHUNKED)
        + "%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n".formatted(half.length(), half, rest.length(), rest);
  }
}
