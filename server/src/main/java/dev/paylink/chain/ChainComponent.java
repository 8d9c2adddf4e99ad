package dev.paylink.chain;

import dev.paylink.chain.collect.CollectRoutes;
import dev.paylink.chain.collect.TransferCollection;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.rpc.JsonRpcSource;
import dev.paylink.chain.simulated.SandboxChain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.wallet.AskedNodes;
import dev.paylink.chain.wallet.ChainRefunds;
import dev.paylink.chain.wallet.ChainSuspensions;
import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.ChainWallet;
import dev.paylink.chain.wallet.Payables;
import dev.paylink.chain.wallet.SeenTransfers;
import dev.paylink.chain.watch.ChainMetrics;
import dev.paylink.chain.watch.ChainOperatorRoutes;
import dev.paylink.chain.watch.ChainWatcher;
import dev.paylink.chain.watch.WatchRound;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.checkout.wallet.Suspensions;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.money.Currencies;
import dev.paylink.operator.Operators;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Leadership;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.settlement.hold.SuspendedTokens;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.settlement.refund.RefundNetwork;
import dev.paylink.settlement.refund.SimulatedRefunds;
import dev.paylink.settlement.suspend.ListedToken;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The wiring of the smart-contract component: it tells wallets what to send, and its watchers
 * report the outcome. A sandbox has a simulated chain as well.
 */
