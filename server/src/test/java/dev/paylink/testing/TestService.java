package dev.paylink.testing;

import dev.paylink.app.Service;
import dev.paylink.app.config.Config;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.credential.ApiKeys;
import dev.paylink.credential.Caller;
import dev.paylink.ids.IdPlugin;
import dev.paylink.mail.MailSettings;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.Currency;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.relay.RelayConfig;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.webhook.endpoint.OwnNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The whole service as the wiring makes it, on a database of its own, in this JVM; a sandbox unless
 * said otherwise.
 */
public final class TestService implements AutoCloseable {
  private static final Pattern INVITATION_LINK =
      Pattern.compile("http[^\\s]*/dashboard/invitation/[A-Za-z0-9_-]{86}");

  public static final String ADMIN_TOKEN = "the-admin-token-of-tests";
  public static final String CALLBACK_SECRET = "the-callback-secret-of-tests";

  /** The encryption key of every instance that is told no other. */
  public static final Secret ENCRYPTION_KEY = new Secret("the-encryption-key-of-tests");

  /** The admin token works, and nothing needs a second operator. */
  private static final Config.Operators ALONE = new Config.Operators(true, Set.of());

  private static final List<Currency> CURRENCIES =
      List.of(new Currency("USD", 2, List.of("USDC")), new Currency("EUR", 2, List.of("EURC")));

  private final Builder options;
  private final HeldPort port = new HeldPort();
  private final HeldPort internalPort = new HeldPort();
  private final Path folder;
  private final LineSink log;
  private final Config config;
  private final Service service;

