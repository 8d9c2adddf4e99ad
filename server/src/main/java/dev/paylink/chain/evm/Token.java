package dev.paylink.chain.evm;

import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token on a chain.
 *
 * @param symbol as in the tokens of a currency
 * @param address {@link EvmAddress#ZERO} for the chain's own coin
 * @param domain the domain of its signatures; null if it takes none
 * @param currencies the codes of currencies that its own name or symbol has to contain: it is taken
 *     at par for them, and the operator did not say that another name is meant
 */
public record Token(
    String symbol,
    EvmAddress address,
    int decimals,
    boolean permit,
    boolean authorization,
    @Nullable TokenDomain domain,
    Set<String> currencies) {
  /** The most decimals: with more, an amount would not fit the contract's numbers. */
  public static final int MAX_DECIMALS = 36;

  /** Creates a token whose name does not matter. */
  public Token(
      String symbol,
      EvmAddress address,
      int decimals,
      boolean permit,
      boolean authorization,
      @Nullable TokenDomain domain) {
    this(symbol, address, decimals, permit, authorization, domain, Set.of());
  }

  public static Token coin(String symbol, int decimals) {
    return new Token(symbol, EvmAddress.ZERO, decimals, false, false, null);
  }

  public boolean isCoin() {
    return address.equals(EvmAddress.ZERO);
  }

  /** Returns the amount in smallest units, or null if it has more decimals than the token. */
  @Nullable
  public BigInteger units(BigDecimal amount) {
    BigDecimal units = amount.movePointRight(decimals);
    return units.stripTrailingZeros().scale() > 0 ? null : units.toBigIntegerExact();
  }
}
