package dev.paylink.app.config;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.money.Currency;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.IpAddress;
import dev.paylink.platform.http.IpRange;
import dev.paylink.webhook.endpoint.OwnNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns settings into a {@link Config}, or stops with a clear message of one line. */
public final class ConfigReader {
  private static final String DEFAULT_CURRENCIES = "USD:2:USDC+USDT, EUR:2:EURC";
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})");

  private static final Pattern DNS_SERVER =
      Pattern.compile(
          "(\\[[0-9a-fA-F:.]{2,45}]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})(:[1-9][0-9]{0,4})?");

  /** Gives the merchant time to notice that somebody else has changed where money goes. */
  private static final Duration DEPOSIT_DELAY = Duration.ofHours(24);

  private static final int KEY_LIMIT = 600;
  private static final int MAX_KEY_LIMIT = 1_000_000;

  /** So many keys at their limit a merchant's budget is for, unless it is set. */
  private static final int KEYS_OF_A_BUDGET = 10;

  private static final Duration MAX_DRAIN = Duration.ofMinutes(10);
  private static final Duration MAX_DEPOSIT_DELAY = Duration.ofDays(30);
  private static final Duration ACCOUNT_FRESH = Duration.ofMinutes(10);
  private static final Duration MAX_ACCOUNT_FRESH = Duration.ofDays(7); // a session's lifetime

  private final Settings settings;

  public ConfigReader(Settings settings) {
    this.settings = settings;
  }

  public Config read() {
    boolean sandbox = !settings.isFirst("mode", true, "live", "sandbox");
    Config.Listener publicListener = listener("public", sandbox ? "127.0.0.1" : "0.0.0.0", 8080);
    Config.Listener internalListener = listener("internal", "127.0.0.1", 8081);
    List<Currency> currencies = currencies();
    int keyLimit = settings.number("key.limit", KEY_LIMIT, 1, MAX_KEY_LIMIT);
    return new Config(
        sandbox,
        dataFolder(),
        baseUrl(publicListener, sandbox),
        new Config.Listeners(
            publicListener,
            internalListener,
            internalHosts(),
            proxies(),
            EdgeConfig.read(settings),
            settings.duration("stop.drain", Duration.ZERO, MAX_DRAIN)),
        storage(),
        new Config.Secrets(
            settings.secret("admin.token"), settings.secret("callback.secret"), encryptionKeys()),
        operators(sandbox, internalListener),
        settings.isFirst("callback.proof", !sandbox, "required", "optional"),
        currencies,
        new Config.Merchants(
            keyLimit,
            settings.number(
                "merchant.limit", keyLimit * KEYS_OF_A_BUDGET, 1, MAX_KEY_LIMIT * KEYS_OF_A_BUDGET),
            settings.duration(
                "deposit.delay", sandbox ? Duration.ZERO : DEPOSIT_DELAY, MAX_DEPOSIT_DELAY),
            fresh(),
            privateWebhooks(sandbox),
            ownNetwork(),
            dnsServer(),
            settings.number("tolerance.percent.max", 5, 0, 100)),
        MailConfig.read(settings),
        chains(currencies),
        KeepConfig.read(settings),
        TraceConfig.read(settings),
        settings.path("log.file"));
  }

  private Config.Operators operators(boolean sandbox, Config.Listener internal) {
    boolean tokenEnabled =
        switch (settings.text("admin.token.enabled", "true")) {
          case "true", "on" -> true;
          case "false", "off" -> false;
          default -> throw new ConfigError("admin.token.enabled must be true or false");
        };
    OperatorSsoOptions sso = SsoConfig.read(settings, internal);
    BaseUrl deskUrl = settings.url("desk.url", sso == null ? null : sso.deskUrl());
    return new Config.Operators(tokenEnabled, fourEyes(sandbox), sso, deskUrl);
  }

  private Config.Chains chains(List<Currency> currencies) {
    List<ChainConfig> all = new ChainReader(settings, currencies).read();
    return new Config.Chains(
        all, settings.isOn("chain.watch", true), walletApps(), new RelayReader(settings).read(all));
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

  private boolean privateWebhooks(boolean sandbox) {
    boolean inside = settings.isOn("webhook.private", false);
    if (inside && !sandbox) {
      throw new ConfigError(
          "webhook.private is for a sandbox; a live service sends webhooks to public addresses only");
    }
    return inside;
  }

  private OwnNetwork ownNetwork() {
    List<String> entries = settings.list("webhook.allow");
    boolean http = settings.isOn("webhook.http", false);
    List<X509Certificate> authorities = settings.certificates("webhook.ca");
    if (entries.isEmpty() && (http || !authorities.isEmpty())) {
      throw new ConfigError(
          "webhook.http and webhook.ca are for what webhook.allow lists, and it lists nothing");
    }
    try {
      return OwnNetwork.parse(entries, http, authorities);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("webhook.allow " + e.getMessage());
    }
  }

  private @Nullable String dnsServer() {
    String text = settings.text("dns.server");
    if (text != null && !DNS_SERVER.matcher(text).matches()) {
      throw new ConfigError(
          "dns.server must be an address or a name, perhaps with a port, such as 192.0.2.53 or"
              + " [2001:db8::53]:5353, not \"%s\"".formatted(text));
    }
    return text;
  }

  private Set<FourEyes> fourEyes(boolean sandbox) {
    String text = settings.text("operator.four.eyes");
    if (text == null) {
      return sandbox ? Set.of() : EnumSet.allOf(FourEyes.class);
    }
    Set<FourEyes> all = EnumSet.noneOf(FourEyes.class);
    for (String name : text.equals("none") ? new String[0] : text.split("[,\\s]+", -1)) {
      all.add(
          Arrays.stream(FourEyes.values())
              .filter(each -> each.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ConfigError(
                          "operator.four.eyes must be none, or a list out of freeze, verification,"
                              + " rename, chain, operator, factors, owner, password, removal,"
                              + " token and payout, not \"%s\"".formatted(text))));
    }
    return all;
  }

  private Duration fresh() {
    Duration fresh = settings.duration("account.fresh", ACCOUNT_FRESH, MAX_ACCOUNT_FRESH);
    if (fresh.isZero()) {
      throw new ConfigError("account.fresh must be at least 1s: no proof would ever count");
    }
    return fresh;
  }

  private Config.Listener listener(String name, String defaultHost, int defaultPort) {
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
    return new Config.Listener(
        settings.text(name + ".host", defaultHost),
        settings.number(name + ".port", defaultPort, 1, 65_535),
        certificate,
        key);
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
    return StorageConfig.read(settings);
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
