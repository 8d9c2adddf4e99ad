package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.platform.log.LineSink;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What a node has opened. Closing undoes it in the opposite order, so that what was taken in is
 * finished first; a part that fails to close does not keep the others open.
 */
final class Parts implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Parts.class.getName());
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    opened.push(part);
    return part;
  }

  void listen(
      String name,
      Config config,
      Config.Listener listener,
      List<Route> routes,
      LineSink log,
      MeterRegistry registry) {
    ListenerOptions options =
        new ListenerOptions(
            name,
            listener.host(),
            listener.port(),
            TlsFiles.load(listener.tlsCertificate(), listener.tlsKey()),
            config.trustedProxies(),
            config.edge(),
            SHUTDOWN_GRACE);
    add(new HttpListener(options, new Router(routes), log, registry));
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable next = opened.pop();
      try {
        next.close();
      } catch (Exception e) {
        LOG.log(Level.ERROR, "could not close " + next, e);
      }
    }
  }
}
