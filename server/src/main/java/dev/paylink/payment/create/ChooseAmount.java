package dev.paylink.payment.create;

import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.Money;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.read.PaymentWaits;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Lets the payer fill in the amount of a payment that was created without one.
 *
 * <ul>
 *   <li>The first choice stands, whatever races: a payment gets an amount once.
 *   <li>The same choice again succeeds, so a form that is sent twice does no harm.
 *   <li>The invoice keeps no fixed amount: another payment for it may choose another.
 * </ul>
 */
public final class ChooseAmount {
  private final PaymentStore store = new PaymentStore();
  private final Jdbi jdbi;
  private final Currencies currencies;
  private final PaymentWaits waits;

  public ChooseAmount(Jdbi jdbi, Currencies currencies, PaymentWaits waits) {
    this.jdbi = jdbi;
    this.currencies = currencies;
    this.waits = waits;
  }

  /** Sets the amount; {@code text} is a plain decimal such as {@code 12.50}. */
  public ChooseAmountResult handle(Payment payment, String text) {
    Currency currency = Objects.requireNonNull(currencies.find(payment.currency()));
    return switch (Money.parse(text, currency)) {
      case Money.Parsed.Wrong wrong -> new ChooseAmountResult.Invalid();
      case Money.Parsed.Amount amount -> {
        ChooseAmountResult result =
            jdbi.inTransaction(handle -> choose(handle, payment, amount.value()));
        waits.changed(List.of(payment.id()));
        yield result;
      }
    };
  }

  private ChooseAmountResult choose(Handle handle, Payment payment, BigDecimal amount) {
    return store.choose(handle, payment, amount) || store.isChosen(handle, payment, amount)
        ? new ChooseAmountResult.Chosen(amount)
        : new ChooseAmountResult.TooLate();
  }
}
