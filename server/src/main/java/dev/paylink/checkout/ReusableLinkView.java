package dev.paylink.checkout;

import dev.paylink.payment.reuse.LinkSettings;
import dev.paylink.payment.reuse.PayerField;
import dev.paylink.payment.reuse.ReusableLink;
import dev.paylink.payment.reuse.UseLink;
import dev.paylink.payment.reuse.UseLinkResult;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of a reusable link as its template shows it.
 *
 * @param formId the same each time this form is sent, so that it makes one payment; sealed
 * @param typed what was typed, by the name of its field
 * @param used whether the form that was sent had been used before, or is not one of ours
 */
record ReusableLinkView(
    Frame frame,
    UseLink.Offer offer,
    String formId,
    Map<String, String> typed,
    Map<String, UseLinkResult.Fault> faults,
    boolean used) {

  LinkSettings settings() {
    return offer.link().settings();
  }

  String path() {
    return offer.link().path();
  }

  @Nullable String picture() {
    return offer.link().picturePath();
  }

  ReusableLink.@Nullable DeskFormat pictureSize() {
    return offer.link().picture();
  }

  String merchant() {
    return offer.merchant().businessName();
  }

  String monogram() {
    return PaymentView.monogram(merchant());
  }

  String pageTitle() {
    return settings().title() + " · " + merchant();
  }

  /** Returns the fixed amount; null if the payer chooses. */
  @Nullable String amount() {
    BigDecimal amount = settings().amount();
    return amount == null ? null : shown(amount);
  }

  String amountSize() {
    return PaymentView.size(amount());
  }

  String shown(BigDecimal amount) {
    return frame.format().amount(amount, settings().currency());
  }

  String amountLabel() {
    String key = settings().suggestedAmounts().isEmpty() ? "amount.label" : "link.other";
    return frame.text(key, settings().currency());
  }

  /** Returns which amounts the link takes; null if any. */
  @Nullable String range() {
    BigDecimal least = settings().minAmount();
    BigDecimal most = settings().maxAmount();
    if (least != null && most != null) {
      return frame.text("link.between", shown(least), shown(most));
    }
    if (least != null) {
      return frame.text("link.least", shown(least));
    }
    return most == null ? null : frame.text("link.most", shown(most));
  }

  /** Returns whether the form has this field. */
  boolean asks(String name) {
    return field(name) != PayerField.off;
  }

  boolean isRequired(String name) {
    return field(name) == PayerField.required;
  }

  private PayerField field(String name) {
    return switch (name) {
      case "name" -> settings().name();
      case "email" -> settings().email();
      default -> settings().reference();
    };
  }

  String value(String name) {
    return typed.getOrDefault(name, "");
  }

  /** Returns what is wrong with a field; null if nothing is. */
  @Nullable String fault(String name) {
    UseLinkResult.Fault fault = faults.get(name);
    BigDecimal least = settings().minAmount();
    BigDecimal most = settings().maxAmount();
    if (fault == null) {
      return null;
    }
    return switch (fault) {
      case amount -> frame.text("amount.invalid", settings().currency());
      case least -> frame.text("link.fault.least", least == null ? "" : shown(least));
      case most -> frame.text("link.fault.most", most == null ? "" : shown(most));
      case required, toolong, characters, email -> frame.text("link.fault." + fault.name());
    };
  }
}
