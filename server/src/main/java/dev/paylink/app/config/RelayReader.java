package dev.paylink.app.config;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.relay.KeyFile;
import dev.paylink.relay.RelayConfig;
import dev.paylink.relay.RelayKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the relays of the configured chains. Without a setting of a relay there is none. */
final class RelayReader {
  private static final Pattern BARE_KEY = Pattern.compile("(0x)?[0-9a-fA-F]{64}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}([.][0-9]{1,18})?");
  private static final int COIN_DECIMALS = 18;
  private static final int GWEI_DECIMALS = 9;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration MOST_PATIENCE = Duration.ofMinutes(5);

  private final Settings settings;

  RelayReader(Settings settings) {
    this.settings = settings;
  }

  /** Tells whether this setting of a file is a key, which does not belong there. */
  static boolean isBareKey(String name, String value) {
    return SettingNames.relayOf(name) != null
        && name.endsWith(".key")
        && BARE_KEY.matcher(value.strip()).matches();
  }

  List<RelayConfig> read(List<ChainConfig> chains) {
    Set<String> names = new LinkedHashSet<>();
    settings.names().stream()
        .map(SettingNames::relayOf)
        .filter(Objects::nonNull)
        .forEach(names::add);
    List<RelayConfig> relays = new ArrayList<>();
    for (String name : names) {
      ChainConfig chain =
          chains.stream()
              .filter(it -> it.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> new ConfigError("relay." + name + " is of no chain: set chain." + name));
      relays.add(relay(chain));
    }
    return relays;
  }

  private RelayConfig relay(ChainConfig chain) {
    String prefix = "relay." + chain.name() + ".";
    BigInteger budget = wei(prefix + "budget", null, COIN_DECIMALS);
    BigDecimal price = decimal(prefix + "coin-price", null);
    BigDecimal share = decimal(prefix + "share", null);
    if ((price == null) != (share == null)) {
      throw new ConfigError(
          prefix + "share and " + prefix + "coin-price are set together, or neither");
    }
    BigInteger collect = wei(prefix + "collect", BigInteger.ZERO, COIN_DECIMALS);
    if (collect.signum() > 0 && price == null) {
      throw new ConfigError(
          prefix + "collect needs " + prefix + "share and coin-price: what a fee may be worth");
    }
    if (collect.signum() > 0 && chain.factory() == null) {
      throw new ConfigError(prefix + "collect needs chain." + chain.name() + ".deposits");
    }
    return new RelayConfig(
        chain,
        key(prefix),
        budget,
        wei(prefix + "merchant-budget", budget, COIN_DECIMALS),
        wei(prefix + "highest-fee", null, GWEI_DECIMALS),
        Objects.requireNonNull(decimal(prefix + "smallest", BigDecimal.ZERO)),
        price,
        share == null ? BigDecimal.valueOf(100) : share,
        settings.duration(prefix + "patience", PATIENCE, Duration.ofSeconds(1), MOST_PATIENCE),
        collect);
  }

  /** Returns the key, or null if another process holds it. */
  private @Nullable RelayKey key(String prefix) {
    String text = settings.text(prefix + "key");
    boolean apart = settings.isOn(prefix + "apart", false);
    if (text == null) {
      if (!apart) {
        throw new ConfigError(
            prefix + "key is required, or " + prefix + "apart = on where paylink relay holds it");
      }
      return null;
    }
    try {
      return BARE_KEY.matcher(text).matches()
          ? RelayKey.of(text)
          : KeyFile.read(Path.of(text), settings.text(prefix + "password"));
    } catch (IllegalArgumentException e) {
      throw new ConfigError(prefix + "key: " + e.getMessage());
    }
  }

  private BigInteger wei(String name, @Nullable BigInteger otherwise, int decimals) {
    BigDecimal value = decimal(name, null);
    if (value == null && otherwise != null) {
      return otherwise;
    }
    if (value == null || value.signum() <= 0) {
      throw new ConfigError(name + " is required: a number above 0");
    }
    return value.movePointRight(decimals).toBigInteger();
  }

  private @Nullable BigDecimal decimal(String name, @Nullable BigDecimal otherwise) {
    String text = settings.text(name);
    if (text == null) {
      return otherwise;
    }
    if (!DECIMAL.matcher(text).matches()) {
      throw new ConfigError(name + " must be a number such as 0.05, not \"" + text + "\"");
    }
    return new BigDecimal(text);
  }
}
