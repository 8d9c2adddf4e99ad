package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.id.UuidV7;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statement that finds the ids of one page. Each branch of it follows one index in its order,
 * and what several of them find is merged, so a page costs the same wherever it lies and however
 * rare its payments are. Ids sort by time: the cursor and the times are ranges of the key.
 */
record PaymentKeys(String sql, Map<String, Object> parameters) {

  static PaymentKeys of(MerchantId merchant, PaymentFilter filter, Window window) {
    return new Builder(merchant, filter, window).build();
  }

  private static final class Builder {
    private final PaymentFilter filter;
    private final boolean newer;
    private final StringBuilder range = new StringBuilder();
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    Builder(MerchantId merchant, PaymentFilter filter, Window window) {
      this.filter = filter;
      this.newer = window.direction() == Direction.NEWER;
      parameters.put("merchant", merchant.value());
      parameters.put("limit", window.limit());
      if (filter.from() != null) {
        restrict("id >= :from", "from", UuidV7.floor(filter.from()));
      }
      if (filter.to() != null) {
        restrict("id < :to", "to", UuidV7.floor(filter.to()));
      }
      if (window.cursor() != null) {
        restrict(newer ? "id > :cursor" : "id < :cursor", "cursor", window.cursor().value());
      }
    }

    PaymentKeys build() {
      List<String> branches = conditions().stream().map(this::branch).toList();
      if (branches.size() == 1) {
        return new PaymentKeys(branches.getFirst(), parameters);
      }
      // Only a reference and an invoice can both have found the same payment.
      boolean twice = filter.search() instanceof PaymentSearch.ByReferenceOrInvoice;
      return new PaymentKeys(
          "select "
              + (twice ? "distinct " : "")
              + "id from (\n("
              + String.join(")\nunion all\n(", branches)
              + ")) k"
              + ordered(),
          parameters);
    }

    private List<String> conditions() {
      return switch (filter.search()) {
        case PaymentSearch.Everything everything -> List.of(withStatus(""));
        case PaymentSearch.ById one -> List.of(withStatus(only("id", one.id().value())));
        case PaymentSearch.ByReference by -> perStatus(equal("reference", by.reference()));
        case PaymentSearch.ByCustomer by -> perStatus(equal("customer_email", by.email()));
        case PaymentSearch.ByInvoice by -> ofInvoice(by.id());
        case PaymentSearch.ByReferenceOrInvoice by -> referenceOrInvoice(by.text(), by.invoice());
      };
    }

    private List<String> referenceOrInvoice(String reference, @Nullable InvoiceId invoice) {
      List<String> either = new ArrayList<>(perStatus(equal("reference", reference)));
      if (invoice != null) {
        either.addAll(ofInvoice(invoice));
      }
      return either;
    }

    /** The payment that the invoice was made with, which has its id, and any further ones. */
    private List<String> ofInvoice(InvoiceId invoice) {
      List<String> both = new ArrayList<>();
      both.add(withStatus(only("invoice_id", invoice.value()) + " and invoice_id = :invoice_id"));
      both.addAll(perStatus(equal("invoice_id", invoice.value()) + " and invoice_id <> id"));
      return both;
    }

    /** One condition for each status: in their index the ids are in order only within one. */
    private List<String> perStatus(String condition) {
      return filter.status() != null
          ? List.of(withStatus(condition))
          : Arrays.stream(PaymentStatus.values()).map(s -> condition + isStatus(s)).toList();
    }

    private String withStatus(String condition) {
      return filter.status() == null ? condition : condition + isStatus(filter.status());
    }

    /** In the text itself: the planner knows how many there are of each. */
    private static String isStatus(PaymentStatus status) {
      return " and status = '" + status.name() + "'";
    }

    private String equal(String column, Object value) {
      parameters.put(column, value);
      return " and " + column + " = :" + column;
    }

    /** A range of one id, because a range has an order, and what has one needs no sorting. */
    private String only(String name, Object id) {
      parameters.put(name, id);
      return " and id >= :" + name + " and id <= :" + name;
    }

    private void restrict(String condition, String name, Object value) {
      range.append(" and ").append(condition);
      parameters.put(name, value);
    }

    private String branch(String condition) {
      return "select id from payment where merchant_id = :merchant" + condition + range + ordered();
    }

    private String ordered() {
      return " order by id " + (newer ? "asc" : "desc") + " limit :limit";
    }
  }
}
