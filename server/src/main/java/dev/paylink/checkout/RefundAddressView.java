package dev.paylink.checkout;

import dev.paylink.checkout.link.RefundLinks;
import dev.paylink.money.AddressFault;
import org.jspecify.annotations.Nullable;

/**
 * What a customer sees of a refund that needs an address.
 *
 * @param typed what is in the field
 * @param fault what is wrong with it; null if nothing is
 */
record RefundAddressView(
    Frame frame,
    RefundLinks.Asked asked,
    String merchant,
    @Nullable String typed,
    @Nullable AddressFault fault) {

  String monogram() {
    return PaymentView.monogram(merchant);
  }

  String amount() {
    return frame.format().amount(asked.amount(), asked.currency());
  }

  String amountSize() {
    return PaymentView.size(amount());
  }

  /** Returns whether an address can still be named. */
  boolean asks() {
    return asked.stage() == RefundLinks.Stage.ask || asked.stage() == RefundLinks.Stage.named;
  }

  String heading() {
    return frame.text("refund." + asked.stage() + ".title");
  }

  String explanation() {
    return frame.text("refund." + asked.stage() + ".text", merchant);
  }

  /** Returns the token and the network, in words. */
  String network() {
    return frame.text("refund.network", asked.token(), asked.chainName());
  }

  String before() {
    return frame.text("refund.before", frame.format().time(asked.before()));
  }

  @Nullable String error() {
    return fault == null ? null : frame.text("refund.fault." + fault.name());
  }
}
