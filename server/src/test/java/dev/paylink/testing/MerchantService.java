package dev.paylink.testing;

import dev.paylink.credential.ApiKeyOperatorRoutes;
import dev.paylink.credential.ApiKeyRoutes;
import dev.paylink.credential.ChangeApiKey;
import dev.paylink.credential.CreateApiKey;
import dev.paylink.credential.Credentials;
import dev.paylink.merchant.ChangeProfile;
import dev.paylink.merchant.ChangeVerification;
import dev.paylink.merchant.MerchantOperatorRoutes;
import dev.paylink.merchant.MerchantRoutes;
import dev.paylink.merchant.MerchantSessions;
import dev.paylink.merchant.OperatorAuth;
import dev.paylink.merchant.RegisterMerchant;
import dev.paylink.merchant.SameOrigin;
import dev.paylink.merchant.SignIn;
import dev.paylink.merchant.SubmitKyb;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.CoolingOff;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.webhook.ConfigureWebhook;
import dev.paylink.webhook.DeleteWebhook;
import dev.paylink.webhook.RotateSigningSecret;
import dev.paylink.webhook.TestDelivery;
import dev.paylink.webhook.WebhookRoutes;
import dev.paylink.webhook.WebhookSettings;
import dev.paylink.webhook.WebhookStore;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.WebhookClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final LogFile log = new LogFile();
  private final Database database;
  private final boolean ownsDatabase;
  private final Credentials credentials;
  private final WebhookClient webhookClient = new WebhookClient(TargetPolicy.PUBLIC_AND_LOOPBACK);
  private final HttpListener listener;

  /** {@code baseUrl} is what the service is told about itself; it listens where it can. */
  public MerchantService(String baseUrl) {
    this(baseUrl, TestDatabase.fresh(), true);
  }

  /** On the caller's database, which outlives the service. */
  public MerchantService(String baseUrl, Database database) {
    this(baseUrl, database, false);
  }

  private MerchantService(String baseUrl, Database database, boolean ownsDatabase) {
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.credentials = new Credentials(database.jdbi());
    ListenerOptions options =
        new ListenerOptions("test", "127.0.0.1", 0, null, Set.of(), 64, Duration.ofSeconds(1));
    Router router = new Router(routes(database.jdbi(), URI.create(baseUrl)));
    this.listener = new HttpListener(options, router, log.sink(), new SimpleMeterRegistry());
  }

  private List<Route> routes(Jdbi jdbi, URI baseUrl) {
    CoolingOff limiter = new CoolingOff(Buckets.local());
    MerchantSessions sessions = new MerchantSessions(jdbi, baseUrl);
    SameOrigin sameOrigin = new SameOrigin(baseUrl);
    OperatorAuth operatorAuth = new OperatorAuth(new Secret(ADMIN_TOKEN), limiter);
    ChangeApiKey changeApiKey = new ChangeApiKey(jdbi, this::changed);
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        new MerchantRoutes(
                jdbi,
                sessions,
                sameOrigin,
                new RegisterMerchant(jdbi, sessions),
                new SignIn(jdbi, limiter, sessions),
                new ChangeProfile(jdbi, this::changed),
                new SubmitKyb(jdbi, this::changed),
                new RequestLimiter(Buckets.local()))
            .routes());
    routes.addAll(
        new MerchantOperatorRoutes(jdbi, operatorAuth, new ChangeVerification(jdbi, this::changed))
            .routes());
    routes.addAll(
        new ApiKeyRoutes(
                jdbi,
                sessions,
                sameOrigin,
                new CreateApiKey(jdbi, this::changed),
                changeApiKey,
                600)
            .routes());
    routes.addAll(new ApiKeyOperatorRoutes(operatorAuth, changeApiKey).routes());
    routes.addAll(webhookRoutes(jdbi, sessions, sameOrigin));
    return routes;
  }

  private List<Route> webhookRoutes(Jdbi jdbi, MerchantSessions sessions, SameOrigin sameOrigin) {
    WebhookStore store = new WebhookStore(new Vault(List.of(ENCRYPTION_KEY)));
    RequestLimiter limiter = new RequestLimiter(Buckets.local());
    WebhookSettings settings =
        new WebhookSettings(
            jdbi,
            store,
            new ConfigureWebhook(jdbi, store, webhookClient),
            new DeleteWebhook(jdbi, store),
            new RotateSigningSecret(jdbi, store),
            new TestDelivery(jdbi, store, webhookClient, limiter, true));
    return new WebhookRoutes(sessions, sameOrigin, settings).routes();
  }

  private void changed() {
    changes.incrementAndGet();
    credentials.forgetAll();
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

  public String newEmail() {
    return "ada" + REGISTERED.incrementAndGet() + "@example.com";
  }

  public static String registration(String email) {
    return """
        {"email":"%s","password":"%s","businessName":"Analytical Engines"}"""
        .formatted(email, PASSWORD);
  }

  public Jdbi jdbi() {
    return database.jdbi();
  }

  public Credentials credentials() {
    return credentials;
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
    webhookClient.close();
    credentials.close();
    log.close();
    if (ownsDatabase) {
      database.close();
    }
  }
}
