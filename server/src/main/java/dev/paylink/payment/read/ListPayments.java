package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Lists a merchant's payments, newest first, in pages that all cost the same. */
public final class ListPayments {
  private static final Set<String> KNOWN = known();

  /** Numbers that differ in the case of their letters alone. */
  private static final int MAX_INVOICES = 4;

  private final Jdbi jdbi;
  private final PaymentQueries queries = new PaymentQueries();
  private final PaymentJson json;

  public ListPayments(Jdbi jdbi, PaymentJson json) {
    this.jdbi = jdbi;
    this.json = json;
  }

  public Answer handle(Request request, MerchantId merchant) {
    return handle(request, merchant, payments -> (item, payment) -> {});
  }

  /**
   * @param more given the payments of the page, says what is added to each of them
   */
  public Answer handle(
      Request request,
      MerchantId merchant,
      Function<List<Payment>, BiConsumer<Json, Payment>> more) {
    QueryParameters query = new QueryParameters(request, KNOWN);
    PaymentFilter filter = FilterParameters.read(query);
    PaymentId cursor = query.read("cursor", PaymentId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    ListedPayments page = page(merchant, filter, Window.olderThan(cursor, limit));
    List<Payment> payments = page.payments();
    BiConsumer<Json, Payment> write = more.apply(payments);
    return Answer.ok(
        Json.object()
            .putObjects(
                "data",
                payments,
                (item, payment) -> write.accept(json.putListed(item, payment), payment))
            .put("nextCursor", page.hasOlder() ? payments.getLast().id().toString() : null)
            .bytes());
  }

  /** Reads one page, forward or back. */
  public ListedPayments page(MerchantId merchant, PaymentFilter filter, Window window) {
    return jdbi.withHandle(
        handle ->
            ListedPayments.of(
                queries.list(handle, merchant, resolved(handle, merchant, filter), window),
                window));
  }

  /** Returns the same filter; a text becomes what the merchant has of it. */
  static PaymentFilter resolved(Handle handle, MerchantId merchant, PaymentFilter filter) {
    if (!(filter.search() instanceof PaymentSearch.ByText typed)) {
      return filter;
    }
    List<InvoiceId> invoices =
        new InvoiceStore().idsOf(handle, merchant, typed.text(), MAX_INVOICES);
    return filter.with(
        new PaymentSearch.Found(
            typed.text(),
            invoices,
            new CustomerQueries().beginningWith(handle, merchant, typed.text()),
            typed.amount()));
  }

  private static Set<String> known() {
    Set<String> names = new HashSet<>(FilterParameters.NAMES);
    names.add("limit");
    names.add("cursor");
    return names;
  }
}
