package dev.paylink.app;


import dev.paylink.app.config.Config;
import dev.paylink.app.config.KeptSecrets;
import dev.paylink.chain.ChainComponent;
import dev.paylink.checkout.Checkout;
import dev.paylink.credential.ApiKeyOperatorRoutes;
import dev.paylink.credential.ApiKeyRoutes;
import dev.paylink.credential.ChangeApiKey;
import dev.paylink.credential.CreateApiKey;
import dev.paylink.credential.Credentials;
import dev.paylink.credential.KeyUsage;
import dev.paylink.credential.ListApiKeys;
import dev.paylink.credential.RequestAuthenticator;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.SignatureCheck;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.dashboard.PaymentDashboard;
import dev.paylink.dashboard.developers.ApiKeys;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.desk.Desk;
import dev.paylink.ids.IdPlugin;
import dev.paylink.invoice.InvoiceCounterStore;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.operator.MerchantOperatorRoutes;
import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.merchant.signin.RenewSecondFactors;
import dev.paylink.money.Currencies;
import dev.paylink.payment.Payments;
import dev.paylink.payment.read.PaymentSessions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.openapi.OpenApiRoutes;
import dev.paylink.platform.redis.Redis;
import dev.paylink.platform.web.Templates;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.CoolingOff;
import dev.paylink.ratelimit.RedisBuckets;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.sandbox.SandboxMerchant;
import dev.paylink.sandbox.SimulateOutcome;
import dev.paylink.sandbox.SimulateRoutes;
import dev.paylink.session.Sessions;
import dev.paylink.settlement.Settlements;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.settlement.figures.MerchantPaymentRoutes;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.event.EventStore;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The running service. Its constructor is the wiring: every {@code new}, top to bottom, nothing
 * made lazily. Closing undoes it in the opposite order, so that what was taken in is finished
 * first.
 */
public final class Service implements AutoCloseable {

  private final Config config;
  private final Parts parts = new Parts();
  private final List<Route> publicRoutes;
  private final SandboxFile.@Nullable Merchant sandboxMerchant;

