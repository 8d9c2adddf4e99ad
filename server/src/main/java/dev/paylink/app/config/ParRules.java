package dev.paylink.app.config;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the operator confirm settings that cost merchants money if they are a mistake: one unit of
 * a token counts as one unit of a currency.
 *
 * <ul>
 *   <li>A token's symbol contains the code of each currency that it is taken for, as USDC does USD;
 *       of a chain's own coin it is the code. Otherwise {@code par=USD} says that it is meant.
 *   <li>A token has one symbol on a chain. Otherwise {@code same=USDC} says that it is meant, for
 *       another currency: within one currency it would be offered twice.
 * </ul>
 */
final class ParRules {
  private final List<Currency> currencies;
  private final List<String> faults;
  private final Map<String, String> sameAs = new HashMap<>();

  ParRules(List<Currency> currencies, List<String> faults) {
    this.currencies = currencies;
    this.faults = faults;
  }

  boolean isListed(String symbol) {
    return !of(symbol).isEmpty();
  }

  /**
   * Returns the codes of the currencies that the token's name on the chain has to contain as well.
   *
   * @param name of the setting
   * @param par currencies for which the operator says that another name is meant
   */
  Set<String> named(String name, String symbol, boolean coin, @Nullable String par) {
    Set<String> meant =
        par == null ? Set.of() : new HashSet<>(List.of(par.strip().split("\\s*[+]\\s*", -1)));
    List<String> taken = of(symbol).stream().map(Currency::code).toList();
    meant.stream()
        .filter(code -> !taken.contains(code))
        .forEach(
            code ->
                faults.add(
                    "%s has par=%s, but currencies does not list %s for %s"
                        .formatted(name, code, symbol, code)));
    Set<String> named = new HashSet<>();
    for (String code : taken) {
      if (meant.contains(code)) {
        continue;
      }
      named.add(code);
      String upper = symbol.toUpperCase(Locale.ROOT);
      if (coin ? !upper.equals(code) : !upper.contains(code)) {
        faults.add(
            "%s is taken at par for %s, so that 1 %s is paid with 1 %s; if that is meant, add par=%s"
                    .formatted(
                        name, code, code, coin ? symbol + ", the chain's own coin" : symbol, code)
                + ", otherwise correct currencies");
      }
    }
    return named;
  }

  /** Notes that a setting names a token that another setting names too, because that is meant. */
  void noteSame(String name, @Nullable String symbol) {
    if (symbol != null) {
      sameAs.put(name, symbol);
    }
  }

  /** Refuses one token of a chain under two symbols, unless that is meant. */
  void refuseOtherSymbols(List<ChainConfig> chains) {
    List<Offered> all = new ArrayList<>();
    for (ChainConfig chain : chains) {
      for (Token token : chain.tokens()) {
        Offered offered = new Offered(chain, token);
        all.stream().filter(offered::isSameAs).findFirst().ifPresent(it -> refuse(offered, it));
        all.add(offered);
      }
    }
  }

  private record Offered(ChainConfig chain, Token token) {
    boolean isSameAs(Offered other) {
      return chain.deployment().chainId() == other.chain.deployment().chainId()
          && token.address().equals(other.token.address())
          && !token.symbol().equals(other.token.symbol());
    }

    String name() {
      return "chain." + chain.name() + "." + SettingNames.TOKEN + token.symbol();
    }
  }

  private void refuse(Offered one, Offered other) {
    String symbol = other.token.symbol();
    boolean meant =
        symbol.equals(sameAs.get(one.name()))
            || one.token.symbol().equals(sameAs.get(other.name()));
    if (!meant) {
      faults.add(
          "%s is the token of %s under another symbol; if that is meant, add same=%s"
              .formatted(one.name(), other.name(), symbol));
    }
    of(symbol).stream()
        .filter(currency -> currency.tokens().contains(one.token.symbol()))
        .findFirst()
        .ifPresent(
            currency ->
                faults.add(
                    "%s and %s are one token, which %s must list once"
                        .formatted(one.name(), other.name(), currency.code())));
  }

  private List<Currency> of(String symbol) {
    return currencies.stream().filter(currency -> currency.tokens().contains(symbol)).toList();
  }
}
