package dev.paylink.app.config;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.money.Currency;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.IpAddress;
import dev.paylink.platform.http.IpRange;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.webhook.endpoint.OwnNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns settings into a {@link Config}, or stops with one clear line for each wrong one. */
public final class ConfigReader {
  private static final String NO_URL = "https://unknown.invalid";
  private static final String DEFAULT_CURRENCIES = "USD:2:USDC+USDT, EUR:2:EURC";
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})");

  /** Gives the merchant time to notice that somebody else has changed where money goes. */
  private static final Duration DEPOSIT_DELAY = Duration.ofHours(24);

  private static final int KEY_LIMIT = 600;
  private static final int MAX_KEY_LIMIT = 1_000_000;

  /** So many keys at their limit a merchant's budget is for, unless it is set. */
  private static final int KEYS_OF_A_BUDGET = 10;

  /** The same for the key that a sandbox makes, which has more than a new one. */
  private static final int SANDBOX_BUDGET = 1_000_000;

  private static final Duration MAX_DRAIN = Duration.ofMinutes(10);
  private static final Duration MAX_DEPOSIT_DELAY = Duration.ofDays(30);
  private static final Duration ACCOUNT_FRESH = Duration.ofMinutes(10);
  private static final Duration MAX_ACCOUNT_FRESH = Duration.ofDays(7); // a session's lifetime

  private final Settings settings;

  public ConfigReader(Settings settings) {
    this.settings = settings;
  }

  /** Reads everything, or stops with all that is wrong. */
  public Config read() {
    boolean sandbox = !settings.isFirst("mode", true, "live", "sandbox");
    Config.Listener publicListener = listener("public", sandbox ? "127.0.0.1" : "0.0.0.0", 8080);
    Config.Listener internalListener = listener("internal", "127.0.0.1", 8081);
    List<Currency> currencies = settings.part(this::currencies, List.of());
    int keyLimit = settings.number("key.limit", KEY_LIMIT, 1, MAX_KEY_LIMIT);
    Config config =
        new Config(
            sandbox,
            dataFolder(),
            settings.part(() -> baseUrl(publicListener, sandbox), BaseUrl.parse(NO_URL)),
            new Config.Listeners(
                publicListener,
                internalListener,
                settings.part(this::internalHosts, Set.of()),
                settings.part(this::proxies, Set.of()),
                settings.part(() -> EdgeConfig.read(settings), EdgeLimits.DEFAULT),
                settings.duration("stop.drain", Duration.ZERO, MAX_DRAIN)),
            settings.part(() -> StorageConfig.read(settings), new Config.Storage(null, null, null)),
            new Config.Secrets(
                settings.secret("admin.token"),
                settings.secret("callback.secret"),
                settings.part(this::encryptionKeys, List.of())),
            settings.part(
                () -> OperatorConfig.read(settings, sandbox, internalListener),
                new Config.Operators(true, Set.of())),
            settings.isFirst("callback.proof", !sandbox, "required", "optional"),
            currencies,
            merchants(sandbox, keyLimit),
            settings.optional(() -> MailConfig.read(settings)),
            chains(currencies),
            KeepConfig.read(settings),
            settings.optional(() -> TraceConfig.read(settings)),
            settings.path("log.file"));
    settings.refuseFaults();
    return config;
  }

  private Config.Merchants merchants(boolean sandbox, int keyLimit) {
    boolean isOfSandbox = sandbox && settings.text("key.limit") == null;
    int budget = isOfSandbox ? SANDBOX_BUDGET : keyLimit * KEYS_OF_A_BUDGET;
    return new Config.Merchants(
        keyLimit,
        settings.number("merchant.limit", budget, 1, MAX_KEY_LIMIT * KEYS_OF_A_BUDGET),
        settings.duration(
            "deposit.delay", sandbox ? Duration.ZERO : DEPOSIT_DELAY, MAX_DEPOSIT_DELAY),
        settings.part(this::fresh, ACCOUNT_FRESH),
        settings.part(() -> WebhookConfig.inside(settings, sandbox), false),
        settings.part(() -> WebhookConfig.ownNetwork(settings), OwnNetwork.NONE),
        settings.optional(() -> WebhookConfig.dnsServer(settings)),
        settings.number("tolerance.percent.max", 5, 0, 100));
  }

  private Config.Chains chains(List<Currency> currencies) {
    List<ChainConfig> all =
        settings.part(() -> new ChainReader(settings, currencies).read(), List.of());
    return new Config.Chains(
        all,
        settings.isOn("chain.watch", true),
        settings.part(this::walletApps, List.of()),
        settings.part(() -> new RelayReader(settings).read(all), List.of()));
  }

  private List<WalletApp> walletApps() {
    String text = settings.text("wallet.links");
    if (text == null) {
      return WalletApp.WELL_KNOWN;
    }
    try {
      return text.equals("none") ? List.of() : WalletApp.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("wallet.links " + e.getMessage());
    }
  }

  private Duration fresh() {
    Duration fresh = settings.duration("account.fresh", ACCOUNT_FRESH, MAX_ACCOUNT_FRESH);
    if (fresh.isZero()) {
      throw new ConfigError("account.fresh must be at least 1s: no proof would ever count");
    }
    return fresh;
  }

  private Config.Listener listener(String name, String defaultHost, int defaultPort) {
    return settings.part(
        () -> checkedListener(name, defaultHost, defaultPort),
        new Config.Listener(defaultHost, defaultPort, null, null));
  }

  private Config.Listener checkedListener(String name, String defaultHost, int defaultPort) {
    int port = settings.number(name + ".port", defaultPort, 1, 65_535);
    Path certificate = settings.path(name + ".tls.certificate");
    Path key = settings.path(name + ".tls.key");
    if ((certificate == null) != (key == null)) {
      throw new ConfigError(
          name + ".tls.certificate and " + name + ".tls.key must be set together");
    }
    for (Path file : new Path[] {certificate, key}) {
      if (file != null && !Files.isReadable(file)) {
        throw new ConfigError("cannot read " + file + " of " + name + ".tls");
      }
    }
    return new Config.Listener(settings.text(name + ".host", defaultHost), port, certificate, key);
  }

  private BaseUrl baseUrl(Config.Listener listener, boolean sandbox) {
    BaseUrl baseUrl = settings.url("base.url", null);
    boolean http = settings.isOn("base.url.http", false);
    if (baseUrl == null) {
      if (!sandbox) {
        throw new ConfigError(
            "base.url is required when live: the address your customers reach, such as"
                + " https://pay.example.com");
      }
      String scheme = listener.tls() ? "https" : "http";
      return BaseUrl.parse(scheme + "://127.0.0.1:" + listener.port());
    }
    if (!sandbox && !baseUrl.secure() && !http) {
      throw new ConfigError(
          "base.url must begin with https:// when live; base.url.http = on allows http, for trials"
              + " without real money");
    }
    return baseUrl;
  }

  private Set<String> internalHosts() {
    Set<String> hosts = new LinkedHashSet<>();
    for (String host : settings.list("internal.hosts")) {
      if (!HOST_NAME.matcher(host).matches()) {
        throw new ConfigError(
            "internal.hosts takes host names without a port, not \"" + host + "\"");
      }
      hosts.add(host.toLowerCase(Locale.ROOT));
    }
    return hosts;
  }

  private Set<String> proxies() {
    Set<String> proxies = new LinkedHashSet<>();
    for (String proxy : settings.list("trusted.proxies")) {
      if (IpRange.parse(proxy) == null) {
        throw new ConfigError(
            "trusted.proxies takes IP addresses and ranges, not \"" + proxy + "\"");
      }
      proxies.add(Objects.requireNonNullElse(IpAddress.canonical(proxy), proxy));
    }
    return proxies;
  }

  /** Reads where data is kept, and nothing else. */
  public Config.Storage storage() {
    Config.Storage storage = StorageConfig.read(settings);
    settings.refuseFaults();
    return storage;
  }

  /** Returns the address of a database for the driver, given as in {@code database.url}. */
  public static String databaseUrl(String name, String text) {
    return StorageConfig.databaseUrl(name, text);
  }

  /** Returns the folder for the embedded database and the secrets. */
  public Path dataFolder() {
    return Path.of(settings.text("data.folder", "data"));
  }

  /** Returns the encryption keys, newest first; empty if none is configured. */
  private List<Secret> encryptionKeys() {
    String text = settings.text("encryption.key");
    List<Secret> keys = new ArrayList<>();
    for (String key : text == null ? new String[0] : text.split(",", -1)) {
      keys.add(Settings.secret("encryption.key", key.strip()));
    }
    return keys;
  }

  private List<Currency> currencies() {
    List<Currency> currencies = new ArrayList<>();
    Set<String> codes = new HashSet<>();
    for (String entry : settings.text("currencies", DEFAULT_CURRENCIES).split(",", -1)) {
      String[] parts = entry.strip().split(":", -1);
      if (parts.length != 3
          || !parts[0].matches("[A-Z]{3,5}")
          || !parts[1].matches("[0-9]|1[0-8]")
          || !parts[2].matches("[^+]+(\\+[^+]+)*")) {
        throw new ConfigError(
            "currencies must look like \"%s\", not \"%s\""
                .formatted(DEFAULT_CURRENCIES, entry.strip()));
      }
      if (!codes.add(parts[0])) {
        throw new ConfigError("currencies names " + parts[0] + " twice");
      }
      currencies.add(
          new Currency(parts[0], Integer.parseInt(parts[1]), List.of(parts[2].split("\\+", -1))));
    }
    return currencies;
  }
}
