package dev.paylink.app.config;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.Chains;
import dev.paylink.money.Currency;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the configured chains and reports the faults of all of them together. */
final class ChainReader {
  private static final int DEFAULT_LOG_RANGE = 1000;
  private static final int DEFAULT_POLL_SECONDS = 2;
  private static final int MAX_BLOCKS = 100_000;
  private static final int MAX_POLL_SECONDS = 3600;
  private static final int MAX_QUORUM = 100;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final String FINALIZED = "finalized";
  private static final String OFF = "off";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final Settings settings;
  private final List<String> faults = new ArrayList<>();
  private final ParRules par;

  ChainReader(Settings settings, List<Currency> currencies) {
    this.settings = settings;
    this.par = new ParRules(currencies, faults);
  }

  List<ChainConfig> read() {
    Set<String> names = new LinkedHashSet<>();
    settings.names().stream()
        .map(SettingNames::chainOf)
        .filter(Objects::nonNull)
        .forEach(names::add);
    List<ChainConfig> chains = new ArrayList<>();
    for (String name : names) {
      ChainConfig chain = chain(name);
      if (chain != null) {
        chains.add(chain);
      }
    }
    refuseTwins(chains);
    par.refuseOtherSymbols(chains);
    if (!faults.isEmpty()) {
      throw new ConfigError(faults);
    }
    return chains;
  }

  private @Nullable ChainConfig chain(String name) {
    String prefix = "chain." + name + ".";
    Long id = whole(prefix + "id", 1, Long.MAX_VALUE, null);
    EvmAddress contract = contract(prefix + "contract");
    List<URI> rpc = nodes(prefix + "rpc", prefix + "plain-http");
    Integer quorum = quorum(prefix + "quorum", rpc);
    Long startBlock = whole(prefix + "start-block", 0, Long.MAX_VALUE, null);
    Finality finality = finality(prefix + "finality");
    Finality early = early(prefix + "early", finality);
    Long logRange = whole(prefix + "log-range", 1, MAX_BLOCKS, (long) DEFAULT_LOG_RANGE);
    Long poll = whole(prefix + "poll", 1, MAX_POLL_SECONDS, (long) DEFAULT_POLL_SECONDS);
    String publicRpc = web(prefix + "public-rpc");
    String explorer = web(prefix + "explorer");
    List<Token> tokens = new TokenReader(settings, par, faults).read(name);
    EvmAddress factory = factory(prefix + "deposits", contract, tokens);
    if (id == null
        || contract == null
        || startBlock == null
        || finality == null
        || logRange == null
        || poll == null) {
      return null;
    }
    return new ChainConfig(
        name,
        label(name, id),
        new Deployment(id, contract),
        rpc,
        quorum,
        finality,
        early,
        logRange.intValue(),
        Duration.ofSeconds(poll),
        startBlock,
        publicRpc,
        explorer == null || !explorer.endsWith("/")
            ? explorer
            : explorer.substring(0, explorer.length() - 1),
        tokens,
        factory);
  }

  /**
   * Refuses duplicates: two entries for one contract would both watch it; two for one option would
   * be ambiguous.
   */
  private void refuseTwins(List<ChainConfig> chains) {
    Set<Object> seen = new HashSet<>();
    for (ChainConfig chain : chains) {
      if (!seen.add(chain.deployment())) {
        faults.add("chain." + chain.name() + " watches a contract that another entry watches");
      }
      for (Token token : chain.tokens()) {
        if (!seen.add(chain.deployment().chainId() + ":" + token.symbol())) {
          faults.add(
              "chain.%s.token.%s is offered on chain %d by another entry"
                  .formatted(chain.name(), token.symbol(), chain.deployment().chainId()));
        }
      }
    }
  }

  private String label(String name, long id) {
    String known = Chains.plainName(id);
    return settings.text("chain." + name + ".label", known == null ? name : known);
  }