public final class ChainComponent implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ChainComponent.class.getName());
  private static final Duration COLLECT_PATIENCE = Duration.ofSeconds(5);

  private final List<ChainConfig> chains;
  private final Database database;
  private final Map<Deployment, Quorum> sources = new LinkedHashMap<>();
  private final AskedNodes asked = new AskedNodes(sources);
  private final List<ChainConfig> watched = new ArrayList<>();
  private final List<JsonRpcSource> nodes = new ArrayList<>();
  private final List<ChainWatcher> watchers = new ArrayList<>();
  private final Currencies currencies;
  private final SuspendedTokens suspended;
  private final CheckedChains checked;
  private final CollectableMoney collectable;
  private final @Nullable SandboxChain sandboxChain;

  /**
   * Creates the component.
   *
   * @param suspended the tokens that are not offered now
   */
  public ChainComponent(
      List<ChainConfig> chains,
      Database database,
      Currencies currencies,
      SuspendedTokens suspended,
      boolean sandbox) {
    this.suspended = suspended;
    this.chains = chains;
    this.database = database;
    this.currencies = currencies;
    for (ChainConfig chain : chains) {
      sources.put(chain.deployment(), quorum(chain));
      watched.add(chain);
    }
    checked = checked();
    sandboxChain =
        sandbox ? new SandboxChain(database.workers(), database.clock(), currencies) : null;
    if (sandboxChain != null) {
      ChainConfig simulated = sandboxChain.config();
      sources.put(simulated.deployment(), Quorum.of(simulated.name(), sandboxChain.source()));
      watched.add(sandboxChain.config());
    }
    collectable = new TransferCollection(database.jdbi(), watched, sources, COLLECT_PATIENCE);
  }

  /** Starts the watchers. If several nodes watch, one of them is the leader. */
  public void watch(ApplyReport apply, ApplyRefunds refunds, MeterRegistry registry) {
    new UnwatchedChains(database.workers(), watched, InstantSource.system()).tell();
    for (ChainConfig chain : watched) {
      warnOfTrust(chain);
      ChainMetrics metrics = new ChainMetrics(chain.name(), registry);
      Objects.requireNonNull(sources.get(chain.deployment())).nodes().forEach(metrics::count);
      WatchRound round =
          new WatchRound(chain, sources, database.workers(), apply, refunds, metrics);
      Leadership leadership = new Leadership(database, chain.deployment().lockKey());
      watchers.add(watcher(chain, round, leadership, metrics));
    }
  }

  private ChainWatcher watcher(
      ChainConfig chain, WatchRound round, Leadership leadership, ChainMetrics metrics) {
    SandboxChain simulated = sandboxChain;
    if (simulated == null || !chain.equals(simulated.config())) {
      return new ChainWatcher(chain, round, leadership, metrics, chain::poll);
    }
    ChainWatcher watcher = new ChainWatcher(chain, round, leadership, metrics, simulated::pause);
    simulated.onUse(watcher::wake);
    return watcher;
  }

  private CheckedChains checked() {
    try {
      return new CheckedChains(chains, sources);
    } catch (IllegalStateException e) {
      nodes.forEach(JsonRpcSource::close);
      throw e;
    }
  }

  private Quorum quorum(ChainConfig chain) {
    List<ChainNode> all = new ArrayList<>();
    for (URI url : chain.rpc()) {
      JsonRpcSource source = new JsonRpcSource(chain, url);
      nodes.add(source);
      // Not the whole address, which may contain a key.
      String name = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
      boolean taken = all.stream().anyMatch(node -> node.name().equals(name));
      all.add(new ChainNode(taken ? name + "#" + (all.size() + 1) : name, source));
    }
    return new Quorum(chain.name(), chain.agreeing(), all);
  }

  private static void warnOfTrust(ChainConfig chain) {
    if (chain.isTrusting()) {
      LOG.log(
          Level.WARNING,
          "chain {0} has one node, which alone decides what was paid: add a second to"
              + " chain.{0}.rpc, or set chain.{0}.quorum = 1 if you trust it",
          chain.name());
    }
    Set<String> hosts = new HashSet<>();
    for (URI node : chain.rpc()) {
      if (!hosts.add(node.getHost())) {
        LOG.log(
            Level.WARNING,
            "chain {0} has several nodes at {1}: they may lie or fail together, and count as"
                + " several; use nodes of different providers",
            chain.name(),
            node.getHost());
      }
    }
  }

  /** Returns the names of the networks on which small amounts may be confirmed early. */
  public List<String> earlyNetworks() {
    return watched.stream()
        .filter(chain -> chain.early() != null)
        .map(ChainConfig::label)
        .distinct()
        .toList();
  }

  /** Returns the wallet payments; none where a signed transfer pays. Null without a chain. */
  public @Nullable ChainWallet wallet(BiPredicate<Handle, Payment> isTransferred) {
    return chains.isEmpty()
        ? null
        : new ChainWallet(
            database.jdbi(), payables(), asked, asked, InstantSource.system(), isTransferred);
  }

  /** Returns the addresses for plain transfers. */
  public ChainTransfers transfers() {
    return new ChainTransfers(
        database.jdbi(),
        payables(),
        watched,
        asked,
        new SeenTransfers(sources),
        InstantSource.system());
  }

  private Payables payables() {
    return new Payables(
        currencies,
        chains,
        checked::isChecked,
        (chain, token) -> suspended.contains(chain.deployment().chainId(), token.symbol()));
  }

  /** Returns what payers see about suspended tokens. */
  public Suspensions suspensions() {
    return new ChainSuspensions(suspended, payables());
  }

  /** Returns the tokens of all chains, those of the simulated one included. */
  public List<ListedToken> tokens() {
    return watched.stream()
        .flatMap(
            chain ->
                chain.tokens().stream()
                    .map(
                        token ->
                            new ListedToken(
                                chain.name(),
                                chain.label(),
                                chain.deployment().chainId(),
                                token.symbol(),
                                token.isCoin() ? null : token.address().toString())))
        .toList();
  }

  /** Returns the chains on which refunds are paid, the simulated one included. */
  public RefundNetwork refunds() {
    RefundNetwork real = new ChainRefunds(database.jdbi(), chains, sources, checked::isChecked);
    SandboxChain simulated = sandboxChain;
    if (simulated == null) {
      return real;
    }
    RefundNetwork second = simulated.refunds();
    return (chainId, token) -> {
      RefundNetwork.Place place = real.place(chainId, token);
      return place == null ? second.place(chainId, token) : place;
    };
  }

  /** Returns the balances of transfer addresses. */
  public CollectableMoney collectable() {
    return collectable;
  }

  /** Returns the routes for merchants. */
  public List<Route> routes(MerchantCalls calls, SharedCalls servers) {
    return new CollectRoutes(calls, servers, collectable).routes();
  }

  /** Returns what the configured chains say against deposit addresses. */
  public AddressWarnings addressWarnings() {
    return new PayeeWarnings(database.jdbi(), watched, new ContractWarnings(chains, sources));
  }

  /** Returns the simulated chain, or null outside a sandbox. */
  public @Nullable SimulatedNetwork simulated() {
    return sandboxChain;
  }

  /** Returns the simulated chain as it pays refunds, or null outside a sandbox. */
  public @Nullable SimulatedRefunds simulatedRefunds() {
    return sandboxChain;
  }

  /** Returns how far each chain is read, the simulated one included. */
  public List<ChainOperatorRoutes.Position> positions() {
    return ChainOperatorRoutes.positions(database.jdbi(), watched);
  }

  /** Tells whether this is the simulated chain, which makes blocks only when something happens. */
  public boolean isSimulated(ChainConfig chain) {
    return sandboxChain != null && chain.equals(sandboxChain.config());
  }

  public List<Route> operatorRoutes(Operators operators, ApplyReport apply) {
    return new ChainOperatorRoutes(database.jdbi(), operators, watched, apply).routes();
  }

  @Override
  public void close() {
    checked.close();
    watchers.forEach(ChainWatcher::close);
    nodes.forEach(JsonRpcSource::close);
  }
}