  public Service(Config config, LineSink log) {
    this.config = config;
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try {
      KeptSecrets secrets = new KeptSecrets(config.dataFolder());
      Secret adminToken = secrets.get("admin.token", config.adminToken());
      Secret callbackSecret = secrets.get("callback.secret", config.callbackSecret());
      Vault vault = new Vault(secrets.getAll("encryption.key", config.encryptionKeys()));
      URI baseUrl = URI.create(config.baseUrl());

      String jdbcUrl = jdbcUrl();
      Database database = parts.add(Database.open(jdbcUrl, new IdPlugin()));
      Jdbi jdbi = database.jdbi();

      Templates templates = new Templates();
      Letters letters = new Letters(config, database, templates, registry, parts);

      String redisUrl = config.redisUrl();
      Redis redis = redisUrl == null ? null : parts.add(new Redis(redisUrl));
      Buckets buckets = redis == null ? Buckets.local() : new RedisBuckets(redis);
      CoolingOff coolingOff = new CoolingOff(buckets);
      Credentials credentials = parts.add(new Credentials(database.workers()));
      credentials.meter(registry);
      KeyUsage usage = parts.add(new KeyUsage(database.workers()));
      SignatureCheck signatures = new SignatureCheck(InstantSource.system());
      RequestAuthenticator authenticator =
          new RequestAuthenticator(credentials, usage, coolingOff, signatures);
      RequestLimiter limiter = new RequestLimiter(buckets);
      ServerCalls calls = new ServerCalls(authenticator, limiter);

      Runnable forget = credentials::forgetAll;
      AuditLog audit =
          new AuditLog(
              new Announcements(letters.outbox(), Dashboard.accountLinks(config.baseUrl())));
      new RenewSecondFactors(database.workers(), vault).handle();
      Accounts accounts =
          new Accounts(
              new Accounts.Dependencies(
                  jdbi,
                  baseUrl,
                  vault,
                  audit,
                  coolingOff,
                  limiter,
                  config.depositDelay(),
                  InstantSource.system(),
                  forget,
                  List.of(new InvoiceCounterStore()::insert, new EventStore()::insertCounter)));
      CreateApiKey createKey = new CreateApiKey(jdbi, audit, forget);
      ChangeApiKey changeKey = new ChangeApiKey(jdbi, audit, forget);
      OperatorCalls operator = new OperatorCalls(adminToken, coolingOff);

      Currencies currencies = new Currencies(config.currencies());
      Payments payments =
          parts.add(
              new Payments(
                  database,
                  calls,
                  audit,
                  currencies,
                  config.baseUrl(),
                  config.sandbox(),
                  letters.invoices(),
                  registry));

      Webhooks webhooks =
          parts.add(
              new Webhooks(
                  database,
                  vault,
                  accounts.calls(),
                  audit,
                  limiter,
                  config.sandbox(),
                  letters.exhausted(),
                  registry));
      ApplyReport applySettlement =
          parts.add(
              new ApplyReport(
                  database.workers(),
                  currencies,
                  config.sandbox(),
                  letters.receipts(),
                  webhooks::recorded));
      Settlements settlements =
          new Settlements(
              applySettlement,
              signatures,
              callbackSecret,
              config.callbackProof(),
              calls,
              payments.json(),
              webhooks.feed(),
              registry);

      DailyFigures figures = new DailyFigures(jdbi, InstantSource.system());

      Sessions payerSessions =
          parts.add(
              new Sessions(jdbi, vault, config.baseUrl(), redis, limiter, InstantSource.system()));

      ChainComponent chain =
          parts.add(new ChainComponent(config.chains(), database, currencies, config.sandbox()));
      if (config.watchChains()) {
        chain.watch(jdbcUrl, applySettlement, registry);
      }
      SimulatedNetwork network = chain.simulated();
      SimulateOutcome simulation =
          network == null ? null : new SimulateOutcome(applySettlement, currencies, network);

      Health health =
          new Health(new Readiness(database.commitProbe(), payments.creates()), registry);
      List<Route> internal = new ArrayList<>(health.routes());
      internal.addAll(settlements.internalRoutes());
      internal.addAll(
          new MerchantOperatorRoutes(jdbi, operator, accounts.changeVerification()).routes());
      internal.addAll(new ApiKeyOperatorRoutes(operator, changeKey).routes());
      internal.addAll(
          new Desk(
                  new Desk.Options(
                      adminToken,
                      config.internalListener().tlsCertificate() != null,
                      config.sandbox()),
                  templates,
                  operator,
                  database,
                  accounts.changeVerification(),
                  changeKey,
                  webhooks,
                  registry)
              .routes());
      internal.addAll(chain.operatorRoutes(operator));

      List<Route> external = new ArrayList<>(payments.routes());
      external.addAll(settlements.routes());
      external.addAll(webhooks.routes());
      external.addAll(
          new MerchantPaymentRoutes(
                  jdbi,
                  accounts.calls(),
                  payments.list(),
                  payments.export(),
                  payments.reader(),
                  payments.json(),
                  figures)
              .routes());
      external.addAll(payerSessions.routes());
      external.addAll(
          new PaymentSessions(calls, payerSessions, payments.reader(), payments.json()).routes());
      external.addAll(
          new OpenApiRoutes(
                  templates, URI.create(config.baseUrl()), config.sandbox(), Dashboard.PATH)
              .routes());
      external.addAll(
          new Checkout(
                  jdbi,
                  templates,
                  payments.reader(),
                  currencies,
                  limiter,
                  config.baseUrl(),
                  config.sandbox(),
                  chain.wallet(),
                  payerSessions.codes(),
                  simulation)
              .routes());
      external.addAll(accounts.routes());
      external.addAll(
          new ApiKeyRoutes(jdbi, accounts.calls(), createKey, changeKey, config.keyLimit())
              .routes());
      DashboardDoor door = new DashboardDoor(templates, accounts, config.sandbox());
      external.addAll(
          new Dashboard(
                  door,
                  accounts,
                  vault,
                  new ApiKeys(
                      new ListApiKeys(jdbi),
                      createKey,
                      changeKey,
                      config.keyLimit(),
                      config.baseUrl()),
                  webhooks.settings(),
                  figures)
              .routes());
      external.addAll(
          new PaymentDashboard(
                  door,
                  jdbi,
                  audit,
                  payments,
                  currencies,
                  settlements.cancel(),
                  webhooks,
                  InstantSource.system())
              .routes());
      if (simulation != null) {
        external.addAll(new SimulateRoutes(calls, payments.reader(), simulation).routes());
      }

      this.publicRoutes = List.copyOf(external);
      parts.listen("internal", config, config.internalListener(), internal, log, registry);
      parts.listen("public", config, config.publicListener(), external, log, registry);
      parts.add(webhooks.feed()); // whoever waits for events is answered before we hang up
      parts.add(health::stopping);

      sandboxMerchant =
          config.sandbox()
              ? new SandboxFile(config.dataFolder())
                  .write(
                      config.baseUrl(),
                      internalUrl(),
                      callbackSecret,
                      adminToken,
                      new SandboxMerchant(accounts, createKey))
              : null;
      health.started(); // whoever waits for a sandbox finds its file
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** The sandbox's ready merchant; null when live. */
  public SandboxFile.@Nullable Merchant sandboxMerchant() {
    return sandboxMerchant;
  }

  /** All that the public listener serves. */
  public List<Route> publicRoutes() {
    return publicRoutes;
  }

  @Override
  public void close() {
    parts.close();
  }

  private String internalUrl() {
    Config.Listener listener = config.internalListener();
    String host = listener.host().equals("0.0.0.0") ? "127.0.0.1" : listener.host();
    return (listener.tlsCertificate() == null ? "http://" : "https://")
        + host
        + ':'
        + listener.port();
  }

  private String jdbcUrl() {
    String configured = config.databaseUrl();
    return configured != null
        ? configured
        : parts
            .add(EmbeddedPostgres.start(config.dataFolder(), EmbeddedPostgresOptions.defaults()))
            .jdbcUrl();
  }
}
