package dev.paylink.money;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The currencies this instance knows; the first is the default. */
public final class Currencies {
  private final Map<String, Currency> byCode = new LinkedHashMap<>();

  public Currencies(List<Currency> currencies) {
    currencies.forEach(currency -> byCode.put(currency.code(), currency));
  }

  public Currency standard() {
    return byCode.values().iterator().next();
  }

  public @Nullable Currency find(String code) {
    return byCode.get(code);
  }

  public Collection<String> codes() {
    return byCode.keySet();
  }
}
