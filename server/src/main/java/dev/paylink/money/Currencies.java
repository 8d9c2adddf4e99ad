package dev.paylink.money;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The currencies this instance knows, and which of them can be paid; the first is the default. */
public final class Currencies {
  private final Map<String, Currency> byCode = new LinkedHashMap<>();
  private final Collection<String> payable;

  /** Creates currencies that can all be paid. */
  public Currencies(List<Currency> currencies) {
    this(currencies, currencies.stream().map(Currency::code).collect(Collectors.toSet()));
  }

  /**
   * Creates currencies of which only some can be paid.
   *
   * @param payable the codes of those for which this instance takes a token
   */
  public Currencies(List<Currency> currencies, Set<String> payable) {
    currencies.forEach(currency -> byCode.put(currency.code(), currency));
    this.payable = byCode.keySet().stream().filter(payable::contains).toList();
  }

  public Currency standard() {
    return byCode.values().iterator().next();
  }

  public @Nullable Currency find(String code) {
    return byCode.get(code);
  }

  /**
   * Returns the currency that lists the token; null if none does.
   *
   * @param preferred the code of the one that is returned if several do
   */
  public @Nullable Currency listing(String token, String preferred) {
    Currency first = byCode.get(preferred);
    return first != null && first.tokens().contains(token)
        ? first
        : byCode.values().stream()
            .filter(currency -> currency.tokens().contains(token))
            .findFirst()
            .orElse(null);
  }

  public Collection<String> codes() {
    return byCode.keySet();
  }

  /** Returns the codes of the currencies that this instance takes a token for. */
  public Collection<String> payable() {
    return payable;
  }
}
