package dev.paylink.merchant;

import dev.paylink.account.web.AccountForms;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a merchant's pages tell payers about it. Payers follow these links from a page that
 * they trust: only https and e-mail addresses are taken. An empty text removes a value.
 */
final class PayerInfoForm {
  private static final int MAX_LENGTH = 500;

  private PayerInfoForm() {}

  static @Nullable String contact(Fields fields) {
    return fields.read(
        "contact",
        MAX_LENGTH,
        text -> text.isEmpty() || AccountForms.isEmail(text) || isHttps(text) ? text : null,
        Message.of("field.contact"));
  }

  static @Nullable String privacyUrl(Fields fields) {
    return fields.read(
        "privacyUrl",
        MAX_LENGTH,
        text -> text.isEmpty() || isHttps(text) ? text : null,
        Message.of("field.https"));
  }

  private static boolean isHttps(String text) {
    try {
      URI uri = new URI(text);
      return "https".equals(uri.getScheme()) && uri.getHost() != null && uri.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
