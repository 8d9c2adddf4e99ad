package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.KeptSecrets;
import dev.paylink.chain.ChainComponent;
import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.ChainWallet;
import dev.paylink.checkout.Checkout;
import dev.paylink.checkout.invoice.InvoiceRoutes;
import dev.paylink.checkout.invoice.MerchantInvoices;
import dev.paylink.checkout.wallet.RelayedPayments;
import dev.paylink.credential.ApiKeys;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.SignatureCheck;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.desk.Desk;
import dev.paylink.desk.system.ReadSystem;
import dev.paylink.invoice.InvoiceCounterStore;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.audit.SignHeads;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.sso.ProveDomains;
import dev.paylink.operator.Operators;
import dev.paylink.payment.api.Links;
import dev.paylink.payment.api.Payments;
import dev.paylink.payout.Payouts;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.dns.TxtLookup;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.oidc.DirectHttp;
import dev.paylink.platform.openapi.OpenApiRoutes;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.redis.Redis;
import dev.paylink.platform.web.Templates;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.MerchantBudget;
import dev.paylink.ratelimit.RedisBuckets;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.relay.Relays;
import dev.paylink.requestlog.ReadRequests;
import dev.paylink.requestlog.RequestLog;
import dev.paylink.requestlog.RequestLogRoutes;
import dev.paylink.sandbox.Sandbox;
import dev.paylink.sandbox.SandboxClock;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.session.Sessions;
import dev.paylink.settlement.Settlements;
import dev.paylink.settlement.accept.RuleLimits;
import dev.paylink.settlement.accept.ShortPayments;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.settlement.erase.EraseCustomer;
import dev.paylink.settlement.erase.EraseRoutes;
import dev.paylink.settlement.hold.SuspendedTokens;
import dev.paylink.settlement.refund.Refunds;
import dev.paylink.settlement.refund.SimulatedRefunds;
import dev.paylink.settlement.suspend.ReleaseHeld;
import dev.paylink.settlement.suspend.SuspendTokens;
import dev.paylink.settlement.suspend.TokenRoutes;
import dev.paylink.webhook.RedeliveryRoutes;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.delivery.RedeliverForAll;
import dev.paylink.webhook.endpoint.GuardedHttp;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.event.EventStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The running service. Its constructor is the wiring: every part in one call, top to bottom,
 * nothing created lazily. Closing the service closes the parts in the opposite order, so that
 * accepted work is finished first.
 */
public final class Service implements AutoCloseable {
  private final Node node;
  private final List<Route> publicRoutes;
  private final List<Route> internalRoutes;
  private final ApiKeys keys;
  private final SandboxFile.@Nullable Access sandboxAccess;

  public Service(Config config, LineSink log) {
    this(config, log, InstantSource.system(), InstantSource.system());
  }

