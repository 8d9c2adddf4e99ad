package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** An endpoint that hangs does not stand in the way of others on the same host. */
final class SilentEndpointsTest {
  private static final Targets TARGETS = Targets.of(TargetPolicy.PUBLIC_AND_LOOPBACK);
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private final AtomicBoolean hangs = new AtomicBoolean(true);

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

  private void answer(Receiver.Received request, Socket connection) throws IOException {
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
