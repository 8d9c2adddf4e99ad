package dev.paylink.testing;

import dev.paylink.credential.ApiKeys;
import dev.paylink.credential.Credentials;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.invoice.InvoiceCounterStore;
import dev.paylink.mail.Letter;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.Operators;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.oidc.DirectHttp;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.CoolingOff;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.requestlog.RequestLog;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.event.EventStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;

/**
 * Everything about merchants, their keys and webhooks, served from loopback on a database of its
 * own.
 */
public final class MerchantService implements AutoCloseable {
  public static final String PASSWORD = "correct horse battery";
  public static final String ADMIN_TOKEN = "the-admin-token";
  public static final Secret ENCRYPTION_KEY = new Secret("the-encryption-key");

  private static final AtomicInteger REGISTERED = new AtomicInteger();

  private final AtomicInteger changes = new AtomicInteger();
  private final List<Letter> letters = new CopyOnWriteArrayList<>();
  private final SettableInstant clock = new SettableInstant(Instant.now());
  private final LogFile log = new LogFile();
  private final Database database;
  private final boolean ownsDatabase;
  private final AuditLog audit;
  private final ApiKeys keys;
  private final Webhooks webhooks;
  private final RequestLog requestLog;
  private final HttpListener listener;

  /** {@code baseUrl} is what the service is told about itself; it listens where it can. */
  public MerchantService(String baseUrl) {
    this(baseUrl, Duration.ZERO);
  }

  /** One where a change of a deposit address takes effect after that delay. */
  public MerchantService(String baseUrl, Duration depositDelay) {
    this(baseUrl, TestDatabase.fresh(), true, depositDelay);
  }

  /** On the caller's database, which outlives the service. */
  public MerchantService(String baseUrl, Database database) {
    this(baseUrl, database, false, Duration.ZERO);
  }

  private MerchantService(
      String baseUrl, Database database, boolean ownsDatabase, Duration depositDelay) {
    BaseUrl base = BaseUrl.parse(baseUrl);
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.audit =
        new AuditLog(
            new Announcements(
                (handle, letter) -> letters.add(letter), Dashboard.accountLinks(base)));
    MeterRegistry registry = new SimpleMeterRegistry();
    CoolingOff failures = new CoolingOff(Buckets.local());
    RequestLimiter limiter = new RequestLimiter(Buckets.local());
    Vault vault = new Vault(List.of(ENCRYPTION_KEY));
    this.requestLog = new RequestLog(database.workers(), registry);
    this.keys = new ApiKeys(database, audit, failures, limiter, 600, true, requestLog, registry);
    DirectHttp providerHttp = new DirectHttp(); // nobody signs in at a provider here
    Accounts accounts =
        new Accounts(
            new Accounts.Dependencies(
                database,
                base,
                vault,
                audit,
                failures,
                limiter,
                depositDelay,
                Duration.ofMinutes(10),
                clock,
                providerHttp,
                base.resolve("/dashboard/sign-in/sso/callback"),
                this::changed,
                List.of(new InvoiceCounterStore()::insert, new EventStore()::insertCounter)));
    Operators operators =
        new Operators(
            new Operators.Options(
                new Secret(ADMIN_TOKEN), true, false, Set.of(), "tests", null, null, providerHttp),
            database,
            vault,
            accounts,
            (handle, letter) -> letters.add(letter),
            failures,
            limiter,
            clock);
    this.webhooks =
        new Webhooks(
            database,
            vault,
            accounts.calls(),
            audit,
            limiter,
            TargetPolicy.PUBLIC_AND_LOOPBACK,
            null,
            registry,
            null);
    List<Route> routes =
        Stream.of(
                accounts.routes(AddressWarnings.NONE),
                operators.routes((request, token) -> base + "/join/" + token),
                keys.routes(accounts.calls()),
                keys.operatorRoutes(operators.calls()),
                webhooks.routes())
            .flatMap(List::stream)
            .toList();
    ListenerOptions options =
        new ListenerOptions(
            "test", "127.0.0.1", 0, null, Set.of(), EdgeLimits.DEFAULT, Duration.ofSeconds(1));
    this.listener = new HttpListener(options, new Router(routes), log.sink(), registry);
  }

  private void changed() {
    changes.incrementAndGet();
    keys.credentials().forgetAll();
  }

  public Browser browser() {
    return new Browser(URI.create("http://127.0.0.1:" + listener.port()));
  }

  public Browser operator() {
    return browser().with("Authorization", "Bearer " + ADMIN_TOKEN);
  }

  /** A browser signed in to a merchant of its own. */
  public Browser newMerchant() {
    Browser browser = browser();
    browser.post("/merchant/register", registration(newEmail())).expect(201);
    return browser;
  }

  /** A browser of somebody who has joined the owner's team. */
  public Browser join(Browser owner, Role role) {
    String invitation = "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(newEmail(), role);
    String url = owner.post("/merchant/invitations", invitation).expect(201).text("url");
    Browser browser = browser();
    browser.post("/merchant/invitations/accept", acceptance(url)).expect(200);
    return browser;
  }

  /** What whoever follows the invitation's link sends. */
  public static String acceptance(String url) {
    return "{\"token\":\"%s\",\"password\":\"%s\"}"
        .formatted(url.substring(url.lastIndexOf('/') + 1), PASSWORD);
  }

  public static String login(String email, String password) {
    return "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password);
  }

  public String newEmail() {
    return "ada" + REGISTERED.incrementAndGet() + "@example.com";
  }

  public static String registration(String email) {
    return """
    {"email":"%s","password":"%s","businessName":"Analytical Engines"}\
    """
        .formatted(email, PASSWORD);
  }

  public Jdbi jdbi() {
    return database.jdbi();
  }

  public Credentials credentials() {
    return keys.credentials();
  }

  /** The audit log of this service. */
  public AuditLog audit() {
    return audit;
  }

  /** The letters posted so far, in their order. */
  public List<Letter> letters() {
    return letters;
  }

  /** The clock that codes of authenticators are held against. */
  public SettableInstant clock() {
    return clock;
  }

  /** How often authentication was told that something has changed. */
  public int changes() {
    return changes.get();
  }

  /** What the database holds. */
  public Stored stored() {
    return new Stored(jdbi());
  }

  /** All that was logged so far. */
  public String logged() {
    return log.text();
  }

  @Override
  public void close() {
    listener.close();
    webhooks.close();
    keys.close();
    requestLog.close();
    log.close();
    if (ownsDatabase) {
      database.close();
    }
  }
}