  /**
   * Starts with other clocks than the machine's.
   *
   * @param clock that sessions, proofs of persons and codes of authenticators have
   * @param machine that signatures have, and that the database's is compared with
   */
  public Service(Config config, LineSink log, InstantSource clock, InstantSource machine) {
    Config.Listeners listeners = config.listeners();
    for (Config.Listener each : List.of(listeners.external(), listeners.internal())) {
      HttpListener.requireFree(each.host(), each.port()); // else the database starts for nothing
    }
    KeptSecrets.All secrets = KeptSecrets.fill(config.dataFolder(), config.secrets());
    this.node = new Node(config, log, machine);
    try {
      boolean testMode = config.sandbox();
      BaseUrl baseUrl = config.baseUrl();
      Vault vault = secrets.vault();
      Database database = node.database();
      SandboxClock sandboxClock = testMode ? node.add(new SandboxClock(database)) : null;
      Templates templates = node.templates();
      MeterRegistry registry = node.registry();
      Letters letters = node.letters();
      AuditLog audit = letters.audit();

      String redisUrl = config.storage().redisUrl();
      Redis redis = redisUrl == null ? null : node.add(new Redis(redisUrl));
      node.gauges().redis(redis);
      Buckets buckets = redis == null ? Buckets.local() : new RedisBuckets(redis);
      FailureLimiter failures = new FailureLimiter(buckets);
      RequestLimiter limiter = new RequestLimiter(buckets);

      SignatureCheck signatures = new SignatureCheck(machine, node.clockOffset());
      RequestLog requestLog = node.add(new RequestLog(database.workers(), registry));
      ReadRequests readRequests = new ReadRequests(database.jdbi());
      this.keys =
          node.add(
              new ApiKeys(
                  database,
                  audit,
                  failures,
                  signatures,
                  limiter,
                  config.merchants().keyLimit(),
                  new MerchantBudget(buckets, config.merchants().limit()),
                  testMode,
                  requestLog,
                  registry));
      GuardedHttp guardedHttp =
          node.add(
              new GuardedHttp(testMode ? TargetPolicy.PUBLIC_AND_LOOPBACK : TargetPolicy.PUBLIC));
      DirectHttp directHttp = node.add(new DirectHttp());
      Accounts accounts =
          Accounts.of(
              new Accounts.Dependencies(
                  database,
                  baseUrl,
                  vault,
                  audit,
                  failures,
                  limiter,
                  config.merchants().depositDelay(),
                  config.merchants().fresh(),
                  clock,
                  guardedHttp,
                  Dashboard.ssoRedirectUri(baseUrl),
                  new TxtLookup(config.merchants().dnsServer()),
                  keys.credentials()::forgetAll,
                  List.of(new InvoiceCounterStore()::insert, new EventStore()::insertCounter)));
      Operators operators =
          Operators.of(
              new Operators.Options(
                  secrets.adminToken(),
                  config.operators().tokenEnabled(),
                  !testMode,
                  config.operators().fourEyes(),
                  config.merchants().fresh(),
                  baseUrl.host() + " desk",
                  config.operators().deskUrl(),
                  config.operators().sso(),
                  directHttp),
              database,
              vault,
              accounts,
              letters.outbox(),
              failures,
              limiter,
              clock);
      node.add(
          new Loop("audit-heads", SignHeads.ROUND, accounts.audit().signHeads()::handle).start());
      node.add(
          new Loop("sso-domains", ProveDomains.ROUND, accounts.sso().proveDomains()::handleDue)
              .start());
      Sessions sessions =
          node.add(new Sessions(database.jdbi(), vault, baseUrl, redis, limiter, clock));
      Payments payments =
          node.add(
              new Payments(
                  database,
                  keys.calls(),
                  sessions,
                  audit,
                  node.currencies(),
                  config.chains().networks(),
                  baseUrl,
                  testMode,
                  !config.chains().relays().isEmpty(),
                  letters.invoices(),
                  registry));
      Links links =
          new Links(
              database, accounts.calls(), keys.calls(), audit, payments, limiter, baseUrl, vault);
      Webhooks webhooks =
          node.add(
              new Webhooks(
                  database,
                  vault,
                  accounts.calls(),
                  keys.calls().shared(KeyScope.WEBHOOKS_READ, KeyScope.WEBHOOKS_WRITE),
                  audit,
                  limiter,
                  config.webhookTargets(),
                  letters.exhausted(),
                  registry,
                  node.traces()));
      Settlements settlements =
          node.add(
              new Settlements(
                  database,
                  signatures,
                  secrets.callbackSecret(),
                  config.callbackProof(),
                  testMode,
                  letters.receipts(),
                  letters.flags(),
                  letters.refunds(),
                  keys.calls(),
                  accounts.calls(),
                  payments,
                  webhooks,
                  registry));
      SuspendedTokens suspended = new SuspendedTokens(database.jdbi());
      suspended.meter(registry);
      ChainComponent chain =
          node.add(
              new ChainComponent(
                  config.chains().list(), database, node.currencies(), suspended, testMode));
      ShortPayments shortPayments =
          new ShortPayments(
              database,
              settlements.apply(),
              audit,
              keys.calls(),
              accounts.calls(),
              payments.json(),
              new RuleLimits(
                  config.merchants().toleranceMaxPercent(),
                  chain.earlyNetworks(),
                  node.currencies()));
      RedeliverForAll redeliverForAll =
          node.add(new RedeliverForAll(database, operators, webhooks.redeliver(), registry));
      ReleaseHeld release =
          node.add(new ReleaseHeld(database.workers(), settlements.apply(), registry));
      SuspendTokens suspendTokens =
          new SuspendTokens(database.jdbi(), operators, chain.tokens(), suspended, release);
      if (config.chains().watch()) {
        chain.watch(settlements.apply(), settlements.applyRefunds(), registry);
      }
      Refunds refunds =
          new Refunds(
              database,
              keys.calls(),
              accounts.calls(),
              audit,
              payments,
              settlements.apply(),
              chain.refunds(),
              letters.refunds(),
              baseUrl,
              testMode);
      Relays relays = relays(config.chains());
      ChainWallet wallet =
          chain.wallet(relays == null ? (handle, payment) -> false : relays::isTransferred);
      ChainTransfers transfers = chain.transfers();
      if (relays != null && wallet != null) {
        relays.serve(wallet, transfers);
      }
      Payouts payouts =
          new Payouts(
              database,
              signatures,
              secrets.callbackSecret(),
              testMode,
              keys.calls(),
              accounts.calls(),
              operators,
              payments,
              webhooks,
              registry);
      AddressWarnings addressWarnings = chain.addressWarnings();
      SimulatedNetwork network = chain.simulated();
      SimulatedRefunds refundNetwork = chain.simulatedRefunds();
      Sandbox sandbox =
          network == null || refundNetwork == null || sandboxClock == null
              ? null
              : new Sandbox(
                  network,
                  sandboxClock,
                  settlements.apply(),
                  payments,
                  accounts,
                  keys,
                  refunds.own(),
                  refundNetwork,
                  payouts.simulate());
      Checkout checkout =
          new Checkout(
              database.jdbi(),
              templates,
              payments,
              links.use(),
              limiter,
              baseUrl,
              testMode,
              database.clock(),
              wallet == null ? chain.simulatedWallet() : wallet,
              relays == null ? RelayedPayments.NONE : relays.payments(),
              relays == null ? chain.simulatedTransfers() : relays.transfers(),
              config.chains().apps(),
              transfers,
              chain.suspensions(),
              sessions.codes(),
              new RefundPage(refunds.own().addresses()),
              sandbox == null ? null : sandbox.simulation());
      MerchantInvoices invoices =
          new MerchantInvoices(
              database.jdbi(),
              payments.list(),
              payments.reader(),
              payments.networks(),
              limiter,
              testMode);
      Dashboard dashboard =
          new Dashboard(
              database,
              vault,
              templates,
              baseUrl,
              testMode,
              accounts,
              addressWarnings,
              readRequests,
              keys,
              payments,
              links.own(),
              invoices,
              chain.collectable(),
              config.chains().collected(),
              settlements,
              shortPayments,
              refunds.own(),
              refundNetwork,
              payouts.own(),
              webhooks,
              limiter);
      EraseCustomer eraseCustomer = new EraseCustomer(database.workers(), audit);
      EraseRoutes erase = new EraseRoutes(eraseCustomer);
      List<Retention.Rule> rules = KeptData.rules(config.keep());
      Desk desk =
          new Desk(
              new Desk.Options(
                  config.listeners().internal().tls(),
                  testMode,
                  new ReadSystem.Options(
                      !testMode,
                      !rules.isEmpty(),
                      node.archive()::state,
                      () -> NodeReport.chains(chain),
                      () -> relays == null ? List.of() : relays.states())),
              templates,
              operators,
              vault,
              database,
              accounts,
              keys,
              webhooks,
              eraseCustomer,
              suspendTokens,
              payouts.report(),
              redeliverForAll,
              registry);
      Health health = new Health(node, payments.creates());
      Retention retention = node.add(new Retention(database, rules, registry));

      this.publicRoutes =
          Stream.of(
                  payments.routes(),
                  links.routes(),
                  settlements.routes(),
                  shortPayments.routes(),
                  refunds.routes(),
                  payouts.routes(),
                  webhooks.routes(),
                  sessions.routes(),
                  new OpenApiRoutes(templates, baseUrl, testMode, Dashboard.PATH).routes(),
                  checkout.routes(),
                  new InvoiceRoutes(keys.calls(), invoices).routes(),
                  accounts.routes(addressWarnings),
                  keys.routes(accounts.calls()),
                  new RequestLogRoutes(accounts.calls(), readRequests).routes(),
                  erase.routes(accounts.calls()),
                  chain.routes(accounts.calls(), keys.calls().shared(KeyScope.PAYMENTS_READ)),
                  dashboard.routes(),
                  sandbox == null ? List.<Route>of() : sandbox.routes())
              .flatMap(List::stream)
              .toList();
      this.internalRoutes =
          Stream.of(
                  health.routes(),
                  settlements.internalRoutes(),
                  payouts.internalRoutes(),
                  operators.routes(desk::joinUrl),
                  keys.operatorRoutes(operators.calls()),
                  erase.operatorRoutes(operators.calls()),
                  desk.routes(),
                  chain.operatorRoutes(operators, settlements.apply()),
                  new TokenRoutes(operators.calls(), suspendTokens).routes(),
                  new RedeliveryRoutes(operators.calls(), redeliverForAll).routes())
              .flatMap(List::stream)
              .toList();
      node.listenInternally(internalRoutes);
      node.listenPublicly(publicRoutes);
      node.report(config.listeners().external().port(), retention::leads);
      node.add(webhooks.feed()); // waiting clients get an answer before we disconnect
      node.add(payments.waits());
      node.drainAfter(health::stopping);

      this.sandboxAccess =
          sandbox == null
              ? null
              : sandbox.ready(
                  config.dataFolder(),
                  baseUrl,
                  config.listeners().internal().localUrl(),
                  secrets.callbackSecret(),
                  secrets.adminToken());
      health.started(); // a process that waits for the sandbox finds its file
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private @Nullable Relays relays(Config.Chains chains) {
    return chains.relays().isEmpty()
        ? null
        : node.add(new Relays(node.database(), chains.relays(), node.registry()));
  }

  /** Returns how to use the sandbox, or null on a live instance. */
  SandboxFile.@Nullable Access sandboxAccess() {
    return sandboxAccess;
  }

  /** Returns the ready merchant of the sandbox, or null on a live instance. */
  public SandboxFile.@Nullable Merchant sandboxMerchant() {
    return sandboxAccess == null ? null : sandboxAccess.merchant();
  }

  /** Returns the keys that merchants call with. */
  public ApiKeys apiKeys() {
    return keys;
  }

  /** Returns every route of the public listener. */
  public List<Route> publicRoutes() {
    return publicRoutes;
  }

  /** Returns every route of the internal listener. */
  public List<Route> internalRoutes() {
    return internalRoutes;
  }

  @Override
  public void close() {
    node.close();
  }
}
