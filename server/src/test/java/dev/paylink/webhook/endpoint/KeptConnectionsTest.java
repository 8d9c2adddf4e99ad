package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Standstill;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections are reused, and never at the price of a lost or a doubled request. */
final class KeptConnectionsTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @AutoClose private final WebhookClient client = Clients.forLoopback();

  @Test
  void requests_one_after_the_other_share_a_connection() throws IOException {
    Standstill still = new Standstill();
    int connections = share();
    for (int i = 0; i < 10 && connections > 1 && still.lost().toMillis() > 500; i++) {
      connections = share(); // it had idled too long while the machine stood still
    }
    still.close();
    assertThat(connections).isOne();
  }

  /** A connection is let go when it has been idle for 1.5 s. */
  private static void assumeNoneWasIdle(Standstill still) {
    assumeThat(still.lost()).isLessThan(Duration.ofMillis(500));
  }

  private int share() throws IOException {
    try (Receiver receiver = Receiver.saying(OK)) {
      for (int i = 0; i < 50; i++) {
        assertThat(Clients.post(client, receiver.url()).error()).isNull();
      }
      assertThat(receiver.received()).hasSize(50);
      return receiver.connections();
    }
  }

  @Test
  void an_idle_connection_is_let_go_before_receivers_close_it() throws IOException {
    AtomicLong idleNanos = new AtomicLong();
    try (Standstill still = new Standstill();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  Receiver.say(connection, OK);
                  long answered = System.nanoTime();
                  if (connection.getInputStream().read() < 0) {
                    idleNanos.set(System.nanoTime() - answered);
                  }
                })) {
      assertThat(Clients.post(client, receiver.url()).error()).isNull();
      Await.until("the sender lets go", () -> idleNanos.get() > 0);
      Duration idle = Duration.ofNanos(idleNanos.get());
      assertThat(idle).isGreaterThan(Duration.ofSeconds(1));
      assertThat(still.without(idle)).isLessThan(Duration.ofMillis(4_500));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1", "HTTP/1.0"})
  void a_receiver_that_closes_after_each_answer_without_a_word_loses_nothing(String version)
      throws IOException {
    AtomicInteger closed = new AtomicInteger();
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              Receiver.say(connection, version + " 200 OK\r\nContent-Length: 2\r\n\r\nok");
              connection.close();
              closed.incrementAndGet();
            })) {
      for (int i = 1; i <= 20; i++) {
        int answers = i;
        assertThat(Clients.post(client, receiver.url()).error()).isNull();
        Await.until("it is closed", () -> closed.get() == answers);
      }
      assertThat(receiver.received()).hasSize(20);
      assertThat(receiver.connections()).isEqualTo(20);
    }
  }

  @Test
  void a_receiver_that_closes_a_connection_it_kept_before_loses_nothing() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    try (Standstill still = new Standstill();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  Receiver.say(connection, OK);
                  if (request.body().length == 3) {
                    connection.close();
                    closed.incrementAndGet();
                  }
                })) {
      for (int length : new int[] {1, 2, 3}) {
        assertThat(client.post(receiver.url(), Map.of(), new byte[length]).error()).isNull();
      }
      long start = System.nanoTime();
      Await.until(
          "it is closed and no longer busy",
          () -> closed.get() == 1 && System.nanoTime() - start > 100_000_000);
      assertThat(Clients.post(client, receiver.url()).error()).isNull();
      assumeNoneWasIdle(still);
      assertThat(receiver.received())
          .extracting(Receiver.Received::connection)
          .containsExactly(1, 1, 1, 2);
    }
  }

  @Test
  void a_connection_that_ends_after_the_request_was_read_is_one_failure_and_one_request()
      throws IOException {
    try (Standstill still = new Standstill();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  if (request.body().length == 2) {
                    Receiver.say(connection, OK);
                  } else {
                    connection.close();
                  }
                })) {
      assertThat(Clients.post(client, receiver.url()).error()).isNull();
      AttemptResult outcome = client.post(receiver.url(), Map.of(), new byte[3]);
      assertThat(outcome.error()).isEqualTo("the connection broke before a response arrived");
      assertThat(receiver.received()).hasSize(2);
      assumeNoneWasIdle(still);
      assertThat(receiver.connections()).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_new_connection_that_ends_without_an_answer_is_one_request(boolean byReset)
      throws IOException {
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              if (byReset) {
                Receiver.reset(connection);
              } else {
                connection.close();
              }
            })) {
      AttemptResult outcome = Clients.post(client, receiver.url());
      assertThat(outcome.error()).isEqualTo("the connection broke before a response arrived");
      assertThat(outcome.status()).isNull();
      assertThat(receiver.received()).hasSize(1);
      assertThat(receiver.connections()).isOne();
    }
  }

  @Test
  void an_answer_that_breaks_off_is_a_failure_that_keeps_what_came() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              asked.incrementAndGet();
              Receiver.say(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              connection.close();
            })) {
      AttemptResult outcome = Clients.post(client, receiver.url());
      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.error()).isEqualTo("the connection broke during the response");
      assertThat(outcome.responseBody()).isEqualTo("half");
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void bytes_that_nobody_asked_for_end_a_kept_connection() throws IOException {
    var waiting = ConcurrentHashMap.<Integer>newKeySet();
    try (Receiver receiver =
        new Receiver(
            (request, connection) -> {
              Receiver.say(connection, OK);
              waiting.add(request.connection());
              if (request.connection() == 1) {
                Await.until("the answer was read", () -> waiting.contains(0));
                Receiver.say(connection, "HTTP/1.1 500 Forged\r\nContent-Length: 0\r\n\r\n");
                waiting.add(-1);
              }
            })) {
      assertThat(Clients.post(client, receiver.url()).status()).isEqualTo(200);
      waiting.add(0);
      Await.until("the forged answer was sent", () -> waiting.contains(-1));
      assertThat(Clients.post(client, receiver.url()).status()).isEqualTo(200);
      assertThat(receiver.connections()).isEqualTo(2);
    }
  }
}
