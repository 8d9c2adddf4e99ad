package dev.paylink.chain.wallet;

import dev.paylink.checkout.wallet.Suspensions;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.hold.SuspendedTokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The suspended tokens, as payers on the configured chains see them. */
public record ChainSuspensions(SuspendedTokens tokens, Payables payables) implements Suspensions {
  @Override
  public List<String> suspended(HostedPayment hosted) {
    return tokens.isEmpty() ? List.of() : payables.suspended(hosted);
  }

  @Override
  public @Nullable String held(HostedPayment hosted) {
    return tokens.heldFor(hosted.payment());
  }
}
