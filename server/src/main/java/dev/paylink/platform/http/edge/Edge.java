package dev.paylink.platform.http.edge;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.paylink.platform.queue.Loop;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.Http1ConnectionSelectorConfig;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Keeps peers of one listener within their {@link EdgeLimits}, below the HTTP server, which has no
 * such limits (Helidon 4.5).
 *
 * <ul>
 *   <li>A connection over a limit is closed on the accepting thread and gets no thread of its own.
 *   <li>A connection is counted from its accept until it is served; however it ends, it leaves the
 *       counts once.
 *   <li>A peer that lets a {@link Deadline} pass is cut within a tick.
 * </ul>
 */
public final class Edge implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Edge.class.getName());

  /** Files of a process that are not connections of its listeners: attempts, pools, logs. */
  private static final long OTHER_FILES = 4096;

  /** Twice what a connection holds that has sent half of a request. */
  private static final long HEAP_BYTES_EACH = 96 * 1024;

  private static final long MEGABYTE = 1024 * 1024;
  private static final long COMPLAINT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String name;
  private final int maxConnections;
  private final int maxPerSource;
  private final boolean tls;
  private final EdgeClock clock;
  private final SourceCounts sources;
  private final AtomicInteger count = new AtomicInteger();
  private final ConcurrentMap<Accepted.Ends, Accepted> open = new ConcurrentHashMap<>();
  private final Counter refusedOfSource;
  private final Counter refusedOfAll;
  private final Map<Deadline.Wait, Counter> cuts = new EnumMap<>(Deadline.Wait.class);
  private final Loop watch;
  private long quietUntil;

  public Edge(
      String name,
      EdgeLimits limits,
      boolean tls,
      Predicate<String> trustedProxy,
      MeterRegistry registry) {
    this.name = name;
    this.maxConnections = affordable(limits.connections());
    this.maxPerSource = limits.connectionsPerSource();
    this.tls = tls;
    this.clock = new EdgeClock(limits, tls, System::nanoTime);
    this.sources = new SourceCounts(maxPerSource, trustedProxy);
    Gauge.builder("http.server.connections", count, AtomicInteger::get)
        .tag("listener", name)
        .register(registry);
    this.refusedOfSource = counter(registry, "http.server.connections.refused", "source");
    this.refusedOfAll = counter(registry, "http.server.connections.refused", "all");
    for (Deadline.Wait wait : Deadline.Wait.values()) {
      String reason = wait.name().toLowerCase(Locale.ROOT);
      cuts.put(wait, counter(registry, "http.server.connections.cut", reason));
    }
    this.watch =
        new Loop("http-edge-" + name, Duration.ofNanos(clock.tickNanos()), this::cutLatePeers);
  }

  private Counter counter(MeterRegistry registry, String meter, String reason) {
    return Counter.builder(meter).tag("listener", name).tag("reason", reason).register(registry);
  }

  /** Installs this edge in a server that is about to start. */
  public void under(WebServerConfig.Builder server, Http1Config.Builder http) {
    Http1Config config = http.addReceiveListener(TimedContext.heads()).build();
    server
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new Selector(Http1ConnectionSelector.builder().config(config)))
        .connectionOptions(new AcceptOptions(this::admits))
        .concurrencyLimit(FixedLimit.builder().permits(maxConnections).build());
  }

  /** Begins to cut late peers, until this edge is closed. */
  public void start() {
    watch.start();
  }

  @Override
  public void close() {
    watch.close();
  }

  /** Decides on a new connection; called on the accepting thread. */
  private boolean admits(SocketChannel channel) {
    try {
      InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
      long source = sources.sourceOf(remote.getAddress());
      if (count.get() >= maxConnections) {
        refusedOfAll.increment();
        complain("all " + maxConnections + " connections are in use");
      } else if (!sources.enter(source)) {
        refusedOfSource.increment();
        complain(remote.getAddress().getHostAddress() + " has " + maxPerSource + " connections");
      } else {
        count.incrementAndGet();
        Accepted.Ends ends = new Accepted.Ends(remote, channel.getLocalAddress());
        Deadline deadline =
            new Deadline(channel, Deadline.Wait.IDLE, clock.now() + clock.firstByteNanos);
        Accepted before = open.put(ends, new Accepted(channel, ends, source, deadline));
        if (before != null) {
          uncount(before); // closed, or the peer could not have the same port again
        }
        return true;
      }
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      // The peer has gone already.
    }
    return false;
  }

  private void complain(String why) {
    long now = clock.now();
    if (now >= quietUntil) {
      quietUntil = now + COMPLAINT_NANOS;
      LOG.log(Level.WARNING, "the " + name + " listener refuses connections: " + why);
    }
  }

  private void served(Accepted connection) {
    uncount(connection);
    if (tls) {
      // Closing sends a last record, which nobody may read; the watch forgets closed connections.
      connection.deadline.arm(Deadline.Wait.RESPONSE, clock.now() + clock.responseNanos);
    } else {
      open.remove(connection.ends, connection);
    }
  }

  private void uncount(Accepted connection) {
    if (connection.uncount()) {
      count.decrementAndGet();
      sources.leave(connection.source);
    }
  }

  private void cutLatePeers() {
    long now = clock.move();
    for (Accepted connection : open.values()) {
      if (!connection.channel.isOpen()) {
        uncount(connection);
        open.remove(connection.ends, connection);
        continue;
      }
      Deadline.Wait cut = connection.deadline.cutAfter(now);
      if (cut != null) {
        Objects.requireNonNull(cuts.get(cut)).increment();
      }
    }
  }

  /**
   * Limits connections to the files the process may open, since an accept that fails would end
   * Helidon's listener, and to its memory, which peers that send half a request keep occupied.
   */
  private int affordable(int connections) {
    long heap = Runtime.getRuntime().maxMemory();
    int most =
        atMost(heap / HEAP_BYTES_EACH, connections, "the heap has only " + heap / MEGABYTE + " MB");
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os)) {
      return most;
    }
    long files = os.getMaxFileDescriptorCount();
    return atMost(
        Math.max(files / 4, (files - OTHER_FILES) / 2),
        most,
        "the process may open only " + files + " files (ulimit -n)");
  }

  private int atMost(long affordable, int connections, String why) {
    if (affordable >= connections) {
      return connections;
    }
    LOG.log(
        Level.WARNING,
        "the "
            + name
            + " listener takes "
            + affordable
            + " connections, not "
            + connections
            + ": "
            + why);
    return (int) affordable;
  }

  /** Gives each accepted connection its deadlines. */
  private final class Selector implements ServerConnectionSelector {
    private final Http1ConnectionSelector http;

    Selector(Http1ConnectionSelectorConfig.Builder http) {
      this.http = http.build();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
      Accepted connection =
          open.get(
              new Accepted.Ends(context.remotePeer().address(), context.localPeer().address()));
      if (connection == null) {
        throw new CloseConnectionException("closed before it began");
      }
      return new TimedConnection(
          new TimedContext(context, connection.deadline, clock), http, () -> served(connection));
    }

    @Override
    public int bytesToIdentifyConnection() {
      return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
      return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
      return http.supportedApplicationProtocols();
    }
  }
}
