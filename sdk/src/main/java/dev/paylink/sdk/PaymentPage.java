package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One page of payments, and the cursor of the page after it. */
public final class PaymentPage extends Values {
  private final List<Payment> data;
  private final @Nullable String nextCursor;

  public PaymentPage(List<Payment> data, @Nullable String nextCursor) {
    this.data = List.copyOf(data);
    this.nextCursor = nextCursor;
  }

  /** Returns the payments of this page, possibly none. */
  public List<Payment> data() {
    return data;
  }

  /** Returns what goes into {@link PaymentQuery#withCursor}; null on the last page. */
  public @Nullable String nextCursor() {
    return nextCursor;
  }

  static PaymentPage from(JsonObject body) {
    List<Payment> data =
        body.objects("data").stream().map(Payment::from).collect(Collectors.toUnmodifiableList());
    return new PaymentPage(data, body.textOrNull("nextCursor"));
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"data", data, "nextCursor", nextCursor};
  }
}
