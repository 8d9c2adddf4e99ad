package dev.paylink.app.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of settings that exist once per chain: {@code chain.base.rpc}. */
final class ChainSettings {
  static final List<String> KEYS =
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
          "log-range",
          "poll",
          "explorer",
          "public-rpc");
  static final String TOKEN = "token.";

  private static final String VARIABLE_PREFIX = "PAYLINK_CHAIN_";
  private static final Pattern NAME =
      Pattern.compile("chain\\.([a-z][a-z0-9]{0,31})\\.(.+)", Pattern.DOTALL);
  private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9.]{1,32}");

  private ChainSettings() {}

  static boolean isKnown(String name) {
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
    return KEYS.stream().map(key -> "chain." + chain + "." + key).toList();
  }

  /**
   * Returns the setting of an environment variable, or null if there is none: {@code
   * PAYLINK_CHAIN_BASE_LOG_RANGE} is {@code chain.base.log-range}.
   */
  static @Nullable String ofVariable(String variable) {
    int end = variable.indexOf('_', VARIABLE_PREFIX.length());
    if (!variable.startsWith(VARIABLE_PREFIX) || end < 0) {
      return null;
    }
    String chain = variable.substring(VARIABLE_PREFIX.length(), end).toLowerCase(Locale.ROOT);
    String rest = variable.substring(end + 1);
    String key =
        rest.startsWith("TOKEN_")
            ? TOKEN + rest.substring("TOKEN_".length())
            : rest.toLowerCase(Locale.ROOT).replace('_', '-');
    String name = "chain." + chain + "." + key;
    return isKnown(name) ? name : null;
  }

  private static boolean isKey(String key) {
    return KEYS.contains(key)
        || (key.startsWith(TOKEN) && SYMBOL.matcher(key.substring(TOKEN.length())).matches());
  }
}
