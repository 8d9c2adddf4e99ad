package dev.paylink.chain;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.rpc.JsonRpcSource;
import dev.paylink.chain.simulated.SandboxChain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.wallet.ChainWallet;
import dev.paylink.chain.watch.ChainMetrics;
import dev.paylink.chain.watch.ChainOperatorRoutes;
import dev.paylink.chain.watch.ChainWatcher;
import dev.paylink.chain.watch.Leadership;
import dev.paylink.chain.watch.WatchRound;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.money.Currencies;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.SimulatedNetwork;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The smart-contract component, put together: wallets are told what to send, watchers report what
 * became of it. A sandbox has a simulated chain as well.
 */
public final class ChainComponent implements AutoCloseable {
  private final List<ChainConfig> chains;
  private final Database database;
  private final Map<Deployment, ChainSource> sources = new LinkedHashMap<>();
  private final List<ChainConfig> watched = new ArrayList<>();
  private final List<JsonRpcSource> nodes = new ArrayList<>();
  private final List<ChainWatcher> watchers = new ArrayList<>();
  private final Currencies currencies;
  private final @Nullable SandboxChain sandboxChain;

  public ChainComponent(
      List<ChainConfig> chains, Database database, Currencies currencies, boolean sandbox) {
    this.chains = chains;
    this.database = database;
    this.currencies = currencies;
    for (ChainConfig chain : chains) {
      JsonRpcSource source = new JsonRpcSource(chain);
      nodes.add(source);
      sources.put(chain.deployment(), source);
      watched.add(chain);
    }
    sandboxChain = sandbox ? new SandboxChain(database.workers(), currencies) : null;
    if (sandboxChain != null) {
      sources.put(sandboxChain.config().deployment(), sandboxChain.source());
      watched.add(sandboxChain.config());
    }
  }

  /** Begins to watch; where several nodes do, one of them leads. */
  public void watch(String jdbcUrl, ApplyReport apply, MeterRegistry registry) {
    for (ChainConfig chain : watched) {
      ChainMetrics metrics = new ChainMetrics(chain.name(), registry);
      WatchRound round = new WatchRound(chain, sources, database.workers(), apply, metrics);
      Leadership leadership = new Leadership(jdbcUrl, chain.deployment());
      watchers.add(new ChainWatcher(chain, round, leadership, metrics));
    }
  }

  /** Null where no chain is configured. */
  public @Nullable WalletPayments wallet() {
    return chains.isEmpty() ? null : new ChainWallet(database.jdbi(), currencies, chains);
  }

  /** Null outside a sandbox. */
  public @Nullable SimulatedNetwork simulated() {
    return sandboxChain;
  }

  public List<Route> operatorRoutes(OperatorCalls operator) {
    return new ChainOperatorRoutes(database.jdbi(), operator, watched).routes();
  }

  @Override
  public void close() {
    watchers.forEach(ChainWatcher::close);
    nodes.forEach(JsonRpcSource::close);
  }
}
