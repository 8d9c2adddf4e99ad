package dev.paylink.app.config;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.mail.MailSettings;
import dev.paylink.money.Currency;
import dev.paylink.money.Networks;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.relay.RelayConfig;
import dev.paylink.webhook.endpoint.OwnNetwork;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be configured, checked once when the service starts.
 *
 * @param mail null if no letters are sent
 * @param traces null if there are no traces
 * @param logFile null for standard output
 */
public record Config(
    boolean sandbox,
    Path dataFolder,
    BaseUrl baseUrl,
    Listeners listeners,
    Storage storage,
    Secrets secrets,
    Operators operators,
    boolean callbackProof,
    List<Currency> currencies,
    Merchants merchants,
    @Nullable MailSettings mail,
    Chains chains,
    Keep keep,
    @Nullable TraceOptions traces,
    @Nullable Path logFile) {

  /**
   * The listeners, the proxies that are trusted to name the sender of a request, and the limits of
   * a peer.
   *
   * @param internalHosts further host names that the internal listener answers to, in addition to
   *     its own
   * @param drain how long a stopping node, no longer ready, takes requests
   */
  public record Listeners(
      Listener external,
      Listener internal,
      Set<String> internalHosts,
      Set<String> trustedProxies,
      EdgeLimits edge,
      Duration drain) {}

  /** A socket to listen on, with TLS when a certificate and its key are given. */
  public record Listener(
      String host, int port, @Nullable Path tlsCertificate, @Nullable Path tlsKey) {

    public boolean tls() {
      return tlsCertificate != null;
    }

    public String address() {
      return host + ':' + port;
    }

    /** Returns the URL under which this machine reaches the listener. */
    public String localUrl() {
      return (tls() ? "https://" : "http://")
          + (host.equals("0.0.0.0") ? "127.0.0.1" : host)
          + ':'
          + port;
    }
  }

  /**
   * Where data is kept.
   *
   * @param databaseUrl null for the embedded database
   * @param migrationUrl the URL for the role that owns the tables; null if it is the same as {@code
   *     databaseUrl}
   * @param migrate whether a node migrates when it starts
   * @param patience how long a request may wait for the database
   * @param redisUrl null if this node counts alone
   * @param archive how the embedded database is backed up all the time; null if it is not
   */
  public record Storage(
      @Nullable String databaseUrl,
      @Nullable String migrationUrl,
      boolean migrate,
      Duration patience,
      @Nullable String redisUrl,
      WalArchive.@Nullable Options archive) {
    /** A database that each node migrates when it starts, without a continuous backup. */
    public Storage(
        @Nullable String databaseUrl, @Nullable String migrationUrl, @Nullable String redisUrl) {
      this(databaseUrl, migrationUrl, true, Database.USUAL_PATIENCE, redisUrl, null);
    }
  }

  /**
   * The configured secrets. Missing ones are generated at the first start, see {@link KeptSecrets}.
   *
   * @param encryptionKeys newest first
   */
  public record Secrets(
      @Nullable Secret adminToken, @Nullable Secret callbackSecret, List<Secret> encryptionKeys) {}

  /**
   * How operators work.
   *
   * @param tokenEnabled whether the admin token opens anything
   * @param fourEyes what needs two of them
   * @param sso how they sign in at an identity provider; null if they do not
   * @param deskUrl where their browsers reach the desk; null if that is not known
   */
  public record Operators(
      boolean tokenEnabled,
      Set<FourEyes> fourEyes,
      @Nullable OperatorSsoOptions sso,
      @Nullable BaseUrl deskUrl) {
    /** Operators who sign in with passwords. */
    public Operators(boolean tokenEnabled, Set<FourEyes> fourEyes) {
      this(tokenEnabled, fourEyes, null, null);
    }
  }

  /**
   * Settings that apply to every merchant.
   *
   * @param keyLimit how many calls a minute a new API key may make
   * @param limit how many calls a minute all keys of a merchant may make together
   * @param depositDelay how long a changed deposit address waits before it takes effect
   * @param fresh how long a proof of a person counts for what matters
   * @param privateWebhooks whether a sandbox's webhooks may lead into the network around it
   * @param ownNetwork what webhooks may reach in addition to public addresses
   * @param dnsServer the name server that is asked for the records that prove domains; null for the
   *     machine's own
   * @param toleranceMaxPercent the most of an amount that a merchant may forgive
   */
  public record Merchants(
      int keyLimit,
      int limit,
      Duration depositDelay,
      Duration fresh,
      boolean privateWebhooks,
      OwnNetwork ownNetwork,
      @Nullable String dnsServer,
      int toleranceMaxPercent) {}

  /** How long each kind of data is kept; null for ever. */
  public record Keep(
      @Nullable Duration events,
      @Nullable Duration attempts,
      @Nullable Duration reports,
      @Nullable Duration letters,
      @Nullable Duration requests,
      @Nullable Duration sessions,
      @Nullable Duration relays) {}

  /** Returns where webhooks may lead. */
  public Targets webhookTargets() {
    TargetPolicy policy = sandbox ? TargetPolicy.PUBLIC_AND_LOOPBACK : TargetPolicy.PUBLIC;
    return new Targets(
        merchants.privateWebhooks ? TargetPolicy.PUBLIC_AND_PRIVATE : policy, merchants.ownNetwork);
  }

  /**
   * Returns the codes of the currencies that can be paid. Without a configured chain another
   * component takes the money, in a sandbox the simulated chain does: both take every currency.
   */
  public Set<String> payable() {
    return currencies.stream()
        .filter(currency -> sandbox || chains.list.isEmpty() || chains.take(currency))
        .map(Currency::code)
        .collect(Collectors.toSet());
  }

  /**
   * The chains, and whether this node watches them.
   *
   * @param apps wallets in which payers on phones can open the hosted page
   * @param relays of those chains where payers need no coin
   */
  public record Chains(
      List<ChainConfig> list, boolean watch, List<WalletApp> apps, List<RelayConfig> relays) {
    /** Returns the names of the chains on which a relay collects transfers for merchants. */
    public List<String> collected() {
      return relays.stream()
          .filter(RelayConfig::collects)
          .map(relay -> relay.chain().label())
          .toList();
    }

    /** Returns the names of the networks; of two entries for one, that of the first. */
    public Networks networks() {
      return new Networks(
          list.stream()
              .collect(
                  Collectors.toMap(
                      chain -> chain.deployment().chainId(),
                      ChainConfig::label,
                      (first, other) -> first)));
    }

    private boolean take(Currency currency) {
      return list.stream()
          .flatMap(chain -> chain.tokens().stream())
          .anyMatch(token -> currency.tokens().contains(token.symbol()));
    }
  }
}
