package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Every kind of statement that the search for payments builds, for a given merchant. */
public final class PaymentStatements {
  private PaymentStatements() {}

  /** A statement with its arguments, and how many rows its page may have. */
  public record Built(String name, String sql, Map<String, Object> arguments, int limit) {}

  public static List<Built> of(UUID merchant, UUID payment, String reference, String email) {
    List<PaymentSearch> searches =
        List.of(
            new PaymentSearch.Everything(),
            new PaymentSearch.PartlyPaid(),
            new PaymentSearch.Held(),
            new PaymentSearch.ById(new PaymentId(payment)),
            new PaymentSearch.ByInvoice(new InvoiceId(payment)),
            new PaymentSearch.ByReference(reference),
            new PaymentSearch.ByText(reference, null),
            found(reference, List.of(), Map.of(CustomerQueries.Key.EMAIL, List.of(email)), null),
            found(
                reference,
                List.of(),
                Map.of(
                    CustomerQueries.Key.NAME,
                    List.of("ada 4 lovelace4", "ada 8 van der lovelace8"),
                    CustomerQueries.Key.LAST_WORD,
                    List.of("lovelace4", "lovelace8"),
                    CustomerQueries.Key.LAST_TWO_WORDS,
                    List.of("4 lovelace4", "der lovelace8"),
                    CustomerQueries.Key.LAST_THREE_WORDS,
                    List.of("van der lovelace8", "van der lovelace16")),
                null),
            found(reference, List.of(new InvoiceId(payment)), Map.of(), BigDecimal.TEN));
    List<Built> built = new ArrayList<>();
    for (PaymentSearch search : searches) {
      for (PaymentStatus status : new PaymentStatus[] {null, PaymentStatus.submitted}) {
        for (Window window : windows(payment)) {
          PaymentFilter filter = new PaymentFilter(search, status, null, null);
          PaymentKeyQueries keys = PaymentKeyQueries.of(new MerchantId(merchant), filter, window);
          built.add(
              new Built(
                  "PaymentQueries.list %s %s %s"
                      .formatted(search.getClass().getSimpleName(), status, window.direction()),
                  PaymentQueries.pageSql(PaymentQueries.COLUMNS, keys, window.direction()),
                  keys.parameters(),
                  window.limit()));
        }
      }
    }
    return built;
  }

  private static PaymentSearch found(
      String reference,
      List<InvoiceId> invoices,
      Map<CustomerQueries.Key, List<String>> customers,
      @Nullable BigDecimal amount) {
    return new PaymentSearch.Found(reference, invoices, customers, amount);
  }

  private static List<Window> windows(UUID payment) {
    return List.of(
        new Window(null, Direction.OLDER, 21),
        new Window(new PaymentId(payment), Direction.OLDER, 21),
        new Window(new PaymentId(payment), Direction.NEWER, 21));
  }
}
