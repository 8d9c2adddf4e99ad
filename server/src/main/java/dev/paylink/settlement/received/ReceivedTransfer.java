package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One final transfer that a payment got.
 *
 * @param token null if the component did not say
 * @param isLate whether it came after the payment's end
 * @param counts whether it is in the payment's sum; one in a token that does not pay it is not
 */
public record ReceivedTransfer(
    MerchantId merchantId,
    PaymentId paymentId,
    Transfer transfer,
    @Nullable String token,
    BigDecimal amount,
    Source source,
    boolean isLate,
    boolean counts) {

  /** How the money came. */
  public enum Source {
    /** To the payment's own address. */
    address,
    /** To the merchant's, as a component or a settlement contract has reported. */
    settlement
  }

  /** Returns the same, after the payment's end. */
  public ReceivedTransfer late() {
    return new ReceivedTransfer(
        merchantId, paymentId, transfer, token, amount, source, true, counts);
  }
}
