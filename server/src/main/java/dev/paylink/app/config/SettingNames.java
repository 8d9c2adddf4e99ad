package dev.paylink.app.config;

import dev.paylink.platform.json.DidYouMean;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of all settings, and the environment variables that stand for them. */
final class SettingNames {
  static final Set<String> KNOWN =
      new LinkedHashSet<>(
          List.of(
              "mode",
              "data.folder",
              "base.url",
              "base.url.http",
              "public.host",
              "public.port",
              "public.tls.certificate",
              "public.tls.key",
              "internal.host",
              "internal.port",
              "internal.hosts",
              "internal.tls.certificate",
              "internal.tls.key",
              "trusted.proxies",
              "connection.limit",
              "connection.limit.source",
              "connection.idle.timeout",
              "request.head.timeout",
              "request.body.timeout",
              "response.timeout",
              "stop.drain",
              "database.url",
              "database.migration.url",
              "database.migrate",
              "database.timeout",
              "redis.url",
              "admin.token",
              "admin.token.enabled",
              "operator.four.eyes",
              "desk.url",
              "operator.sso.issuer",
              "operator.sso.client.id",
              "operator.sso.client.secret",
              "operator.sso.url",
              "operator.sso.domains",
              "operator.sso.role.claim",
              "operator.sso.roles",
              "operator.sso.second.factor",
              "callback.secret",
              "callback.proof",
              "encryption.key",
              "currencies",
              "key.limit",
              "merchant.limit",
              "deposit.delay",
              "account.fresh",
              "webhook.private",
              "webhook.allow",
              "webhook.ca",
              "webhook.http",
              "dns.server",
              "tolerance.percent.max",
              "mail.smtp.url",
              "mail.smtp.ca",
              "mail.from",
              "mail.reply.to",
              "mail.customers",
              "keep.events",
              "keep.attempts",
              "keep.reports",
              "keep.letters",
              "keep.requests",
              "keep.sessions",
              "keep.relays",
              "backup.key",
              "backup.wal",
              "backup.wal.command",
              "backup.wal.interval",
              "backup.wal.base",
              "backup.wal.keep",
              "traces.url",
              "traces.sample",
              "log.file",
              "chain.watch",
              "wallet.links"));

  /** Variables that the launcher and the merchants' command line read, not this service. */
  private static final Set<String> LAUNCHER_VARIABLES =
      Set.of(
          "PAYLINK_JAVA_OPTS",
          "PAYLINK_OSV",
          "PAYLINK_URL",
          "PAYLINK_API_KEY",
          "PAYLINK_SECRET_KEY",
          "PAYLINK_WEBHOOK_SECRET",
          "PAYLINK_PLAIN_HTTP",
          "PAYLINK_EMAIL",
          "PAYLINK_PASSWORD");

  /** Variables that Kubernetes sets in every container next to a service named paylink. */
  private static final Pattern SERVICE_LINK = Pattern.compile("PAYLINK_(SERVICE|PORT)(_.*)?");

  /** The settings that exist once per chain: {@code chain.base.rpc}. */
  private static final List<String> CHAIN_KEYS =
      List.of(
          "id",
          "label",
          "rpc",
          "quorum",
          "plain-http",
          "contract",
          "deposits",
          "start-block",
          "finality",
          "early",
          "log-range",
          "poll",
          "explorer",
          "public-rpc");

  /** The settings that exist once per chain with a relay: {@code relay.base.key}. */
  static final List<String> RELAY_KEYS =
      List.of(
          "key",
          "password",
          "apart",
          "budget",
          "merchant-budget",
          "highest-fee",
          "smallest",
          "coin-price",
          "share",
          "patience");

  static final String TOKEN = "token.";

