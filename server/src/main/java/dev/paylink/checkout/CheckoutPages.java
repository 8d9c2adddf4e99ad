package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.Templates;
import java.util.Map;
import java.util.Objects;

/** Renders the pages of a payment link, in the visitor's language. */
final class CheckoutPages {
  private final Templates templates;

  CheckoutPages(Templates templates) {
    this.templates = templates;
  }

  /** The values that are the same for every page of this instance. */
  record Setting(Map<Language, Texts> byLanguage, Assets assets, boolean testMode) {
    Texts texts(Language language) {
      return Objects.requireNonNull(byLanguage.get(language));
    }
  }

  /** Returns the path of a payment's page, which is also the prefix of every path below it. */
  static String path(Payment payment) {
    return "/pay/" + payment.id() + '/' + payment.linkToken().text();
  }

  byte[] payment(PaymentView view) {
    return templates.render("checkout/pay.jte", view);
  }

  byte[] link(ReusableLinkView view) {
    return templates.render("checkout/link.jte", view);
  }

  byte[] receipt(ReceiptView view) {
    return templates.render("checkout/receipt.jte", view);
  }

  byte[] refund(RefundAddressView view) {
    return templates.render("checkout/refund.jte", view);
  }

  byte[] notice(NoticeView view) {
    return templates.render("checkout/notice.jte", view);
  }

  /**
   * Adds the security headers. They allow inline images, because wallets provide their icons as
   * data.
   */
  static Answer hardened(Answer answer) {
    return PageHeaders.on(answer, PageHeaders.POLICY_WITH_INLINE_IMAGES)
        .with(Headers.VARY, "Accept-Language");
  }
}
