package dev.paylink.checkout;

import dev.paylink.invoice.Currencies;
import dev.paylink.invoice.Currency;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the payment page's view out of a payment and what this instance can do. */
final class PaymentViews {
  private final Currencies currencies;
  private final @Nullable String network;
  private final boolean simulated;
  private final InstantSource clock;

  PaymentViews(
      Currencies currencies, @Nullable String network, boolean simulated, InstantSource clock) {
    this.currencies = currencies;
    this.network = network;
    this.simulated = simulated;
    this.clock = clock;
  }

  PaymentView of(Frame frame, HostedPayment hosted, PaymentView.AmountForm form) {
    Payment payment = hosted.payment();
    BigDecimal amount = payment.amount();
    Currency currency = currencies.find(payment.currency());
    return new PaymentView(
        frame,
        hosted,
        Stage.of(payment, clock.instant()),
        amount == null ? null : frame.format().amount(amount, payment.currency()),
        currency == null ? List.of() : currency.tokens(),
        frame.testMode() ? frame.text("network.test") : network,
        simulated,
        form);
  }
}
