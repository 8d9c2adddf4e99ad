package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who keeps us waiting is cut; who moves, or waits for us, is not. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
final class DeadlineTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** Several limits long. */
  private static final int DRIPS = 400;

  private static final int MANY_BYTES = 8 * 1024 * 1024;
  private static final AtomicInteger STREAMS_ENDED = new AtomicInteger();

  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          new EdgeLimits(64, 32, LIMIT, LIMIT, LIMIT, LIMIT),
          null,
          Set.of(),
          Route.get("/ok", request -> Answer.ok("ok".getBytes(UTF_8))),
          Route.get("/slow", request -> slow()),
          Route.get("/large", request -> Answer.ok(new byte[MANY_BYTES])),
          Route.get("/stream", request -> Answer.stream("text/csv", new Endless(STREAMS_ENDED))),
          // Their end is noticed some time after the test that read them.
          Route.get("/read-large", request -> Answer.ok(new byte[MANY_BYTES])),
          Route.get(
              "/read-stream",
              request -> Answer.stream("text/csv", new Endless(new AtomicInteger()))),
          Route.post("/read", request -> Answer.ok(request.body())),
          Route.post("/unread", request -> Answer.ok("ok".getBytes(UTF_8))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /ok HTTP/1.1\r\n",
        "GET /ok HTTP/1.1\r\nHost: te",
        // The second request came together with the first.
        "GET /ok HTTP/1.1\r\nHost: test\r\n\r\nGET /o",
        "GET /ok HTTP/1.1\r\nHost: test\r\n\r\nGET /ok HTTP/1.1\r\nHost: te",
      })
  void half_a_head_is_cut(String half) throws IOException {
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            connection.write(half);
            if (half.contains("\r\n\r\n")) {
              assertThat(connection.read().status()).isEqualTo(200);
            }
            assertThat(connection.isHungUp()).isTrue();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GET /ok HTTP/1.1\r\nX: "})
  void a_head_that_drips_is_cut_at_the_same_time(String begun) throws IOException {
    long start = System.nanoTime(); // before its time begins
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(begun);
      assertThat(drip(connection, DRIPS)).isLessThan(DRIPS);
      assertThat(System.nanoTime() - start).isGreaterThan(LIMIT.dividedBy(2).toNanos());
    }
  }

  @Test
  void a_head_in_two_parts_is_served() throws IOException {
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            for (int i = 0; i < 4; i++) {
              connection.write("GET /ok HTTP/1.1\r\nHo");
              pace.pause(LIMIT.dividedBy(3));
              assertThat(connection.write("st: test\r\n\r\n").read().status()).isEqualTo(200);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/read Content-Length: 100",
        "/unread Content-Length: 100",
        "/nope Content-Length: 100",
        "/read Transfer-Encoding: chunked",
        "/unread Transfer-Encoding: chunked",
      })
  void half_a_body_is_cut(String call) throws IOException {
    String[] words = call.split(" ", 2);
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            connection.write(request("POST", words[0], words[1]) + "40\r\n{");
            RawReply reply = connection.read();
            if (words[0].equals("/read")) {
              reply.assertProblem(400, "INVALID_REQUEST");
            }
            assertThat(connection.isHungUp()).isTrue();
          }
        });
  }

  @Test
  void a_body_that_drips_is_cut() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("POST", "/read", "Content-Length: 60000"));
      assertThat(drip(connection, DRIPS)).isLessThan(DRIPS);
    }
  }

  @Test
  void a_body_that_moves_at_a_sane_pace_has_longer() throws IOException {
    String part = "x".repeat(4 * 1024);
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            connection.write(request("POST", "/read", "Content-Length: " + 16 * part.length()));
            long start = System.nanoTime();
            for (int i = 0; i < 16; i++) {
              connection.write(part);
              pace.pause(LIMIT.dividedBy(6));
            }
            assertThat(System.nanoTime() - start).isGreaterThan(LIMIT.multipliedBy(2).toNanos());
            assertThat(connection.read().body()).isEqualTo(part.repeat(16));
          }
        });
  }

  @Test
  void an_idle_connection_is_closed_before_its_first_request_and_after_its_last()
      throws IOException {
    unlessStalled(
        pace -> {
          try (RawConnection fresh = LISTENER.connect();
              RawConnection kept = LISTENER.connect()) {
            assertThat(kept.write(request("GET", "/ok")).read().status()).isEqualTo(200);
            assertThat(kept.isHungUp()).isTrue();
            assertThat(fresh.isHungUp()).isTrue();
          }
        });
  }

  @Test
  void a_connection_in_use_is_kept_longer_than_any_limit() throws IOException {
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            for (int i = 0; i < 12; i++) {
              assertThat(connection.write(request("GET", "/ok")).read().status()).isEqualTo(200);
              pace.pause(LIMIT.dividedBy(4));
            }
          }
        });
  }

  @Test
  void an_answer_that_takes_us_long_is_waited_for() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("GET", "/slow") + request("GET", "/ok"));
      assertThat(connection.read().body()).isEqualTo("slow");
      assertThat(connection.read().body()).isEqualTo("ok");
    }
  }

  @ResourceLock("large answers")
  @ParameterizedTest
  @ValueSource(strings = {"/large", "/stream"})
  void a_response_nobody_reads_is_cut(String path) throws IOException {
    long before = LISTENER.logged(path);
    int endedBefore = STREAMS_ENDED.get();
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("GET", path));
      Await.until("the request is over", () -> LISTENER.logged(path) > before);
      if (path.equals("/stream")) {
        assertThat(STREAMS_ENDED.get()).isEqualTo(endedBefore + 1);
      }
      // The kernel has forgotten it too: what was under way is gone, no more comes.
      assertThat(isShort(connection)).isTrue();
    }
  }

  @ResourceLock("large answers")
  @ParameterizedTest
  @ValueSource(strings = {"/read-large", "/read-stream"})
  void a_slow_reader_keeps_its_response(String path) throws IOException {
    unlessStalled(
        pace -> {
          try (RawConnection connection = LISTENER.connect()) {
            connection.write(request("GET", path));
            long start = System.nanoTime();
            for (int i = 0; i < 16; i++) {
              assertThat(connection.skip(MANY_BYTES / 20)).as("part %d", i).isTrue();
              pace.pause(LIMIT.dividedBy(5));
            }
            assertThat(System.nanoTime() - start).isGreaterThan(LIMIT.multipliedBy(2).toNanos());
          }
        });
  }

  /** What a client does, slowly and within the limits. */
  private interface SlowClient {
    void run(Pace pace) throws IOException;
  }

  /** Lets a client try again if this machine stood still and made it slower than it meant to be. */
  private static void unlessStalled(SlowClient client) throws IOException {
    for (int i = 0; i < 20; i++) {
      Pace pace = new Pace();
      try {
        client.run(pace);
        return;
      } catch (IOException | AssertionError e) {
        if (!pace.isStalled()) {
          throw e;
        }
      }
    }
    fail("the machine stands still all the time");
  }

  /** How long a client took beside its pauses. */
  private static final class Pace {
    private long last = System.nanoTime();
    private long longest;

    void pause(Duration pause) {
      DeadlineTest.pause(pause);
      long now = System.nanoTime();
      longest = Math.max(longest, now - last - pause.toNanos());
      last = now;
    }

    boolean isStalled() {
      return Math.max(longest, System.nanoTime() - last) > LIMIT.dividedBy(4).toNanos();
    }
  }

  /** Sends a byte now and then until the other side hangs up; returns how many it took. */
  private static int drip(RawConnection connection, int most) {
    for (int sent = 0; sent < most; sent++) {
      try {
        connection.write("x");
      } catch (IOException hungUp) {
        return sent;
      }
      pause(Duration.ofMillis(20));
    }
    return most;
  }

  private static boolean isShort(RawConnection connection) {
    try {
      return !connection.skip(MANY_BYTES);
    } catch (IOException reset) {
      return true;
    }
  }

  private static Answer slow() {
    pause(LIMIT.multipliedBy(3));
    return Answer.ok("slow".getBytes(UTF_8));
  }

  private static void pause(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Has no end of its own. */
  private static final class Endless implements StreamedBody {
    private final AtomicInteger ended;

    Endless(AtomicInteger ended) {
      this.ended = ended;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      byte[] line = "x".repeat(1023).concat("\n").getBytes(UTF_8);
      while (true) {
        out.write(line);
      }
    }

    @Override
    public void close() {
      ended.incrementAndGet();
    }
  }
}
