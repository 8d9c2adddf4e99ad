package dev.paylink.checkout;

import dev.paylink.merchant.brand.Look;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The layout around every page, with its language, texts and formats. */
record Frame(
    Language language,
    Texts texts,
    LocalFormat format,
    Assets assets,
    boolean testMode,
    boolean phone,
    Look look) {
  private static final Pattern PHONE = Pattern.compile("Android|iPhone|iPad|iPod");

  /** Creates the frame. {@code locale} is the merchant's choice, or null if it made none. */
  static Frame of(
      CheckoutPages.Setting setting, @Nullable String locale, @Nullable String acceptLanguage) {
    return of(setting, locale, acceptLanguage, null);
  }

  static Frame of(
      CheckoutPages.Setting setting,
      @Nullable String locale,
      @Nullable String acceptLanguage,
      @Nullable String userAgent) {
    Language language = Language.choose(locale, acceptLanguage);
    Locale formats = language.formats(locale);
    return new Frame(
        language,
        setting.texts(language),
        LocalFormat.of(formats),
        setting.assets(),
        setting.testMode(),
        userAgent != null && PHONE.matcher(userAgent).find(),
        Look.PLAIN);
  }

  /** Returns the same frame with a merchant's look. */
  Frame with(Look merchants) {
    return new Frame(language, texts, format, assets, testMode, phone, merchants);
  }

  String text(String key) {
    return texts.get(key);
  }

  String text(String key, String... values) {
    return texts.get(key, values);
  }
}
