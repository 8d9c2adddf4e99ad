package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.id.UuidV7;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The statement that finds the ids of one page. Each of its branches is one range of one index, in
 * the order that only this index has; the results of several branches are merged. A page therefore
 * costs the same wherever it lies and however rare its payments are. Ids sort by time: the cursor
 * and the times are bounds of the range.
 */
record PaymentKeyQueries(String sql, Map<String, Object> parameters) {

  static PaymentKeyQueries of(MerchantId merchant, PaymentFilter filter, Window window) {
    return new Builder(merchant, filter, window).build();
  }

  private static final class Builder {
    private final PaymentFilter filter;
    private final String direction;
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    Builder(MerchantId merchant, PaymentFilter filter, Window window) {
      this.filter = filter;
      boolean newer = window.direction() == Direction.NEWER;
      this.direction = newer ? "asc" : "desc";
      UUID lower = filter.from() == null ? UuidV7.FIRST : UuidV7.floor(filter.from());
      UUID upper = filter.to() == null ? UuidV7.LAST : UuidV7.floor(filter.to());
      if (window.cursor() != null) {
        UUID cursor = window.cursor().value();
        if (newer) {
          lower = UuidV7.later(lower, UuidV7.after(cursor));
        } else {
          upper = UuidV7.earlier(upper, cursor);
        }
      }
      parameters.put("merchant", merchant.value());
      parameters.put("limit", window.limit());
      parameters.put("lower", lower);
      parameters.put("upper", upper);
    }

    PaymentKeyQueries build() {
      List<String> branches = branches();
      // A text can match the same payment in several ways.
      boolean twice = filter.search() instanceof PaymentSearch.Found;
      return new PaymentKeyQueries(
          "select "
              + (twice ? "distinct " : "")
              + "id from (\n("
              + String.join(")\nunion all\n(", branches)
              + ")) k order by id "
              + direction
              + " limit :limit",
          parameters);
    }

    private List<String> branches() {
      return switch (filter.search()) {
        case PaymentSearch.Everything everything -> perStatus("created_at > '-infinity'");
        case PaymentSearch.PartlyPaid partly -> perStatus(PaymentQueries.PARTLY_PAID);
        case PaymentSearch.Held held -> perStatus(PaymentQueries.HELD);
        case PaymentSearch.ById one -> List.of(byId("id", one.id().value(), ""));
        case PaymentSearch.ByReference by -> perStatus(equal("reference", by.reference()));
        case PaymentSearch.ByInvoice by -> ofInvoice(by.id(), "invoice");
        case PaymentSearch.ByText by -> perStatus(equal("reference", by.text()));
        case PaymentSearch.Found found -> found(found);
      };
    }

    private List<String> found(PaymentSearch.Found found) {
      List<String> any = new ArrayList<>(perStatus(equal("reference", found.reference())));
      for (int i = 0; i < found.invoices().size(); i++) {
        any.addAll(ofInvoice(found.invoices().get(i), "invoice" + i));
      }
      found.customers().forEach((key, values) -> any.addAll(ofCustomers(key, values)));
      if (found.amount() != null) {
        any.addAll(perStatus(equal("amount", found.amount()) + " and amount is not null"));
      }
      return any;
    }

    /** Finds the payments of these customers, each by itself: behind the fence one index fits. */
    private List<String> ofCustomers(CustomerQueries.Key key, List<String> values) {
      if (values.isEmpty()) {
        return List.of();
      }
      String name = key.name().toLowerCase(Locale.ROOT);
      parameters.put(name, values.toArray(String[]::new));
      return perStatus("%s is not null and %s = k.value".formatted(key.text(), key.expression()))
          .stream()
          .map(
              range ->
                  "select p.id from unnest(cast(:%s as text[])) as k (value) cross join lateral (\n%s offset 0) p"
                      .formatted(name, range))
          .toList();
    }

    /** Finds the payment created with the invoice, which has its id, and any further ones. */
    private List<String> ofInvoice(InvoiceId invoice, String name) {
      List<String> both = new ArrayList<>();
      both.add(byId(name, invoice.value(), " and invoice_id = :" + name));
      both.addAll(perStatus("invoice_id = :" + name + " and invoice_id <> id"));
      return both;
    }

    private String byId(String name, UUID id, String condition) {
      parameters.put(name, id);
      return "select id from payment where id = :"
          + name
          + " and merchant_id = :merchant"
          + condition
          + (filter.status() == null ? "" : " and status = '" + filter.status().name() + "'")
          + " and id >= :lower and id < :upper";
    }

    /** Returns one range per status: in their index, ids are in order only within one status. */
    private List<String> perStatus(String condition) {
      return Arrays.stream(PaymentStatus.values())
          .filter(status -> filter.status() == null || filter.status() == status)
          .map(status -> range(condition, status))
          .toList();
    }

    private String range(String condition, PaymentStatus status) {
      return """
      select id from payment
       where merchant_id = :merchant and %1$s
         and (status, id) >= ('%2$s', :lower) and (status, id) < ('%2$s', :upper)
       order by status %3$s, id %3$s limit :limit\
      """
          .formatted(condition, status.name(), direction);
    }

    private String equal(String column, Object value) {
      parameters.put(column, value);
      return column + " = :" + column;
    }
  }
}
