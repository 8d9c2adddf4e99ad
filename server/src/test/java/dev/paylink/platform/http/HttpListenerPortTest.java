package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.LogFile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HttpListenerPortTest {
  @Test
  void a_port_that_somebody_else_listens_on_ends_the_start() throws IOException {
    try (LogFile log = new LogFile();
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ListenerOptions options =
          new ListenerOptions(
              "test",
              "127.0.0.1",
              other.getLocalPort(),
              null,
              Set.of(),
              EdgeLimits.DEFAULT,
              Duration.ofSeconds(1));
      assertThatThrownBy(
              () ->
                  new HttpListener(
                      options, new Router(List.of()), log.sink(), new SimpleMeterRegistry()))
          .hasRootCauseInstanceOf(BindException.class)
          .hasMessageContaining("127.0.0.1:" + other.getLocalPort());
    }
  }
}
