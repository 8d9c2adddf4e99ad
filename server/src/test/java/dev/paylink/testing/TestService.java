package dev.paylink.testing;

import dev.paylink.app.Service;
import dev.paylink.app.config.Config;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.mail.MailSettings;
import dev.paylink.money.Currency;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.sdk.PaymentLinkClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The whole service as the wiring makes it, on a database of its own, in this JVM; a sandbox unless
 * said otherwise.
 */
public final class TestService implements AutoCloseable {
  public static final String ADMIN_TOKEN = "the-admin-token-of-tests";
  public static final String CALLBACK_SECRET = "the-callback-secret-of-tests";

  /** Nothing is deleted behind a test's back. */
  public static final Config.Keep KEEP_ALL = new Config.Keep(null, null, null, null, null, null);

  /** The encryption key of every instance that is told no other. */
  public static final Secret ENCRYPTION_KEY = new Secret("the-encryption-key-of-tests");

  /** The admin token works, and nothing needs a second operator. */
  private static final Config.Operators ALONE = new Config.Operators(true, Set.of());

  private static final List<Currency> CURRENCIES =
      List.of(new Currency("USD", 2, List.of("USDC")), new Currency("EUR", 2, List.of("EURC")));

  private final String databaseUrl;
  private final Path folder;
  private final String host;
  private final LineSink log;
  private final Config config;
  private final Service service;

  public TestService() {
    this(TestDatabase.freshUrl());
  }

  /** Another node on the database of the first. */
  public TestService(String databaseUrl) {
    this(databaseUrl, true, CURRENCIES, List.of(), null);
  }

  /** A sandbox that prices in these currencies. */
  public TestService(String databaseUrl, List<Currency> currencies) {
    this(databaseUrl, true, currencies, List.of(), null);
  }

  /** A sandbox that sends e-mail. */
  public TestService(String databaseUrl, MailSettings mail) {
    this(databaseUrl, true, CURRENCIES, List.of(), mail);
  }

  /** A sandbox that prices in these currencies and watches these chains beside its own. */
  public TestService(List<Currency> currencies, List<ChainConfig> chains) {
    this(TestDatabase.freshUrl(), currencies, chains);
  }

  /** The same, as another node or a later start. */
  public TestService(String databaseUrl, List<Currency> currencies, List<ChainConfig> chains) {
    this(databaseUrl, true, currencies, chains, null);
  }

  /** A sandbox whose listeners have these limits. */
  public TestService(EdgeLimits limits) {
    this(TestDatabase.freshUrl(), true, CURRENCIES, List.of(), null, limits);
  }

  private TestService(
      String databaseUrl,
      boolean sandbox,
      List<Currency> currencies,
      List<ChainConfig> chains,
      @Nullable MailSettings mail) {
    this(databaseUrl, sandbox, currencies, chains, mail, EdgeLimits.DEFAULT);
  }

  private TestService(
      String databaseUrl,
      boolean sandbox,
      List<Currency> currencies,
      List<ChainConfig> chains,
      @Nullable MailSettings mail,
      EdgeLimits limits) {
    this(
        databaseUrl,
        sandbox,
        currencies,
        chains,
        mail,
        limits,
        Duration.ofMinutes(10),
        ALONE,
        "127.0.0.1");
  }

  private TestService(
      String databaseUrl,
      boolean sandbox,
      List<Currency> currencies,
      List<ChainConfig> chains,
      @Nullable MailSettings mail,
      EdgeLimits limits,
      Duration fresh,
      Config.Operators operators,
      String host) {
    this(
        databaseUrl,
        sandbox,
        currencies,
        chains,
        mail,
        limits,
        fresh,
        operators,
        host,
        (base, desk) -> operators.sso(),
        List.of(ENCRYPTION_KEY),
        TestDatabase.PATIENCE,
        null);
  }

