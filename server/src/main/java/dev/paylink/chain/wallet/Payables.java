package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.HostedPayment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The ways in which payments can be made on the configured chains.
 *
 * @param isChecked tells whether payments may be prepared on a chain now
 * @param isSuspended tells whether nothing new may be offered in a token of a chain now
 */
public record Payables(
    Currencies currencies,
    List<ChainConfig> chains,
    Predicate<ChainConfig> isChecked,
    BiPredicate<ChainConfig, Token> isSuspended) {

  /**
   * Returns the tokens that the payment's currency accepts and that can express its amount exactly.
   */
  List<Payable> of(HostedPayment hosted) {
    return of(hosted, isChecked, isSuspended.negate());
  }

  /** Returns the same with tokens that were suspended meanwhile: the payer may have sent them. */
  List<Payable> evenSuspended(HostedPayment hosted) {
    return of(hosted, isChecked, (chain, token) -> true);
  }

  /**
   * Returns the same on all chains, also on those where nothing is prepared now, and in suspended
   * tokens: what a payer sends in one is held for a decision.
   */
  List<Payable> onAllChains(HostedPayment hosted) {
    return of(hosted, chain -> true, (chain, token) -> true);
  }

  /** Returns the symbols of the tokens in which the payment cannot be made now. */
  public List<String> suspended(HostedPayment hosted) {
    return of(hosted, chain -> true, isSuspended).stream()
        .map(it -> it.token().symbol())
        .distinct()
        .toList();
  }

  private List<Payable> of(
      HostedPayment hosted, Predicate<ChainConfig> which, BiPredicate<ChainConfig, Token> offered) {
    Currency currency = currencies.find(hosted.payment().currency());
    BigDecimal amount = hosted.payment().amount();
    List<Payable> payables = new ArrayList<>();
    if (currency == null || amount == null) {
      return payables;
    }
    for (ChainConfig chain : chains) {
      if (which.test(chain)) {
        List<Token> tokens =
            chain.tokens().stream().filter(token -> offered.test(chain, token)).toList();
        payables.addAll(of(chain, tokens, Prices::canBe, currency, hosted, amount));
      }
    }
    return payables;
  }

  /**
   * Returns the ways on one chain, the simulated one included.
   *
   * @param tokens those of the chain that are offered
   * @param canBe tells which amounts the contract can keep
   */
  public static List<Payable> of(
      ChainConfig chain,
      List<Token> tokens,
      Predicate<BigInteger> canBe,
      Currency currency,
      HostedPayment hosted,
      BigDecimal amount) {
    Map<Token, BigInteger> units = new LinkedHashMap<>();
    for (Token token : tokens) {
      BigInteger exact = token.units(amount);
      if (exact != null && currency.tokens().contains(token.symbol()) && canBe.test(exact)) {
        units.put(token, exact);
      }
    }
    List<Payable> payables = new ArrayList<>();
    if (units.isEmpty()) {
      return payables;
    }
    Prices accepted = prices(units);
    units.forEach(
        (token, exact) -> payables.add(Payable.of(chain, token, hosted, amount, exact, accepted)));
    return payables;
  }

  private static Prices prices(Map<Token, BigInteger> units) {
    List<Prices.Price> prices = new ArrayList<>();
    units.forEach(
        (token, exact) -> prices.add(new Prices.Price(token.symbol(), token.address(), exact)));
    return new Prices(prices);
  }
}
