package dev.paylink.app;

import dev.paylink.chain.ChainComponent;
import dev.paylink.invoice.Currencies;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.platform.log.LineSink;
import dev.paylink.settlement.ApplySettlement;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A node that only watches the chains, beside others that serve. It listens on the internal address
 * for health and metrics alone; webhooks are sent by the others, who find new events by looking.
 */
final class WatchNode implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 64;
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  WatchNode(Config config, LineSink log) {
    String jdbcUrl = databaseOf(config);
    try {
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      Database database = opened(Database.open(jdbcUrl));
      Currencies currencies = new Currencies(config.currencies());
      ApplySettlement apply =
          opened(new ApplySettlement(database.workers(), currencies, config.sandbox(), news -> {}));
      ChainComponent chain =
          opened(new ChainComponent(config.chains(), database, currencies, config.sandbox()));
      chain.watch(jdbcUrl, apply, registry);
      Config.Listener listener = config.internalListener();
      opened(
          new HttpListener(
              new ListenerOptions(
                  "internal",
                  listener.host(),
                  listener.port(),
                  TlsFiles.load(listener.tlsCertificate(), listener.tlsKey()),
                  config.trustedProxies(),
                  MAX_CONNECTIONS,
                  SHUTDOWN_GRACE),
              new Router(new Health(database, registry).routes()),
              log,
              registry));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        System.getLogger(WatchNode.class.getName())
            .log(System.Logger.Level.ERROR, "could not close", e);
      }
    }
  }

  private static String databaseOf(Config config) {
    @Nullable String url = config.databaseUrl();
    if (url == null) {
      throw new ConfigError("watch needs database.url: the database of the nodes that serve");
    }
    if (config.chains().isEmpty()) {
      throw new ConfigError("watch needs a chain: chain.<name>.id and the other settings of it");
    }
    return url;
  }

  private <T extends AutoCloseable> T opened(T part) {
    opened.push(part);
    return part;
  }
}
