package dev.paylink.checkout;

import dev.paylink.merchant.brand.Look;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Panel;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The layout around every page, with its language, texts and formats.
 *
 * @param languages the form that chooses another language; null on pages that no link leads to
 */
record Frame(
    Language language,
    Texts texts,
    LocalFormat format,
    Assets assets,
    boolean testMode,
    boolean phone,
    Look look,
    Panel.@Nullable Languages languages) {
  private static final Pattern PHONE = Pattern.compile("Android|iPhone|iPad|iPod");

  /** Creates the frame. {@code locale} is the merchant's choice, or null if it made none. */
  static Frame of(
      CheckoutPages.Setting setting, @Nullable String locale, @Nullable String acceptLanguage) {
    return of(setting, null, locale, acceptLanguage, null);
  }

  /** Creates the frame; a language that the payer has chosen counts more than the merchant's. */
  static Frame of(
      CheckoutPages.Setting setting,
      @Nullable Language chosen,
      @Nullable String locale,
      @Nullable String acceptLanguage,
      @Nullable String userAgent) {
    Language language = chosen == null ? Language.choose(locale, acceptLanguage) : chosen;
    Locale formats = language.formats(locale);
    return new Frame(
        language,
        setting.texts(language),
        LocalFormat.of(formats),
        setting.assets(),
        setting.testMode(),
        userAgent != null && PHONE.matcher(userAgent).find(),
        Look.PLAIN,
        null);
  }

  /** Returns the same frame with a merchant's look. */
  Frame with(Look merchants) {
    return new Frame(language, texts, format, assets, testMode, phone, merchants, languages);
  }

  /** Returns the same frame with a choice of languages. */
  Frame with(Panel.@Nullable Languages offered) {
    return new Frame(language, texts, format, assets, testMode, phone, look, offered);
  }

  String text(String key) {
    return texts.get(key);
  }

  String text(String key, String... values) {
    return texts.get(key, values);
  }
}