  private TestService(
      String databaseUrl,
      boolean sandbox,
      List<Currency> currencies,
      List<ChainConfig> chains,
      @Nullable MailSettings mail,
      EdgeLimits limits,
      Duration fresh,
      Config.Operators operators,
      String host,
      BiFunction<String, String, @Nullable OperatorSsoOptions> sso,
      List<Secret> encryptionKeys,
      Duration patience,
      @Nullable TraceOptions traces) {
    this.databaseUrl = databaseUrl;
    this.host = host;
    try {
      folder = Files.createTempDirectory("paylink-service");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    log = LineSink.open(folder.resolve("paylink.log"));
    config =
        config(
            sandbox,
            currencies,
            chains,
            mail,
            limits,
            fresh,
            operators,
            sso,
            encryptionKeys,
            patience,
            traces);
    service = new Service(config, log);
  }

  /** A live instance, which has no merchant yet. */
  public static TestService live() {
    return new TestService(TestDatabase.freshUrl(), false, CURRENCIES, List.of(), null);
  }

  /** A live instance that sends e-mail, where a proof of a person counts for so long. */
  public static TestService live(MailSettings mail, Duration fresh) {
    return new TestService(
        TestDatabase.freshUrl(),
        false,
        CURRENCIES,
        List.of(),
        mail,
        EdgeLimits.DEFAULT,
        fresh,
        ALONE,
        "127.0.0.1");
  }

  /** An instance whose operators work like this; it sends e-mail if it is told how. */
  public static TestService with(
      Config.Operators operators,
      String databaseUrl,
      boolean sandbox,
      @Nullable MailSettings mail,
      List<ChainConfig> chains) {
    return new TestService(
        databaseUrl,
        sandbox,
        CURRENCIES,
        chains,
        mail,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        operators,
        "127.0.0.1");
  }

  /**
   * A sandbox that sends e-mail and whose operators sign in at a provider, which is made when the
   * addresses of the public listener and of the desk are known.
   */
  public static TestService withOperatorSso(
      MailSettings mail, BiFunction<String, String, OperatorSsoOptions> provider) {
    return new TestService(
        TestDatabase.freshUrl(),
        true,
        CURRENCIES,
        List.of(),
        mail,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        ALONE,
        "127.0.0.1",
        provider,
        List.of(ENCRYPTION_KEY),
        TestDatabase.PATIENCE,
        null);
  }

  /** A sandbox with these encryption keys, the newest first. */
  public static TestService sealing(String databaseUrl, List<Secret> encryptionKeys) {
    return new TestService(
        databaseUrl,
        true,
        CURRENCIES,
        List.of(),
        null,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        ALONE,
        "127.0.0.1",
        (base, desk) -> null,
        encryptionKeys,
        TestDatabase.PATIENCE,
        null);
  }

  /** A sandbox whose requests wait for the database as long as they usually do. */
  public static TestService impatient(String databaseUrl) {
    return waiting(Database.USUAL_PATIENCE, databaseUrl, null);
  }

  /** A sandbox whose requests wait so long for the database; it sends e-mail if it is told how. */
  public static TestService waiting(
      Duration patience, String databaseUrl, @Nullable MailSettings mail) {
    return new TestService(
        databaseUrl,
        true,
        CURRENCIES,
        List.of(),
        mail,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        ALONE,
        "127.0.0.1",
        (base, desk) -> null,
        List.of(ENCRYPTION_KEY),
        patience,
        null);
  }

  /** A sandbox with traces. */
  public static TestService traced(TraceOptions traces) {
    return new TestService(
        TestDatabase.freshUrl(),
        true,
        CURRENCIES,
        List.of(),
        null,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        ALONE,
        "127.0.0.1",
        (base, desk) -> null,
        List.of(ENCRYPTION_KEY),
        TestDatabase.PATIENCE,
        traces);
  }

  /** A sandbox that is known by the name localhost: browsers allow no passkeys at an address. */
  public static TestService atLocalhost() {
    return atLocalhost(null);
  }

  /** The same, which sends e-mail if it is told how. */
  public static TestService atLocalhost(@Nullable MailSettings mail) {
    return new TestService(
        TestDatabase.freshUrl(),
        true,
        CURRENCIES,
        List.of(),
        mail,
        EdgeLimits.DEFAULT,
        Duration.ofMinutes(10),
        ALONE,
        "localhost");
  }

  public URI baseUrl() {
    return URI.create(config.baseUrl().toString());
  }

  /** Lets an address count as proven, as if its reader had followed the link in the letter. */
  public void prove(String email) {
    Jdbi.create(databaseUrl)
        .useHandle(
            handle -> {
              handle.execute("update account_user set proven_at = now() where email = ?", email);
              handle.execute(
                  """
                  update merchant set email_proven_at = now()
                   where id = (select realm_id from account_user where email = ?)
                  """,
                  email);
            });
  }

  public URI internalUrl() {
    return URI.create(config.listeners().internal().localUrl());
  }

  public String databaseUrl() {
    return databaseUrl;
  }

  /** A merchant of a live instance, verified, with an active key; that address gets its money. */
  public SignedCalls newMerchant(String address) {
    return newMerchant("ada@example.com", address);
  }

  /** The same under this e-mail address. */
  public SignedCalls newMerchant(String email, String address) {
    Browser owner = browser();
    String id =
        owner
            .post(
                "/merchant/register",
                """
                {"email":"%s","password":"correct horse battery","businessName":"Ada"}\
                """
                    .formatted(email))
            .expect(201)
            .text("merchantId");
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + address + "\"}").expect(200);
    operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    Reply key = owner.post("/merchant/api-keys", "{}").expect(201);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    return new SignedCalls(baseUrl(), key.text("apiKey"), key.text("secretKey"));
  }

