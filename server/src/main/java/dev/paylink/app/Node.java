package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.app.meter.NodeGauges;
import dev.paylink.ids.IdPlugin;
import dev.paylink.money.Currencies;
import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.trace.DroppedSpans;
import dev.paylink.platform.trace.OtlpTraces;
import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.platform.trace.Traces;
import dev.paylink.platform.web.Templates;
import dev.paylink.sandbox.InstanceModeStore;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that every node has, whatever it serves, and every part opened on it later. Closing the
 * node closes them in the opposite order, so that accepted work is finished first. A part that
 * fails to close does not keep the others open.
 */
final class Node implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Node.class.getName());
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

  /** The calls whose p99 is watched. */
  private static final Map<String, String> LATENCIES =
      Map.of(
          "POST /sdk/server/create-payment", "paylink.create",
          "GET /sdk/server/status/:paymentId", "paylink.poll");

  private final Config config;
  private final LineSink log;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<HttpListener> listeners = new ArrayList<>();
  private final Templates templates = new Templates();
  private final Currencies currencies;
  private final Database database;
  private final Letters letters;
  private final @Nullable Traces traces;
  private final ClockOffset clockOffset;
  private final NodeGauges gauges;
  private final ArchiveMeters archive;

  /**
   * @param machine the clock of this machine
   */
  Node(Config config, LineSink log, InstantSource machine) {
    this.config = config;
    this.log = log;
    this.currencies = new Currencies(config.currencies(), config.payable());
    this.clockOffset = new ClockOffset(machine).meter(registry);
    this.gauges = new NodeGauges(registry);
    this.archive = new ArchiveMeters(registry);
    gauges.disk(config.dataFolder());
    try {
      this.traces = openTraces();
      this.database = add(openDatabase());
      refuseOtherMode();
      clockOffset.compare(() -> database.workers().withHandle(new NodeStore()::now));
      gauges.pool(database);
      this.letters = add(new Letters(config, database, templates, registry));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  Database database() {
    return database;
  }

  Templates templates() {
    return templates;
  }

  Currencies currencies() {
    return currencies;
  }

  Letters letters() {
    return letters;
  }

  NodeGauges gauges() {
    return gauges;
  }

  /** Returns how far the archive of the embedded database is. */
  ArchiveMeters archive() {
    return archive;
  }

  /** Returns how far this machine's clock is from the database's. */
  ClockOffset clockOffset() {
    return clockOffset;
  }

  /** Returns the traces; null while they are off. */
  @Nullable Traces traces() {
    return traces;
  }

  /** Adds a part, which is closed with this node, and returns it. */
  <T extends AutoCloseable> T add(T part) {
    opened.push(part);
    return part;
  }

  /**
   * Adds what happens first when this node stops: it is no longer ready, and takes requests for
   * some time still, until balancers have noticed. Then all listeners tell their clients to leave.
   */
  void drainAfter(Runnable stopping) {
    add(
        () -> {
          stopping.run();
          LockSupport.parkNanos(config.listeners().drain().toNanos());
          listeners.forEach(HttpListener::drain);
        });
  }

  /** Opens the internal listener for operators and components, under our own host names only. */
  void listenInternally(List<Route> routes) {
    Config.Listeners listeners = config.listeners();
    listen("internal", listeners.internal(), new HostCalls(listeners).only(routes), Map.of());
  }

  /** Opens the public listener for everybody else. */
  void listenPublicly(List<Route> routes) {
    boolean tlsOnly = !config.sandbox() && config.baseUrl().secure();
    listen(
        "public",
        config.listeners().external(),
        tlsOnly ? routes.stream().map(Route::overTlsOnly).toList() : routes,
        LATENCIES);
  }

  /**
   * Reports this node to the others from now on.
   *
   * @param port by which it is told apart from others on this machine
   */
  void report(int port, BooleanSupplier leadsRetention) {
    NodeReport report = new NodeReport(registry, clockOffset, leadsRetention);
    add(new Heartbeat(database, NodeReport.nodeName(port), clockOffset, gauges, report::now));
  }

  private void listen(
      String name, Config.Listener listener, List<Route> routes, Map<String, String> latencies) {
    TlsFiles files = TlsFiles.load(name, listener.tlsCertificate(), listener.tlsKey());
    TlsFiles.meter(registry, name, files);
    if (files != null) {
      add(new Loop("tls-" + name, TlsFiles.LOOK, files::look).start());
    }
    ListenerOptions options =
        new ListenerOptions(
            name,
            listener.host(),
            listener.port(),
            files == null ? null : files.tls(),
            config.listeners().trustedProxies(),
            config.listeners().edge(),
            SHUTDOWN_GRACE,
            latencies,
            traces,
            config.baseUrl().toString());
    listeners.add(add(new HttpListener(options, new Router(routes), log, registry)));
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

  private @Nullable Traces openTraces() {
    DroppedSpans dropped = new DroppedSpans(registry);
    TraceOptions options = config.traces();
    return options == null
        ? null
        : add(
            new OtlpTraces(
                options, NodeReport.nodeName(config.listeners().external().port()), dropped));
  }

  /**
   * Opens the database. The owner of the tables migrates them, here or apart from the nodes; the
   * service itself works as a role that owns nothing.
   */
  private Database openDatabase() {
    Config.Storage storage = config.storage();
    String url = storage.databaseUrl();
    if (url != null && !storage.migrate()) {
      return Database.openMigrated(url, storage.patience(), new IdPlugin());
    }
    if (url != null) {
      String ownerUrl = storage.migrationUrl();
      return Database.open(
          url, ownerUrl == null ? url : ownerUrl, storage.patience(), new IdPlugin());
    }
    EmbeddedPostgresOptions options = EmbeddedPostgresOptions.defaults();
    WalArchive.Options archiving = storage.archive();
    if (archiving == null) {
      EmbeddedPostgres postgres = add(EmbeddedPostgres.start(config.dataFolder(), options));
      WalArchive.end(postgres, config.dataFolder());
      return open(postgres);
    }
    EmbeddedPostgres postgres =
        add(
            EmbeddedPostgres.start(
                config.dataFolder(),
                options.withSetting("max_slot_wal_keep_size", WalArchive.MAX_WAITING)));
    add(new WalArchive(postgres, config.dataFolder(), archiving, archive));
    return open(postgres);
  }

  /** Refuses data of the other mode: simulated payments would be shown as real ones. */
  private void refuseOtherMode() {
    InstanceModeStore.Mode ours =
        config.sandbox() ? InstanceModeStore.Mode.sandbox : InstanceModeStore.Mode.live;
    InstanceModeStore.Mode noted =
        database.jdbi().withHandle(handle -> new InstanceModeStore().note(handle, ours));
    if (noted != ours) {
      throw new ConfigError(
          noted == InstanceModeStore.Mode.sandbox
              ? "the database is a sandbox's and never becomes live; start it with paylink sandbox,"
                  + " or give the live instance another database or data folder"
              : "the database is a live instance's; give the sandbox another database or data"
                  + " folder");
    }
  }

  private Database open(EmbeddedPostgres postgres) {
    return Database.open(
        postgres.serviceUrl(), postgres.jdbcUrl(), config.storage().patience(), new IdPlugin());
  }
}
