package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Standstill;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** However slow or endless a receiver is, the attempt ends with the budget. */
@Execution(ExecutionMode.CONCURRENT)
final class BudgetTest {
  private static final Duration GENEROUS = Duration.ofSeconds(5);

  /** A machine that stands still spoils one of them, a fault all. */
  private static final int TRIES = 10;

  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";

  @Test
  void an_answer_that_drips_ends_after_ten_seconds() throws IOException {
    try (WebhookClient client = Clients.forLoopback();
        Receiver receiver = new Receiver((request, connection) -> drip(connection, 1_000))) {
      Standstill still = new Standstill();
      AttemptResult outcome = Clients.post(client, receiver.url());
      still.close();
      assertThat(outcome.error()).isEqualTo("timed out after 10 s");
      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.responseBody()).startsWith(".");
      assertThat(outcome.duration()).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
      assertThat(still.without(outcome.duration()))
          .isLessThan(Duration.ofSeconds(10).plus(GENEROUS));
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void no_answer_ends_with_the_budget() throws IOException {
    try (Receiver receiver = new Receiver((request, connection) -> hang())) {
      int tries = 0;
      while (receiver.received().isEmpty()) { // not sent in time, on a busy machine
        assertThat(++tries).isLessThanOrEqualTo(TRIES);
        timesOut(receiver.url(), null);
      }
      assertThat(receiver.received())
          .as("at most one for each try")
          .hasSizeLessThanOrEqualTo(tries);
    }
  }

  @Test
  void headers_that_drip_end_with_the_budget() throws IOException {
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              Receiver.say(connection, "HTTP/1.1 200 OK\r\nX: ");
              dripOn(connection, 20);
            })) {
      timesOut(receiver.url(), null);
    }
  }

  @Test
  void a_body_that_drips_ends_with_the_budget_and_keeps_its_status() throws IOException {
    try (Receiver receiver = new Receiver((request, connection) -> drip(connection, 20))) {
      timesOut(receiver.url(), 200);
    }
  }

  @Test
  void a_request_that_nobody_reads_ends_with_the_budget() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        WebhookClient client = Clients.inAHurry()) {
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/";
      Standstill still = new Standstill();
      AttemptResult outcome = client.post(url, Map.of(), new byte[32 * 1024 * 1024]);
      still.close();
      assertThat(outcome.error()).isEqualTo("timed out after 500 ms");
      assertThat(still.without(outcome.duration())).isLessThan(GENEROUS);
    }
  }

  @Test
  void a_tls_handshake_that_hangs_ends_with_the_budget() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      timesOut("https://127.0.0.1:" + silent.getLocalPort() + "/", null);
    }
  }

  @Test
  void a_full_backlog_ends_with_the_budget() throws IOException {
    List<Socket> fillers = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 8; i++) {
        Socket filler = new Socket();
        fillers.add(filler);
        try {
          filler.connect(full.getLocalSocketAddress(), 100);
        } catch (IOException e) {
          break; // full
        }
      }
      timesOut("http://127.0.0.1:" + full.getLocalPort() + "/", null);
    } finally {
      for (Socket filler : fillers) {
        filler.close();
      }
    }
  }

  @Test
  void a_line_without_an_end_is_cut_off_long_before_it_fills_the_memory() throws IOException {
    String flood = "x".repeat(64 * 1024);
    try (WebhookClient client = Clients.forLoopback();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  Receiver.say(
                      connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;");
                  while (true) {
                    Receiver.say(connection, flood);
                  }
                })) {
      AttemptResult outcome = Clients.post(client, receiver.url());
      assertThat(outcome.error()).isEqualTo("the response is too long");
      assertThat(outcome.status()).isEqualTo(200);
    }
  }

  @Test
  void hints_without_an_end_are_cut_off() throws IOException {
    String flood = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(1000);
    try (WebhookClient client = Clients.forLoopback();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  while (true) {
                    Receiver.say(connection, flood);
                  }
                })) {
      assertThat(Clients.post(client, receiver.url()).error())
          .isEqualTo("the response is too long");
    }
  }

  @Test
  void a_thread_that_is_interrupted_gets_an_outcome_and_keeps_its_flag() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    AtomicBoolean flag = new AtomicBoolean();
    try (WebhookClient client = Clients.forLoopback();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  asked.countDown();
                  hang();
                })) {
      FutureTask<AttemptResult> outcome =
          new FutureTask<>(
              () -> {
                AttemptResult told = Clients.post(client, receiver.url());
                flag.set(Thread.currentThread().isInterrupted());
                return told;
              });
      Thread sender = Thread.ofVirtual().start(outcome);
      asked.await();
      sender.interrupt();
      sender.join();
      assertThat(outcome.get().error()).isEqualTo("interrupted");
      assertThat(flag).isTrue();
    }
  }

  @Test
  void closing_ends_what_is_under_way_and_what_comes_later() throws Exception {
    WebhookClient client = Clients.forLoopback();
    try (Receiver receiver = new Receiver((request, connection) -> hang())) {
      FutureTask<AttemptResult> outcome = Clients.start(client, receiver.url());
      Await.until("it is under way", () -> receiver.received().size() == 1);
      client.close();
      assertThat(outcome.get().error()).isEqualTo("interrupted: the service is shutting down");
      assertThat(Clients.post(client, receiver.url()).error())
          .isEqualTo("interrupted: the service is shutting down");
      assertThat(receiver.received()).hasSize(1);
    }
  }

  private static void timesOut(String url, @Nullable Integer status) {
    try (WebhookClient client = Clients.inAHurry()) {
      Standstill still = new Standstill();
      AttemptResult outcome = Clients.post(client, url);
      for (int i = 1; i < TRIES && !Objects.equals(outcome.status(), status); i++) {
        still.close();
        still = new Standstill();
        outcome = Clients.post(client, url);
      }
      still.close();
      assertThat(outcome.error()).isEqualTo("timed out after 500 ms");
      assertThat(outcome.status()).isEqualTo(status);
      assertThat(outcome.duration()).isGreaterThanOrEqualTo(Clients.SHORT);
      assertThat(still.without(outcome.duration())).isLessThan(Clients.SHORT.plus(GENEROUS));
    }
  }

  private static void drip(Socket connection, int pauseMillis) throws IOException {
    Receiver.say(connection, HEAD);
    dripOn(connection, pauseMillis);
  }

  private static void dripOn(Socket connection, int pauseMillis) throws IOException {
    while (true) {
      Receiver.say(connection, ".");
      LockSupport.parkNanos(Duration.ofMillis(pauseMillis).toNanos());
    }
  }

  private static void hang() {
    LockSupport.parkNanos(Duration.ofSeconds(60).toNanos());
  }
}
