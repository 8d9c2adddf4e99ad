package dev.paylink.dashboard.payments;

import dev.paylink.checkout.invoice.InvoiceFilter;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.ids.InvoiceId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filters of the list of invoices, as its URL has them. An invalid value does not filter. Days
 * are whole days in UTC.
 */
public record InvoicesQuery(
    String number,
    String customer,
    @Nullable InvoiceStatus status,
    @Nullable LocalDate from,
    @Nullable LocalDate to,
    @Nullable InvoiceId before) {

  static InvoicesQuery of(Request request) {
    String before = request.query("before");
    return new InvoicesQuery(
        PaymentsQuery.search(request.query("number")),
        PaymentsQuery.search(request.query("customer")),
        status(request.query("status")),
        PaymentsQuery.day(request.query("from")),
        PaymentsQuery.day(request.query("to")),
        before == null ? null : InvoiceId.parse(before));
  }

  InvoiceFilter filter() {
    return new InvoiceFilter(
        status,
        customer.isEmpty() ? null : customer,
        from == null ? null : PaymentsQuery.start(from),
        to == null ? null : PaymentsQuery.start(to.plusDays(1)));
  }

  public boolean isEverything() {
    return customer.isEmpty() && status == null && from == null && to == null;
  }

  public Form form() {
    Map<String, String> values = new LinkedHashMap<>(filters());
    values.put("number", number);
    return Form.filled(values);
  }

  /** Returns the path of the list with these filters, at its beginning. */
  String path() {
    return DashboardPaths.INVOICES.to() + PaymentsQuery.encoded(filters());
  }

  private Map<String, String> filters() {
    Map<String, String> filters = new LinkedHashMap<>();
    filters.put("customer", customer);
    filters.put("status", status == null ? "" : status.name());
    filters.put("from", from == null ? "" : from.toString());
    filters.put("to", to == null ? "" : to.toString());
    return filters;
  }

  /** Returns the states to choose from. */
  public static Map<String, String> statusOptions(Words words) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("", words.get("status.any"));
    options.putAll(words.choices("status.", (Object[]) InvoiceStatus.values()));
    return options;
  }

  private static @Nullable InvoiceStatus status(@Nullable String name) {
    return Arrays.stream(InvoiceStatus.values())
        .filter(status -> status.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
