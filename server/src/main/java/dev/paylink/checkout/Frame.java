package dev.paylink.checkout;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The layout around every page, with its language, texts and formats. */
record Frame(Language language, Texts texts, LocalFormat format, Assets assets, boolean testMode) {

  /** Creates the frame. {@code locale} is the merchant's choice, or null if it made none. */
  static Frame of(
      CheckoutPages.Setting setting, @Nullable String locale, @Nullable String acceptLanguage) {
    Language language = Language.choose(locale, acceptLanguage);
    Locale formats = language.formats(locale);
    return new Frame(
        language,
        setting.texts(language),
        LocalFormat.of(formats),
        setting.assets(),
        setting.testMode());
  }

  String text(String key) {
    return texts.get(key);
  }

  String text(String key, String... values) {
    return texts.get(key, values);
  }
}
