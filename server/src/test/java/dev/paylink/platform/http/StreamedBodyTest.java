package dev.paylink.platform.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A body that is sent while it is made. */
final class StreamedBodyTest {
  private static final byte[] LINE = "a line of the answer\n".getBytes(UTF_8);
  private static final int BEYOND_ANY_BUFFER = 64 * 1024 * 1024;

  @FunctionalInterface
  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  @Test
  void whole_body_arrives_and_the_connection_lives_on() throws IOException {
    Body body = new Body(out -> repeat(out, 100_000));
    try (TestListener listener = listener(body);
        RawConnection connection = listener.connect()) {
      connection.write(TestListener.request("GET", "/stream"));
      assertThat(connection.readHead().header("Transfer-Encoding")).isEqualTo("chunked");
      assertThat(connection.readChunked()).hasSize(100_000 * LINE.length);
      connection.write(TestListener.request("GET", "/ok"));
      assertThat(connection.read().body()).isEqualTo("{}");
      assertThat(body.closed).hasValue(1);
      assertThat(listener.logLines(2).getFirst()).contains("\"bytes\":" + 100_000 * LINE.length);
    }
  }

  @Test
  void first_bytes_arrive_before_the_last_are_made() throws IOException {
    CountDownLatch seen = new CountDownLatch(1);
    Body body =
        new Body(
            out -> {
              repeat(out, 1_000);
              await(seen);
              repeat(out, 1_000);
            });
    try (TestListener listener = listener(body);
        RawConnection connection = listener.connect()) {
      connection.write(TestListener.request("GET", "/stream", "Connection: close"));
      connection.readHead();
      assertThat(connection.readSome()).isNotEmpty();
      seen.countDown();
      assertThat(connection.readAll()).endsWith("\r\n0\r\n\r\n");
    }
  }

  @Test
  void writer_waits_for_a_slow_reader() throws IOException {
    AtomicLong written = new AtomicLong();
    Body body =
        new Body(
            out -> {
              byte[] block = new byte[64 * 1024];
              while (written.get() < BEYOND_ANY_BUFFER) {
                out.write(block);
                written.addAndGet(block.length);
              }
            });
    try (TestListener listener = listener(body)) {
      RawConnection connection = listener.connect();
      connection.write(TestListener.request("GET", "/stream"));
      connection.readHead();
      Await.until("something is written", () -> written.get() > 0);
      connection.reset();
      Await.until("the body is closed", () -> body.closed.get() == 1);
      assertThat(written.get()).isLessThan(BEYOND_ANY_BUFFER);
    }
  }

  @Test
  void failure_midway_breaks_the_connection_and_sends_no_end() throws IOException {
    Body body =
        new Body(
            out -> {
              repeat(out, 10_000);
              throw new IllegalStateException("the database is gone");
            });
    try (TestListener listener = listener(body);
        RawConnection connection = listener.connect()) {
      connection.write(TestListener.request("GET", "/stream"));
      assertThat(connection.readHead().status()).isEqualTo(200);
      assertThat(connection.readAll()).contains("a line of").doesNotContain("\r\n0\r\n");
      assertThat(body.closed).hasValue(1);
    }
  }

  @Test
  void head_writes_nothing_and_closes_all_the_same() throws IOException {
    Body body = new Body(out -> repeat(out, 1));
    try (TestListener listener = listener(body);
        RawConnection connection = listener.connect()) {
      connection.write(TestListener.request("HEAD", "/stream"));
      assertThat(connection.readHead().status()).isEqualTo(200);
      Await.until("the body is closed", () -> body.closed.get() == 1);
    }
  }

  private static TestListener listener(Body body) {
    return new TestListener(
        Route.get("/stream", request -> Answer.stream("text/csv", body)),
        Route.get("/ok", request -> Answer.ok("{}".getBytes(UTF_8))));
  }

  private static void repeat(OutputStream out, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      out.write(LINE);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Body implements StreamedBody {
    final AtomicInteger closed = new AtomicInteger();
    private final Writing writing;

    Body(Writing writing) {
      this.writing = writing;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      writing.to(out);
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