  private static final String PREFIX = "PAYLINK_";
  private static final String CHAIN_PREFIX = PREFIX + "CHAIN_";
  private static final Pattern NAME =
      Pattern.compile("chain\\.([a-z][a-z0-9]{0,31})\\.(.+)", Pattern.DOTALL);
  private static final String RELAY_PREFIX = PREFIX + "RELAY_";
  private static final Pattern RELAY_NAME =
      Pattern.compile("relay\\.([a-z][a-z0-9]{0,31})\\.([a-z-]+)");
  private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9.]{1,32}");

  private SettingNames() {}

  static boolean isKnown(String name) {
    return KNOWN.contains(name) || isOfChain(name) || isOfRelay(name);
  }

  static boolean isOfRelay(String name) {
    Matcher parts = RELAY_NAME.matcher(name);
    return parts.matches() && RELAY_KEYS.contains(parts.group(2));
  }

  /** Returns the chain of a relay that a setting belongs to, or null if it belongs to none. */
  static @Nullable String relayOf(String name) {
    Matcher parts = RELAY_NAME.matcher(name);
    return parts.matches() ? parts.group(1) : null;
  }

  static boolean isOfChain(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() && isKey(parts.group(2));
  }

  /** Returns the chain that a setting belongs to, or null if it belongs to none. */
  static @Nullable String chainOf(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() ? parts.group(1) : null;
  }

  /** Returns the names of this chain's settings, so that an error can suggest the nearest. */
  static List<String> namesFor(String chain) {
    return CHAIN_KEYS.stream().map(key -> "chain." + chain + "." + key).toList();
  }

  /**
   * Returns the setting of an environment variable; null if it is none of ours. One that is unknown
   * is an error.
   */
  static @Nullable String ofVariable(String variable) {
    if (!variable.startsWith(PREFIX)
        || LAUNCHER_VARIABLES.contains(variable)
        || SERVICE_LINK.matcher(variable).matches()) {
      return null;
    }
    String name =
        KNOWN.stream()
            .filter(each -> variable.equals(variableOf(each)))
            .findFirst()
            .orElseGet(() -> ofChainOrRelay(variable));
    if (name == null) {
      List<String> known = KNOWN.stream().map(SettingNames::variableOf).toList();
      throw new ConfigError(
          "unknown environment variable %s%s".formatted(variable, hint(variable, known)));
    }
    return name;
  }

  /** Tells whether an environment variable is a setting's that is not a chain's or relay's. */
  static boolean isVariable(String variable) {
    return KNOWN.stream().anyMatch(name -> variable.equals(variableOf(name)));
  }

  static String variableOf(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Returns the hint of an error about an unknown name: the nearest known one, if any. */
  static String hint(String name) {
    String chain = chainOf(name);
    String relay = relayOf(name);
    if (relay != null) {
      return hint(name, RELAY_KEYS.stream().map(key -> "relay." + relay + "." + key).toList());
    }
    return hint(name, chain == null ? KNOWN : namesFor(chain));
  }

  private static String hint(String name, Collection<String> known) {
    String nearest = DidYouMean.nearest(name, known);
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }

  private static @Nullable String ofChainOrRelay(String variable) {
    return variable.startsWith(RELAY_PREFIX)
        ? ofRelayVariable(variable)
        : ofChainVariable(variable);
  }

  /** {@code PAYLINK_RELAY_BASE_HIGHEST_FEE} is {@code relay.base.highest-fee}. */
  private static @Nullable String ofRelayVariable(String variable) {
    String rest = variable.substring(RELAY_PREFIX.length()).toLowerCase(Locale.ROOT);
    int end = rest.indexOf('_');
    String name =
        end < 0
            ? ""
            : "relay." + rest.substring(0, end) + "." + rest.substring(end + 1).replace('_', '-');
    return isOfRelay(name) ? name : null;
  }

  /** {@code PAYLINK_CHAIN_BASE_LOG_RANGE} is {@code chain.base.log-range}. */
  private static @Nullable String ofChainVariable(String variable) {
    int end = variable.indexOf('_', CHAIN_PREFIX.length());
    if (!variable.startsWith(CHAIN_PREFIX) || end < 0) {
      return null;
    }
    String chain = variable.substring(CHAIN_PREFIX.length(), end).toLowerCase(Locale.ROOT);
    String rest = variable.substring(end + 1);
    String key =
        rest.startsWith("TOKEN_")
            ? TOKEN + rest.substring("TOKEN_".length())
            : rest.toLowerCase(Locale.ROOT).replace('_', '-');
    String name = "chain." + chain + "." + key;
    return isOfChain(name) ? name : null;
  }

  private static boolean isKey(String key) {
    return CHAIN_KEYS.contains(key)
        || (key.startsWith(TOKEN) && SYMBOL.matcher(key.substring(TOKEN.length())).matches());
  }
}
