package dev.paylink.app.config;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.money.EvmAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tokens of a chain: {@code chain.base.token.USDC = 0x8335…, 6, permit, authorization,
 * name=USD Coin, version=2}, or {@code native, 18, par=USD} for the chain's own coin.
 */
final class TokenReader {
  private static final String PERMIT = "permit";
  private static final String AUTHORIZATION = "authorization";
  private static final Set<String> PAIRS = Set.of("name", "version", "par", "same");
  private static final String FORM =
      "must be an address or native, then the decimals, then permit, authorization, name=…,"
          + " version=…, par=… and same=… as far as they apply";

  private final Settings settings;
  private final ParRules par;
  private final List<String> faults;

  TokenReader(Settings settings, ParRules par, List<String> faults) {
    this.settings = settings;
    this.par = par;
    this.faults = faults;
  }

  List<Token> read(String chain) {
    String prefix = "chain." + chain + "." + SettingNames.TOKEN;
    List<Token> tokens = new ArrayList<>();
    for (String name : settings.names()) {
      String text = name.startsWith(prefix) ? settings.text(name) : null;
      Token token = text == null ? null : token(name, name.substring(prefix.length()), text);
      if (token != null) {
        tokens.add(token);
      }
    }
    return tokens;
  }

  private @Nullable Token token(String name, String symbol, String text) {
    if (!par.isListed(symbol)) {
      faults.add(name + " is not a token of any currency; add it to currencies");
    }
    String[] parts = text.split("\\s*,\\s*", -1);
    Integer decimals = parts.length < 2 ? null : decimals(parts[1]);
    Map<String, String> options = new HashMap<>();
    if (decimals == null || !options(parts, options)) {
      faults.add(name + " " + FORM + ", not \"" + text + "\"");
      return null;
    }
    boolean coin = parts[0].equals("native");
    par.noteSame(name, options.remove("same"));
    Set<String> named = par.named(name, symbol, coin, options.remove("par"));
    if (coin) {
      if (!options.isEmpty()) {
        faults.add(name + " is the chain's own coin, which takes no signatures");
      }
      return Token.coin(symbol, decimals);
    }
    EvmAddress address = ChainReader.address(name, parts[0], faults);
    return address == null ? null : signed(name, symbol, address, decimals, options, named);
  }

  private @Nullable Token signed(
      String name,
      String symbol,
      EvmAddress address,
      int decimals,
      Map<String, String> options,
      Set<String> named) {
    boolean permit = options.containsKey(PERMIT);
    boolean authorization = options.containsKey(AUTHORIZATION);
    String domainName = options.get("name");
    String version = options.get("version");
    if ((permit || authorization) != (domainName != null && version != null)) {
      faults.add(name + " needs name=… and version=… exactly when it has permit or authorization");
      return null;
    }
    TokenDomain domain =
        domainName == null || version == null ? null : new TokenDomain(domainName, version);
    return new Token(symbol, address, decimals, permit, authorization, domain, named);
  }

  private static @Nullable Integer decimals(String text) {
    return text.matches("[0-9]{1,2}") && Integer.parseInt(text) <= Token.MAX_DECIMALS
        ? Integer.valueOf(text)
        : null;
  }

  /** Reads the options of a token; returns false if one is unknown or a duplicate. */
  private static boolean options(String[] parts, Map<String, String> options) {
    Set<String> known = new HashSet<>(Set.of(PERMIT, AUTHORIZATION));
    known.addAll(PAIRS);
    for (int i = 2; i < parts.length; i++) {
      String[] pair = parts[i].split("=", 2);
      boolean isPair = pair.length == 2 && !pair[1].isBlank();
      if (!known.remove(pair[0]) || isPair != PAIRS.contains(pair[0])) {
        return false;
      }
      options.put(pair[0], isPair ? pair[1].strip() : "");
    }
    return true;
  }
}