  /** The ready merchant of a sandbox. */
  public SandboxFile.Merchant merchant() {
    return Objects.requireNonNull(service.sandboxMerchant());
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

  /** The smart-contract component, as it reports to this node. */
  public Callback callback() {
    return new Callback(internalUrl(), CALLBACK_SECRET);
  }

  /** What the database holds. */
  public Stored stored() {
    return new Stored(Jdbi.create(databaseUrl));
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
    browser
        .post(
            "/merchant/login",
            "{\"email\":\"%s\",\"password\":\"%s\"}"
                .formatted(merchant().email(), merchant().password().reveal()))
        .expect(200);
    return browser;
  }

  /** Another merchant, which is not verified, at its profile. */
  public Browser stranger(String email) {
    Browser browser = browser();
    browser
        .post(
            "/merchant/register",
            """
            {"email":"%s","password":"correct horse battery","businessName":"S"}\
            """
                .formatted(email))
        .expect(201);
    return browser;
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
    TestFolders.delete(folder);
  }

  private Config config(
      boolean sandbox,
      List<Currency> currencies,
      List<ChainConfig> chains,
      @Nullable MailSettings mail,
      EdgeLimits limits,
      Duration fresh,
      Config.Operators operators,
      BiFunction<String, String, @Nullable OperatorSsoOptions> sso,
      List<Secret> encryptionKeys,
      Duration patience,
      @Nullable TraceOptions traces) {
    int publicPort = freePort();
    String base = "http://" + host + ":" + publicPort;
    Config.Listeners listeners = listeners(publicPort, limits);
    return new Config(
        sandbox,
        folder,
        BaseUrl.parse(base),
        listeners,
        TestDatabase.storage(databaseUrl, patience),
        new Config.Secrets(new Secret(ADMIN_TOKEN), new Secret(CALLBACK_SECRET), encryptionKeys),
        new Config.Operators(
            operators.tokenEnabled(),
            operators.fourEyes(),
            sso.apply(base, listeners.internal().localUrl())),
        !sandbox,
        currencies,
        new Config.Merchants(600, sandbox ? Duration.ZERO : Duration.ofHours(24), fresh),
        mail,
        new Config.Chains(chains, true),
        KEEP_ALL,
        traces,
        null);
  }

  /** The listeners of a node in this JVM. */
  public static Config.Listeners listeners(int publicPort, EdgeLimits limits) {
    return new Config.Listeners(
        new Config.Listener("127.0.0.1", publicPort, null, null),
        new Config.Listener("127.0.0.1", freePort(), null, null),
        Set.of(),
        Set.of(),
        limits,
        Duration.ZERO);
  }

  public static Config.Secrets secrets(String encryptionKey) {
    return new Config.Secrets(
        new Secret(ADMIN_TOKEN), new Secret(CALLBACK_SECRET), List.of(new Secret(encryptionKey)));
  }

  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
