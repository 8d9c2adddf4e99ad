package dev.paylink.checkout.wallet;

import dev.paylink.payment.HostedPayment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a payer sees about tokens that operators have suspended. */
public interface Suspensions {
  /** Returns the tokens of this payment that cannot be used now. */
  List<String> suspended(HostedPayment hosted);

  /** Returns the token of money that has arrived and waits for a decision; null if none does. */
  @Nullable String held(HostedPayment hosted);
}