  private TestService(Builder options) {
    this.options = options;
    try {
      folder = Files.createTempDirectory("paylink-service");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    log = LineSink.open(folder.resolve("paylink.log"));
    config = config();
    service = new Service(config, log, options.clock, options.machineClock);
  }

  /** A sandbox on a database of its own. */
  public static TestService start() {
    return builder().start();
  }

  /** A sandbox on this database, whose requests wait no longer for it than in production. */
  public static TestService impatientOn(String databaseUrl) {
    return builder().database(databaseUrl).patience(Database.USUAL_PATIENCE).start();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** How the service is, where it is not a usual sandbox on a database of its own. */
  public static final class Builder {
    private @Nullable String databaseUrl;
    private @Nullable String baseUrl;
    private String host = "127.0.0.1";
    private @Nullable Path dataFolder;
    private @Nullable String redisUrl;
    private boolean sandbox = true;
    private List<Currency> currencies = CURRENCIES;
    private List<ChainConfig> chains = List.of();
    private List<RelayConfig> relays = List.of();
    private @Nullable MailSettings mail;
    private @Nullable MailServer ownMail;
    private EdgeLimits limits = EdgeLimits.DEFAULT;
    private int merchantLimit = 10_000_000;
    private Duration fresh = Duration.ofMinutes(10);
    private @Nullable Duration depositDelay;
    private Config.Operators operators = ALONE;
    private @Nullable BiFunction<String, String, OperatorSsoOptions> operatorSso;
    private List<Secret> encryptionKeys = List.of(ENCRYPTION_KEY);
    private Duration patience = TestDatabase.PATIENCE;
    private @Nullable TraceOptions traces;
    private OwnNetwork ownNetwork = OwnNetwork.NONE;
    private @Nullable String dnsServer;
    private InstantSource clock = InstantSource.system();
    private InstantSource machineClock = InstantSource.system();
    private Set<String> trustedProxies = Set.of();

    private Builder() {}

    public Builder database(String url) {
      databaseUrl = url;
      return this;
    }

    /** What it is told about itself; it listens on loopback all the same. */
    public Builder baseUrl(String url) {
      baseUrl = url;
      return this;
    }

    /** Known by the name localhost, desk and all: browsers allow no passkeys at an address. */
    public Builder atLocalhost() {
      host = "localhost";
      return this;
    }

    /** A folder that it shares with other nodes. */
    public Builder dataFolder(Path path) {
      dataFolder = path;
      return this;
    }

    public Builder redis(String url) {
      redisUrl = url;
      return this;
    }

    /** A live instance, which has no merchant yet. */
    public Builder live() {
      sandbox = false;
      return this;
    }

    /** What it prices in. */
    public Builder currencies(List<Currency> all) {
      currencies = all;
      return this;
    }

    /** What it watches, beside a sandbox's own. */
    public Builder chains(List<ChainConfig> all) {
      chains = all;
      return this;
    }

    /** What pays the network's fees for payers. */
    public Builder relays(RelayConfig... all) {
      relays = List.of(all);
      return this;
    }

    /** Prices in the test dollar, which is on these chains. */
    public Builder testDollarOn(ChainConfig... all) {
      return currencies(List.of(new Currency("USD", 2, List.of("TUSD")))).chains(List.of(all));
    }

    /** It sends e-mail. */
    public Builder mail(MailSettings settings) {
      mail = settings;
      return this;
    }

    /** It sends e-mail to that server, which ends with it. */
    public Builder mail(MailServer server) {
      ownMail = server;
      return mail(server.settings());
    }

    public Builder limits(EdgeLimits ofListeners) {
      limits = ofListeners;
      return this;
    }

    /** How many calls a minute all keys of a merchant may make together. */
    public Builder merchantLimit(int perMinute) {
      merchantLimit = perMinute;
      return this;
    }

    /** How long the proof of a person counts. */
    public Builder fresh(Duration duration) {
      fresh = duration;
      return this;
    }

    /** How long a changed deposit address waits. */
    public Builder depositDelay(Duration duration) {
      depositDelay = duration;
      return this;
    }

    public Builder operators(Config.Operators how) {
      operators = how;
      return this;
    }

    /** Operators sign in there; it is made once the addresses of service and desk are known. */
    public Builder operatorSso(BiFunction<String, String, OperatorSsoOptions> provider) {
      operatorSso = provider;
      return this;
    }

    /** The newest first. */
    public Builder encryptionKeys(Secret... keys) {
      encryptionKeys = List.of(keys);
      return this;
    }

    /** How long requests wait for the database. */
    public Builder patience(Duration duration) {
      patience = duration;
      return this;
    }

    public Builder traces(TraceOptions to) {
      traces = to;
      return this;
    }

    /** Who may say from where a request came. */
    public Builder trustedProxies(String... ranges) {
      trustedProxies = Set.of(ranges);
      return this;
    }

    /** What the operator has opened to webhooks. */
    public Builder ownNetwork(OwnNetwork network) {
      ownNetwork = network;
      return this;
    }

    /** Which name server it asks. */
    public Builder dns(LocalDns dns) {
      dnsServer = dns.server();
      return this;
    }

    /** What codes of authenticators and proofs are held against. */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    /** What signatures are held against, which a machine can have wrong. */
    public Builder machineClock(InstantSource source) {
      machineClock = source;
      return this;
    }

    public TestService start() {
      if (databaseUrl == null) {
        databaseUrl = TestDatabase.freshUrl();
      }
      return new TestService(this);
    }
  }

  /** Another node, with the same options on the same database. */
  public TestService anotherNode() {
    return new TestService(options);
  }

  /** Where it listens. */
  public URI baseUrl() {
    return URI.create("http://" + options.host + ":" + port);
  }

  /** Lets an address count as proven, as if its reader had followed the link in the letter. */
  public void prove(String email) {
    jdbi()
        .useHandle(
            handle -> {
              handle.execute("update account_user set proven_at = now() where email = ?", email);
              handle.execute(
                  """
                  update merchant set email_proven_at = now()
                   where id in (select realm_id from account_user where email = ?)
                  """,
                  email);
            });
  }

  public URI internalUrl() {
    return URI.create(config.listeners().internal().localUrl());
  }

  public String databaseUrl() {
    return Objects.requireNonNull(options.databaseUrl);
  }

  /** A merchant of a live instance, verified, with an active key; that address gets its money. */
  public SignedCalls newMerchant(String address) {
    return newMerchant("ada@example.com", address);
  }

  /** The same under this e-mail address. */
  public SignedCalls newMerchant(String email, String address) {
    return calls(activeKey(verified(email, address), "{}"));
  }

  /** The owner of a merchant that may take payments; that address gets its money. */
  public Browser verified(String email, String address) {
    Browser owner = register(email);
    String id = owner.get("/merchant/profile").expect(200).text("merchantId");
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + address + "\"}").expect(200);
    verify(id);
    return owner;
  }

  /** Verifies that merchant as it is now. */
  public void verify(String merchantId) {
    String path = "/admin/merchants/" + merchantId;
    String revision = operator().get(path).expect(200).text("revision");
    operator()
        .put(
            path + "/verification",
            "{\"status\":\"KybVerified\",\"revision\":\"" + revision + "\"}")
        .expect(200);
  }

  /** A new key with these settings that works, of whoever is signed in. */
  public Reply activeKey(Browser merchant, String settings) {
    Reply key = merchant.post("/merchant/api-keys", settings).expect(201);
    merchant.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    return key;
  }

  /** The caller of that key as authentication knows it. */
  public Caller caller(Reply key) {
    return Objects.requireNonNull(
        apiKeys().credentials().find(key.text("apiKey"), key.text("secretKey"), "127.0.0.1"));
  }

  /** Signed calls with that key. */
  public SignedCalls calls(Reply key) {
    return new SignedCalls(baseUrl(), key.text("apiKey"), key.text("secretKey"));
  }

  /** The ready merchant of a sandbox. */
  public SandboxFile.Merchant merchant() {
    return Objects.requireNonNull(service.sandboxMerchant());
  }

  /** Bars that merchant from collecting. */
  public void suspend(String merchantId) {
    operator()
        .put(
            "/admin/merchants/" + merchantId + "/verification",
            "{\"status\":\"Suspended\",\"reason\":\"for the test\"}")
        .expect(200);
  }

  /** The file that a sandbox writes for those who use it. */
  public Path sandboxFile() {
    return folder.resolve("sandbox.json");
  }

  /** Signed calls with the ready merchant's key. */
  public SignedCalls calls() {
    return new SignedCalls(baseUrl(), merchant().apiKey(), merchant().secretKey().reveal());
  }

  /** Signed calls to this node with the key of another node's ready merchant. */
  public SignedCalls callsAs(TestService other) {
    return new SignedCalls(
        baseUrl(), other.merchant().apiKey(), other.merchant().secretKey().reveal());
  }

  /** What a program of the ready merchant is told in its environment. */
  public Map<String, String> clientVariables() {
    return Map.of(
        "PAYLINK_URL", baseUrl().toString(),
        "PAYLINK_API_KEY", merchant().apiKey(),
        "PAYLINK_SECRET_KEY", merchant().secretKey().reveal(),
        "PYTHONDONTWRITEBYTECODE", "1");
  }

  /** The smart-contract component, as it reports to this node. */
  public Callback callback() {
    return new Callback(internalUrl(), CALLBACK_SECRET);
  }

  /** The keys that merchants call this node with. */
  public ApiKeys apiKeys() {
    return service.apiKeys();
  }

  /** The database, as the owner of its tables. */
  public Jdbi jdbi() {
    return Database.unmigrated(databaseUrl(), new IdPlugin());
  }

  /** What the database holds. */
  public Stored stored() {
    return new Stored(jdbi());
  }

  /** The merchant's own client, as it would use it. */
  public PaymentLinkClient client() {
    return PaymentLinkClient.at(baseUrl(), merchant().apiKey(), merchant().secretKey().reveal());
  }

  public Browser browser() {
    return new Browser(baseUrl());
  }

  /** The ready merchant at its profile. */
  public Browser signedIn() {
    Browser browser = browser();
    String login = People.login(merchant().email(), merchant().password().reveal());
    browser.post("/merchant/login", login).expect(200);
    return browser;
  }

  /** A browser signed in to a merchant of its own, which is not verified. */
  public Browser register() {
    return register(People.newEmail());
  }

  /** The same under this e-mail address. */
  public Browser register(String email) {
    Browser browser = browser();
    browser.post("/merchant/register", People.registration(email)).expect(201);
    prove(email);
    return browser;
  }

  /** A browser of somebody who has joined the owner's team. */
  public Browser join(Browser owner, Role role) {
    String email = People.newEmail();
    Browser browser = browser();
    String url = invite(owner, email, role);
    browser.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    prove(email);
    settle(email);
    return browser;
  }

  /** Invites somebody; the link is the one that was shown, or the one in the letter. */
  public String invite(Browser owner, String email, Role role) {
    Reply invited =
        owner.post("/merchant/invitations", People.invitation(email, role.toString())).expect(201);
    return invited.json().required("url").isNull() ? invitation(email) : invited.text("url");
  }

  /** The link in the newest letter of an invitation. */
  public String invitation(String email) {
    return stored().letters().stream()
        .filter(letter -> letter.to().equals(email))
        .map(letter -> INVITATION_LINK.matcher(letter.text()))
        .filter(Matcher::find)
        .map(Matcher::group)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  /** Lets a year pass since this user was given its role, and whatever role was announced. */
  public void settle(String email) {
    stored()
        .change(
            """
            update account_user
               set role = coalesce(pending_role, role), role_since = now() - interval '1 year',
                   pending_role = null, pending_role_from = null
             where email = ? and pending_role is distinct from 'removed'
            """,
            email);
  }

  /** The id of the team's user with this e-mail address, as whoever is signed in is told it. */
  public static String userId(Browser member, String email) {
    return member
        .get("/merchant/team")
        .json()
        .required("users")
        .valueStream()
        .filter(user -> user.required("email").asString().equals(email))
        .map(user -> user.required("userId").asString())
        .findFirst()
        .orElseThrow();
  }

  /** Lets an hour pass since the person of this session was last proven. */
  public void age(String cookie) {
    int aged =
        stored()
            .change(
                "update account_session set proven_at = now() - interval '1 hour'"
                    + " where token_hash = sha256(convert_to(?, 'UTF8'))",
                cookie.substring(cookie.indexOf('=') + 1));
    if (aged != 1) {
      throw new AssertionError(aged + " sessions, not one");
    }
  }

  /** All that the internal listener serves. */
  public List<Route> internalRoutes() {
    return service.internalRoutes();
  }

  /** All that the public listener serves. */
  public List<Route> publicRoutes() {
    return service.publicRoutes();
  }

  public Browser operator() {
    return new Browser(internalUrl()).with("Authorization", "Bearer " + ADMIN_TOKEN);
  }

  public String logged() {
    log.flush();
    try {
      return Files.readString(folder.resolve("paylink.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    service.close();
    log.close();
    port.close();
    internalPort.close();
    TestFolders.delete(folder);
    if (options.ownMail != null) {
      options.ownMail.close();
    }
  }

  private Config config() {
    String base = options.baseUrl == null ? "http://" + options.host + ":" + port : options.baseUrl;
    Config.Listeners listeners = listeners();
    return new Config(
        options.sandbox,
        options.dataFolder == null ? folder : options.dataFolder,
        BaseUrl.parse(base),
        listeners,
        new Config.Storage(
            TestDatabase.serviceUrl(databaseUrl()),
            databaseUrl(),
            true,
            options.patience,
            options.redisUrl,
            null),
        new Config.Secrets(
            new Secret(ADMIN_TOKEN), new Secret(CALLBACK_SECRET), options.encryptionKeys),
        new Config.Operators(
            options.operators.tokenEnabled(),
            options.operators.fourEyes(),
            options.operatorSso == null
                ? options.operators.sso()
                : options.operatorSso.apply(base, listeners.internal().localUrl()),
            deskUrl()),
        !options.sandbox,
        options.currencies,
        new Config.Merchants(
            600,
            options.merchantLimit,
            depositDelay(),
            options.fresh,
            false,
            options.ownNetwork,
            options.dnsServer,
            5),
        options.mail,
        new Config.Chains(options.chains, true, WalletApp.WELL_KNOWN, options.relays),
        new Config.Keep(
            null, null, null, null, null, null, null), // nothing goes behind a test's back
        options.traces,
        null);
  }

  private @Nullable BaseUrl deskUrl() {
    return options.operators.deskUrl() == null && options.host.equals("localhost")
        ? BaseUrl.parse("http://localhost:" + internalPort.number())
        : options.operators.deskUrl();
  }

  private Duration depositDelay() {
    return options.depositDelay != null
        ? options.depositDelay
        : options.sandbox ? Duration.ZERO : Duration.ofHours(24);
  }

  private Config.Listeners listeners() {
    return new Config.Listeners(
        new Config.Listener("127.0.0.1", port.number(), null, null),
        new Config.Listener("127.0.0.1", internalPort.number(), null, null),
        Set.of(),
        options.trustedProxies,
        options.limits,
        Duration.ZERO);
  }
}
