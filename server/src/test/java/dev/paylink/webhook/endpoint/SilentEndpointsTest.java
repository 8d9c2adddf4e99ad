package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** An endpoint that hangs does not stand in the way of others on the same host. */
final class SilentEndpointsTest {
  private static final Targets TARGETS = Targets.of(TargetPolicy.PUBLIC_AND_LOOPBACK);
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private final AtomicBoolean hangs = new AtomicBoolean(true);
  private final AtomicInteger received = new AtomicInteger();

  @Test
  void silent_endpoint_has_connections_of_its_own_until_it_answers() throws IOException {
    try (Transports transports =
            new Transports(TARGETS, new Lookups(Resolver.SYSTEM), Clients.SHORT);
        Receiver receiver = new Receiver(this::answer)) {
      TargetUrl.Accepted silent = accepted(receiver.url() + "/silent");
      TargetUrl.Accepted other = accepted(receiver.url());
      assertThat(client(transports, silent)).isSameAs(client(transports, other));

      post(transports, silent);
      assertThat(client(transports, silent)).isNotSameAs(client(transports, other));
      Await.until("the other answers", () -> post(transports, other).isDelivered());
      assertThat(client(transports, silent)).isNotSameAs(client(transports, other));

      hangs.set(false);
      Await.until("it answers", () -> post(transports, silent).isDelivered());
      assertThat(client(transports, silent)).isSameAs(client(transports, other));
    }
  }

  @Test
  void endpoint_with_many_calls_under_way_has_other_connections_until_they_have_ended()
      throws Exception {
    try (Transports transports =
            new Transports(TARGETS, new Lookups(Resolver.SYSTEM), Duration.ofMinutes(5));
        Receiver receiver = new Receiver(this::answer);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      TargetUrl.Accepted slow = accepted(receiver.url() + "/silent");
      TargetUrl.Accepted other = accepted(receiver.url());
      List<Future<AttemptResult>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        assertThat(client(transports, slow)).isSameAs(client(transports, other));
        int begun = i + 1;
        calls.add(threads.submit(() -> post(transports, slow)));
        Await.until(begun + " have begun", () -> received.get() == begun);
      }
      assertThat(client(transports, slow)).isNotSameAs(client(transports, other));
      hangs.set(false);
      for (Future<AttemptResult> call : calls) {
        assertThat(call.get().isDelivered()).isTrue();
      }
      assertThat(client(transports, slow)).isSameAs(client(transports, other));
    }
  }

  @Test
  void endpoint_that_has_been_silent_often_is_not_slow_once_it_answers() throws IOException {
    try (Transports transports =
            new Transports(TARGETS, new Lookups(Resolver.SYSTEM), Duration.ofMillis(50));
        Receiver receiver = new Receiver(this::answer)) {
      TargetUrl.Accepted silent = accepted(receiver.url() + "/silent");
      for (int i = 0; i < 8; i++) {
        assertThat(post(transports, silent).isDelivered()).isFalse();
      }
      hangs.set(false);
      Await.until("it answers", () -> post(transports, silent).isDelivered());
      assertThat(client(transports, silent)).isSameAs(client(transports, accepted(receiver.url())));
    }
  }

  private void answer(Receiver.Received request, Socket connection) throws IOException {
    received.incrementAndGet();
    while (hangs.get() && request.head().contains("/silent")) {
      LockSupport.parkNanos(1_000_000);
    }
    Receiver.say(connection, ANSWER);
  }

  private static TargetUrl.Accepted accepted(String url) {
    return (TargetUrl.Accepted) TargetUrl.judge(url, TARGETS);
  }

  private static Object client(Transports transports, TargetUrl.Accepted target) {
    return transports.of(target).client(target.url());
  }

  private static AttemptResult post(Transports transports, TargetUrl.Accepted target) {
    return new Attempt()
        .send(
            transports.of(target),
            new Request.Builder().url(target.url()),
            Map.of(),
            "{}".getBytes(StandardCharsets.UTF_8));
  }
}