  private @Nullable Long whole(String name, long min, long max, @Nullable Long otherwise) {
    String text = settings.text(name);
    if (text == null && otherwise != null) {
      return otherwise;
    }
    if (text != null && text.matches("[0-9]{1,18}")) {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    String range = max == Long.MAX_VALUE ? "from " + min : "from " + min + " to " + max;
    faults.add(
        text == null
            ? name + " is required"
            : "%s must be a whole number %s, not \"%s\"".formatted(name, range, text));
    return null;
  }

  private @Nullable EvmAddress contract(String name) {
    String text = settings.text(name);
    return text == null ? Deployment.EVERYWHERE : address(name, text, faults);
  }

  private @Nullable EvmAddress factory(
      String name, @Nullable EvmAddress contract, List<Token> tokens) {
    String text = settings.text(name);
    EvmAddress factory = text == null ? null : address(name, text, faults);
    if (factory != null
        && (factory.equals(contract)
            || tokens.stream().anyMatch(token -> token.address().equals(factory)))) {
      faults.add(name + " must be the factory of transfer addresses, not the contract or a token");
    }
    return factory;
  }

  static @Nullable EvmAddress address(String name, String text, List<String> faults) {
    return switch (DepositAddress.parse(text)) {
      case DepositAddress.Parsed.Accepted accepted -> EvmAddress.of(accepted.address().value());
      case DepositAddress.Parsed.Faulty faulty -> {
        faults.add(name + " " + faulty.message().english());
        yield null;
      }
    };
  }

  /** Returns when small amounts may be confirmed before they are final; null if never. */
  private @Nullable Finality early(String name, @Nullable Finality last) {
    String text = settings.text(name, OFF);
    Finality early = text.equals(OFF) ? null : finality(name, text, OFF);
    boolean isLater =
        early instanceof Finality.Depth few
            && last instanceof Finality.Depth many
            && few.blocks() >= many.blocks();
    if (early != null
        && (early.equals(last) || early.equals(new Finality.Tag(FINALIZED)) || isLater)) {
      faults.add(name + " must be earlier than finality: off, safe or a smaller number of blocks");
    }
    return early;
  }

  private @Nullable Finality finality(String name) {
    return finality(name, settings.text(name, FINALIZED), FINALIZED);
  }

  private @Nullable Finality finality(String name, String text, String usual) {
    if (text.equals(FINALIZED) || text.equals("safe")) {
      return new Finality.Tag(text);
    }
    if (text.matches("[1-9][0-9]{0,4}")) {
      return new Finality.Depth(Integer.parseInt(text));
    }
    faults.add(
        "%s must be %s, safe or a number of blocks, not \"%s\"".formatted(name, usual, text));
    return null;
  }

  private List<URI> nodes(String name, String plainHttp) {
    boolean plain = isOn(plainHttp);
    List<URI> nodes = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String text : settings.list(name)) {
      // The address of a node often contains a key, so the message does not repeat it.
      if (!isWeb(text)) {
        faults.add(name + " must list http(s) addresses (the value is not shown here)");
        return nodes;
      }
      URI node = URI.create(text);
      if (!known.add(normal(node))) {
        faults.add(name + " lists a node twice; a quorum needs different ones");
        return nodes;
      }
      if (!plain && "http".equals(node.getScheme()) && !LOOPBACK.contains(node.getHost())) {
        faults.add(
            name
                + " must be https except on this machine: over plain http anybody on the way can"
                + " change answers; set "
                + plainHttp
                + " = on to allow it");
        return nodes;
      }
      nodes.add(node);
    }
    if (nodes.isEmpty()) {
      faults.add(name + " is required");
    }
    return nodes;
  }

  /** Returns an address in the one way in which two that reach the same node are equal. */
  private static String normal(URI node) {
    int port = node.getPort();
    int usual = "https".equals(node.getScheme()) ? HTTPS_PORT : HTTP_PORT;
    String path = Objects.requireNonNullElse(node.getRawPath(), "").replaceAll("/+$", "");
    return "%s:%d%s?%s"
        .formatted(
            node.getHost().toLowerCase(Locale.ROOT).replaceAll("[.]$", ""),
            port < 0 ? usual : port,
            path,
            Objects.requireNonNullElse(node.getRawQuery(), ""));
  }

  private boolean isOn(String name) {
    String text = settings.text(name, "off");
    if (!text.equals("on") && !text.equals("off")) {
      faults.add(name + " must be on or off");
    }
    return text.equals("on");
  }

  /** Returns the configured quorum, or null if it is not set. */
  private @Nullable Integer quorum(String name, List<URI> nodes) {
    if (settings.text(name) == null) {
      return null;
    }
    Long quorum = whole(name, 1, MAX_QUORUM, null);
    if (quorum != null && !nodes.isEmpty() && quorum > nodes.size()) {
      faults.add("%s is %d, but there are only %d nodes".formatted(name, quorum, nodes.size()));
      return null;
    }
    return quorum == null ? null : quorum.intValue();
  }

  private @Nullable String web(String name) {
    String text = settings.text(name);
    if (text != null && !isWeb(text)) {
      faults.add(name + " must be an http(s) address, not \"" + text + "\"");
      return null;
    }
    return text;
  }

  private static boolean isWeb(String text) {
    try {
      URI uri = URI.create(text);
      return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
