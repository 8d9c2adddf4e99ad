package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A source has so many connections, and all sources together so many. */
@Timeout(600)
final class ConnectionLimitTest {
  private static final Route OK = Route.get("/ok", request -> Answer.ok("ok".getBytes(UTF_8)));
  private static final Duration LONG = Duration.ofMinutes(5);

  private final List<RawConnection> connections = new ArrayList<>();

  @AfterEach
  void closeConnections() throws IOException {
    for (RawConnection connection : connections) {
      connection.close();
    }
  }

  @Test
  void a_source_is_refused_over_its_limit_and_the_next_source_is_served() throws IOException {
    try (TestListener listener = listener(Set.of())) {
      for (int i = 0; i < 4; i++) {
        assertThat(isServed(listener, "127.0.0.2")).as("connection %d", i).isTrue();
      }
      assertThat(isServed(listener, "127.0.0.2")).isFalse();
      assertThat(isServed(listener, "127.0.0.3")).isTrue();
    }
  }

  @Test
  void a_connection_that_ends_makes_room_however_it_ends() throws IOException {
    try (TestListener listener = listener(Set.of())) {
      for (int i = 0; i < 4; i++) {
        isServed(listener, "127.0.0.2");
      }
      for (RawConnection connection : List.copyOf(connections)) {
        assertThat(isServed(listener, "127.0.0.2")).isFalse();
        switch (connections.indexOf(connection)) {
          case 0 -> connection.close();
          case 1 -> connection.reset();
          case 2 -> connection.write(request("GET", "/ok", "Connection: close"));
          default -> connection.write("nonsense\r\n\r\n");
        }
        Await.until("room for another", () -> isServed(listener, "127.0.0.2"));
      }
    }
  }

  @Test
  void connections_one_after_the_other_are_never_refused() throws IOException {
    try (TestListener listener = listener(Set.of())) {
      for (int i = 0; i < 200; i++) {
        try (RawConnection connection = listener.connect()) {
          connection.write(request("GET", "/ok", "Connection: close"));
          assertThat(connection.read().status()).as("connection %d", i).isEqualTo(200);
          assertThat(connection.isHungUp()).isTrue();
        }
      }
    }
  }

  @Test
  void a_trusted_proxy_has_the_connections_of_all() throws IOException {
    try (TestListener listener = listener(Set.of("127.0.0.2"))) {
      for (int i = 0; i < 9; i++) {
        assertThat(isServed(listener, "127.0.0.2")).as("connection %d", i).isTrue();
      }
      assertThat(isServed(listener, "127.0.0.3")).isTrue();
      assertThat(isServed(listener, "127.0.0.2")).as("one more than all").isFalse();
      assertThat(isServed(listener, "127.0.0.3")).as("one more than all").isFalse();
    }
  }

  /** Ten in all, four of a source. */
  private static TestListener listener(Set<String> proxies) {
    return new TestListener(new EdgeLimits(10, 4, LONG, LONG, LONG, LONG), null, proxies, OK);
  }

  /** Opens a connection, which stays open, and says whether it works. */
  private boolean isServed(TestListener listener, String from) throws IOException {
    RawConnection connection = listener.connectFrom(from);
    try {
      boolean served = connection.write(request("GET", "/ok")).read().status() == 200;
      connections.add(connection);
      return served;
    } catch (SocketTimeoutException e) {
      throw e; // neither served nor refused
    } catch (IOException refused) {
      connection.close();
      return false;
    }
  }
}
