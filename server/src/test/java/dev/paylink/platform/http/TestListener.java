package dev.paylink.platform.http;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LogFile;
import io.helidon.common.tls.Tls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A listener on a free port of loopback whose access log can be read back. */
final class TestListener implements AutoCloseable {
  /** For requests under way; no test leaves one that takes so long. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final LogFile log = new LogFile();
  private final HttpListener listener;

  TestListener(Route... routes) {
    this(Set.of(), routes);
  }

  TestListener(Set<String> trustedProxies, Route... routes) {
    this(EdgeLimits.DEFAULT, null, trustedProxies, routes);
  }

  TestListener(EdgeLimits limits, @Nullable Tls tls, Set<String> trustedProxies, Route... routes) {
    this(0, limits, tls, trustedProxies, routes);
  }

  /** On a port that nobody else is given when the listener is closed. */
  TestListener(HeldPort port, Route... routes) {
    this(port.number(), EdgeLimits.DEFAULT, null, Set.of(), routes);
  }

  private TestListener(
      int port, EdgeLimits limits, @Nullable Tls tls, Set<String> trustedProxies, Route... routes) {
    ListenerOptions options =
        new ListenerOptions("test", "127.0.0.1", port, tls, trustedProxies, limits, GRACE);
    listener =
        new HttpListener(
            options, new Router(List.of(routes)), log.sink(), new SimpleMeterRegistry());
  }

  RawConnection connect() throws IOException {
    return new RawConnection(listener.port());
  }

  RawConnection connectFrom(String address) throws IOException {
    return new RawConnection(listener.port(), address);
  }

  int port() {
    return listener.port();
  }

  /** Sends one request on a connection of its own and reads the one answer. */
  RawReply send(String request) throws IOException {
    try (RawConnection connection = connect()) {
      return connection.write(request).read();
    }
  }

  /** A request without body. */
  RawReply send(String method, String target, String... headers) throws IOException {
    return send(request(method, target, headers));
  }

  static String request(String method, String target, String... headers) {
    StringBuilder text = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\nHost: test\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  /** The access log once it has so many lines; a line is written after its answer is sent. */
  List<String> logLines(int count) {
    Await.until(count + " lines in the access log", () -> log.text().lines().count() >= count);
    return log.text().lines().toList();
  }

  /** How many requests of a path are over. */
  long logged(String path) {
    return log.text().lines().filter(line -> line.contains(path)).count();
  }

  @Override
  public void close() {
    listener.close();
    log.close();
  }
}
