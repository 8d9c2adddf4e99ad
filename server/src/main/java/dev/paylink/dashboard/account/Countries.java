package dev.paylink.dashboard.account;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Words;
import java.text.Collator;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The countries in which a company may be registered, by ISO 3166 code, in the order of their
 * names.
 */
final class Countries {
  private static final Map<Language, Map<String, String>> KNOWN = new ConcurrentHashMap<>();

  private Countries() {}

  static Map<String, String> byCode(Words words) {
    return KNOWN.computeIfAbsent(words.language(), language -> named(words));
  }

  private static Map<String, String> named(Words words) {
    Locale locale = words.language().formats(null);
    Map<String, String> names = new LinkedHashMap<>();
    names.put("", words.get("settings.choosecountry"));
    Arrays.stream(Locale.getISOCountries())
        .sorted(Comparator.comparing(code -> name(code, locale), order(words.language(), locale)))
        .forEach(code -> names.put(code, name(code, locale)));
    return Collections.unmodifiableMap(names);
  }

  private static Comparator<? super String> order(Language language, Locale locale) {
    return language == Language.EN ? Comparator.naturalOrder() : Collator.getInstance(locale);
  }

  private static String name(String code, Locale locale) {
    return Locale.of("", code).getDisplayCountry(locale);
  }
}
