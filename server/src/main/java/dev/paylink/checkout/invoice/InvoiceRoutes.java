package dev.paylink.checkout.invoice;

import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.payment.read.InvoicePaymentQueries;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls with which a merchant's server reads invoices: some, one, and one as PDF. */
public final class InvoiceRoutes {
  private static final Set<String> PARAMETERS = Set.of("status", "number", "after", "limit");
  private static final String PATH = "/sdk/server/invoices";

  private final ServerCalls calls;
  private final MerchantInvoices invoices;

  public InvoiceRoutes(ServerCalls calls, MerchantInvoices invoices) {
    this.calls = calls;
    this.invoices = invoices;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, reading(this::list)),
        Route.get(PATH + "/:invoiceId", reading(this::read)),
        Route.get(PATH + "/:invoiceId/invoice.pdf", reading(this::print)));
  }

  private Handler reading(ServerCalls.Call call) {
    return calls.guard(KeyScope.INVOICES_READ, Signature.OPTIONAL, call);
  }

  private Answer list(Request request, Caller caller) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    InvoiceStatus status =
        query.read("status", InvoiceRoutes::status, Message.of("field.oneof", "open, paid"));
    String number = query.text("number");
    InvoiceId after = query.read("after", InvoiceId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    MerchantId merchant = caller.merchantId();
    Page<Invoice, InvoiceId> page =
        number == null
            ? invoices.list(merchant, InvoiceFilter.of(status), after, limit)
            : invoices.numbered(merchant, number.strip(), status);
    Map<InvoiceId, List<InvoicePaymentQueries.Row>> payments =
        invoices.payments(merchant, page.items());
    return Answer.ok(page.json((json, invoice) -> write(json, invoice, payments)));
  }

  private Answer read(Request request, Caller caller) {
    Invoice invoice = invoices.read(caller.merchantId(), request.parameter("invoiceId"));
    Json json = Json.object();
    write(json, invoice, invoices.payments(caller.merchantId(), List.of(invoice)));
    return Answer.ok(json.bytes());
  }

  /** Answers in one of the payers' languages; in English if none of them is asked for. */
  private Answer print(Request request, Caller caller) {
    QueryParameters query = new QueryParameters(request, Set.of("language"));
    String language = query.text("language");
    query.refuseFaults();
    return answer(
        invoices.print(
            caller.merchantId(),
            invoices.read(caller.merchantId(), request.parameter("invoiceId")),
            Language.choose(language, null)));
  }

  /** Answers with a file that is to be kept. */
  public static Answer answer(MerchantInvoices.File file) {
    return Answer.okAs("application/pdf", file.bytes())
        .with(Headers.CONTENT_DISPOSITION, "attachment; filename=\"" + file.name() + '"')
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private static void write(
      Json json, Invoice invoice, Map<InvoiceId, List<InvoicePaymentQueries.Row>> payments) {
    json.put("invoiceId", invoice.id().toString())
        .put("invoiceNumber", invoice.number())
        .put("status", invoice.status().name())
        .put("amount", PaymentJson.plain(invoice.amount()))
        .put("currency", invoice.currency());
    PaymentJson.putOrder(
            json, invoice.description(), invoice.customerName(), invoice.customerEmail())
        .putObjects(
            "payments",
            payments.getOrDefault(invoice.id(), List.of()),
            (item, payment) ->
                item.put("paymentId", payment.payment().toString())
                    .put("status", payment.status().name()))
        .put("createdAt", invoice.createdAt())
        .put("updatedAt", invoice.updatedAt());
  }

  private static @Nullable InvoiceStatus status(String text) {
    for (InvoiceStatus status : InvoiceStatus.values()) {
      if (status.name().equals(text)) {
        return status;
      }
    }
    return null;
  }
}
