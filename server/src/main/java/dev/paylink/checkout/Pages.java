package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.Map;
import java.util.Objects;

/**
 * Renders the pages from templates that were compiled with the rest of the code, and puts the
 * headers on them that keep everything foreign out.
 */
final class Pages {
  /** Nothing but what we serve ourselves, nothing inline, and nobody may frame it. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String PACKAGE = Pages.class.getPackageName();

  private final TemplateEngine templates =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), PACKAGE);

  /** What is the same for every page of this instance. */
  record Setting(Map<Language, Texts> byLanguage, Assets assets, boolean testMode) {
    Texts texts(Language language) {
      return Objects.requireNonNull(byLanguage.get(language));
    }
  }

  /** Where a payment's page is, and everything below it. */
  static String path(Payment payment) {
    return "/pay/" + payment.id() + '/' + payment.linkToken().text();
  }

  byte[] payment(PaymentView view) {
    return render("pay.jte", view);
  }

  byte[] receipt(ReceiptView view) {
    return render("receipt.jte", view);
  }

  byte[] notice(NoticeView view) {
    return render("notice.jte", view);
  }

  static Answer hardened(Answer answer) {
    return answer
        .with(Headers.CONTENT_SECURITY_POLICY, POLICY)
        .with(Headers.REFERRER_POLICY, "no-referrer")
        .with(Headers.CACHE_CONTROL, "no-store")
        .with(Headers.VARY, "Accept-Language");
  }

  private byte[] render(String template, Object view) {
    Utf8ByteOutput output = new Utf8ByteOutput();
    templates.render(template, view, output);
    return output.toByteArray();
  }
}
