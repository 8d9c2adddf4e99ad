package dev.paylink.sdk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of payments, and the cursor of the page after it.
 *
 * @param data the payments of this page, possibly none
 * @param nextCursor goes into {@link PaymentQuery#withCursor}; null on the last page
 */
public record PaymentPage(List<Payment> data, @Nullable String nextCursor) {

  public PaymentPage {
    data = List.copyOf(data);
  }

  static PaymentPage from(JsonObject body) {
    List<Payment> data = body.objects("data").stream().map(Payment::from).toList();
    return new PaymentPage(data, body.textOrNull("nextCursor"));
  }
}
