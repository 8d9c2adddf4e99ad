package dev.paylink.app;

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
import dev.paylink.dashboard.DashboardDoor;
import dev.paylink.desk.Desk;
import dev.paylink.invoice.Currencies;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.Announcements;
import dev.paylink.merchant.AuditLog;
import dev.paylink.merchant.MerchantOperatorRoutes;
import dev.paylink.merchant.OperatorAuth;
import dev.paylink.merchant.RenewSecondFactors;
import dev.paylink.payment.PaymentSessions;
import dev.paylink.payment.Payments;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.platform.log.LineSink;
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
import dev.paylink.settlement.ApplySettlement;
import dev.paylink.settlement.MerchantPaymentRoutes;
import dev.paylink.settlement.Settlements;
import dev.paylink.webhook.Webhooks;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The running service. Its constructor is the wiring: every {@code new}, top to bottom, nothing
 * made lazily. Closing undoes it in the opposite order, so that what was taken in is finished
 * first.
 */
public final class Service implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Service.class.getName());
  private static final int MAX_CONNECTIONS = 8192;
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

  private final Config config;
  private final LineSink log;
  private final MeterRegistry registry;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Route> publicRoutes;
  private final SandboxFile.@Nullable Merchant sandboxMerchant;

  public Service(Config config, LineSink log) {
    this.config = config;
    this.log = log;
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.registry = prometheus;
    try {
      KeptSecrets secrets = new KeptSecrets(config.dataFolder());
      Secret adminToken = secrets.get("admin.token", config.adminToken());
      Secret callbackSecret = secrets.get("callback.secret", config.callbackSecret());
      Vault vault = new Vault(secrets.getAll("encryption.key", config.encryptionKeys()));
      URI baseUrl = URI.create(config.baseUrl());

      Database database = opened(Database.open(jdbcUrl()));
      Jdbi jdbi = database.jdbi();
      Health health = new Health(database, prometheus);

      String redisUrl = config.redisUrl();
      Redis redis = redisUrl == null ? null : opened(new Redis(redisUrl));
      Buckets buckets = redis == null ? Buckets.local() : new RedisBuckets(redis);
      CoolingOff coolingOff = new CoolingOff(buckets);
      Credentials credentials = opened(new Credentials(database.workers()));
      KeyUsage usage = opened(new KeyUsage(database.workers()));
      SignatureCheck signatures = new SignatureCheck(InstantSource.system());
      RequestAuthenticator authenticator =
          new RequestAuthenticator(credentials, usage, coolingOff, signatures);
      RequestLimiter limiter = new RequestLimiter(buckets);
      ServerCalls calls = new ServerCalls(authenticator, limiter);

      Runnable forget = credentials::forgetAll;
      AuditLog audit = new AuditLog(new Announcements(Outbox.OFF, baseUrl));
      new RenewSecondFactors(database.workers(), vault).handle();
      Accounts accounts =
          new Accounts(
              new Accounts.Needs(
                  jdbi,
                  baseUrl,
                  vault,
                  audit,
                  coolingOff,
                  limiter,
                  config.depositDelay(),
                  InstantSource.system(),
                  forget));
      CreateApiKey createKey = new CreateApiKey(jdbi, audit, forget);
      ChangeApiKey changeKey = new ChangeApiKey(jdbi, audit, forget);
      OperatorAuth operator = new OperatorAuth(adminToken, coolingOff);

      Templates templates = new Templates();
      Currencies currencies = new Currencies(config.currencies());
      Payments payments =
          opened(
              new Payments(
                  database, calls, currencies, config.baseUrl(), config.sandbox(), registry));

      Webhooks webhooks =
          opened(
              new Webhooks(
                  database, vault, accounts.calls(), audit, limiter, config.sandbox(), registry));
      ApplySettlement applySettlement =
          opened(
              new ApplySettlement(
                  database.workers(), currencies, config.sandbox(), webhooks::recorded));
      Settlements settlements =
          new Settlements(
              applySettlement,
              signatures,
              callbackSecret,
              calls,
              payments.json(),
              webhooks.feed(),
              registry);

      Sessions payerSessions =
          opened(
              new Sessions(jdbi, vault, config.baseUrl(), redis, limiter, InstantSource.system()));

      SimulateOutcome simulation =
          config.sandbox() ? new SimulateOutcome(applySettlement, currencies) : null;

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

      List<Route> external = new ArrayList<>(payments.routes());
      external.addAll(settlements.routes());
      external.addAll(webhooks.routes());
      external.addAll(
          new MerchantPaymentRoutes(
                  jdbi, accounts.calls(), payments.list(), payments.reader(), payments.json())
              .routes());
      external.addAll(payerSessions.routes());
      external.addAll(
          new PaymentSessions(calls, payerSessions, payments.reader(), payments.json()).routes());
      external.addAll(new Docs(config.baseUrl()).routes());
      external.addAll(
          new Checkout(
                  jdbi,
                  templates,
                  payments.reader(),
                  currencies,
                  limiter,
                  config.baseUrl(),
                  config.sandbox(),
                  null, // no chain to pay on yet
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
                  new Dashboard.ApiKeys(
                      new ListApiKeys(jdbi),
                      createKey,
                      changeKey,
                      config.keyLimit(),
                      config.baseUrl()),
                  webhooks.settings())
              .routes());
      if (simulation != null) {
        external.addAll(new SimulateRoutes(calls, payments.reader(), simulation).routes());
      }

      this.publicRoutes = List.copyOf(external);
      listen("internal", config.internalListener(), internal);
      listen("public", config.publicListener(), external);
      opened.push(webhooks.feed()); // whoever waits for events is answered before we hang up
      opened.push(health::stopping);

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
    while (!opened.isEmpty()) {
      AutoCloseable next = opened.pop();
      try {
        next.close();
      } catch (Exception e) {
        LOG.log(Level.ERROR, "could not close " + next, e);
      }
    }
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
        : opened(EmbeddedPostgres.start(config.dataFolder(), EmbeddedPostgresOptions.defaults()))
            .jdbcUrl();
  }

  private void listen(String name, Config.Listener listener, List<Route> routes) {
    ListenerOptions options =
        new ListenerOptions(
            name,
            listener.host(),
            listener.port(),
            TlsFiles.load(listener.tlsCertificate(), listener.tlsKey()),
            config.trustedProxies(),
            MAX_CONNECTIONS,
            SHUTDOWN_GRACE);
    opened(new HttpListener(options, new Router(routes), log, registry));
  }

  private <T extends AutoCloseable> T opened(T part) {
    opened.push(part);
    return part;
  }
}
