package dev.paylink.dashboard.account;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The countries in which a company may be registered, by ISO 3166 code, in the order of their
 * names.
 */
final class Countries {
  static final Map<String, String> BY_CODE = byCode();

  private Countries() {}

  private static Map<String, String> byCode() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("", "Choose a country");
    Arrays.stream(Locale.getISOCountries())
        .sorted(Comparator.comparing(Countries::name))
        .forEach(code -> names.put(code, name(code)));
    return Collections.unmodifiableMap(names);
  }

  private static String name(String code) {
    return Locale.of("", code).getDisplayCountry(Locale.ENGLISH);
  }
}
