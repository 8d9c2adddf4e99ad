package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.chain.ChainComponent;
import dev.paylink.ids.IdPlugin;
import dev.paylink.money.Currencies;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.web.Templates;
import dev.paylink.settlement.apply.ApplyReport;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A node that only watches the chains, beside others that serve. It listens on the internal address
 * for health and metrics alone; webhooks are sent by the others, who find new events by looking,
 * and letters by all.
 */
final class WatchNode implements AutoCloseable {
  private final Parts parts = new Parts();

  WatchNode(Config config, LineSink log) {
    String jdbcUrl = databaseOf(config);
    try {
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      Database database = parts.add(Database.open(jdbcUrl, new IdPlugin()));
      Currencies currencies = new Currencies(config.currencies());
      Letters letters = new Letters(config, database, new Templates(), registry, parts);
      ApplyReport apply =
          parts.add(
              new ApplyReport(
                  database.workers(),
                  currencies,
                  config.sandbox(),
                  letters.receipts(),
                  news -> {}));
      ChainComponent chain =
          parts.add(new ChainComponent(config.chains(), database, currencies, config.sandbox()));
      chain.watch(jdbcUrl, apply, registry);
      Health health = new Health(new Readiness(database.commitProbe(), null), registry);
      parts.listen("internal", config, config.internalListener(), health.routes(), log, registry);
      health.started();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    parts.close();
  }

  private static String databaseOf(Config config) {
    @Nullable String url = config.databaseUrl();
    if (url == null) {
      throw new ConfigError("watch needs database.url: the database that the other nodes use");
    }
    if (config.chains().isEmpty()) {
      throw new ConfigError("watch needs a chain: set chain.<name>.id and its other settings");
    }
    return url;
  }
}
