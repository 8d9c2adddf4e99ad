package dev.paylink.dashboard.payments;

import dev.paylink.checkout.invoice.InvoiceRoutes;
import dev.paylink.checkout.invoice.MerchantInvoices;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.Page;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.ListedPayments;
import dev.paylink.payment.read.PaymentFilter;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.payment.read.PaymentSearch;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The list of invoices, newest first, and the page of one invoice with its payments. */
public record InvoicePages(
    DashboardDoor door, InvoiceQueries invoices, MerchantInvoices own, ListPayments payments) {
  private static final int MAX_ON_PAGE = 25;

  /** {@code missed} is a number that was searched for and not found. */
  public record ListView(
      Panel panel,
      InvoicesQuery query,
      @Nullable String missed,
      List<Invoice> invoices,
      Pager pager) {}

  public record View(
      Panel panel, Invoice invoice, List<Payment> payments, @Nullable String morePath) {

    /** Returns the languages of the file, by their tags. */
    public Map<String, String> languages() {
      Map<String, String> names = new LinkedHashMap<>();
      for (Language language : Language.values()) {
        names.put(language.tag(), language.ownName());
      }
      return names;
    }

    /** What there is to look at, whichever of its payments it is about. */
    public List<PaymentFlag> flags() {
      return payments.stream().flatMap(each -> each.flags().stream()).distinct().sorted().toList();
    }

    /** Whether nothing is left to do about a flag: one payment of an invoice may keep its money. */
    public boolean isDone(PaymentFlag flag) {
      long left =
          payments.stream()
              .filter(each -> each.flags().contains(flag) && !each.isDone(flag))
              .count();
      return left == 0 || (flag == PaymentFlag.duplicate && left == 1 && morePath == null);
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.INVOICES, this::list),
        door.page(DashboardPaths.INVOICE, this::show),
        door.page(DashboardPaths.INVOICE_FILE, this::download));
  }

  private Answer list(MerchantVisit visit) {
    InvoicesQuery query = InvoicesQuery.of(visit.request());
    Invoice wanted =
        query.number().isEmpty()
            ? null
            : invoices.findInAnyCase(visit.merchantId(), query.number());
    if (wanted != null) {
      return Answer.seeOther(DashboardPaths.INVOICE.to(wanted.id()));
    }
    Page<Invoice, InvoiceId> page =
        own.list(visit.merchantId(), query.filter(), query.before(), MAX_ON_PAGE);
    ListView view =
        new ListView(
            visit.panel(DashboardSection.INVOICES),
            query,
            query.number().isEmpty() ? null : query.number(),
            page.items(),
            Pager.of(query.path(), "before", query.before(), page.next()));
    return Answer.html(visit.draw("invoices", view));
  }

  private Answer show(MerchantVisit visit) {
    Invoice invoice = invoice(visit);
    ListedPayments page = payments(visit, invoice);
    View view =
        new View(
            visit.panel(
                DashboardSection.INVOICES, visit.words().get("invoice.title", invoice.number())),
            invoice,
            page.payments(),
            page.hasOlder() ? DashboardPaths.PAYMENTS.to() + "?search=" + invoice.id() : null);
    return Answer.html(visit.draw("invoice", view));
  }

  /** Returns the file in one of the payers' languages; English if none of them is asked for. */
  private Answer download(MerchantVisit visit) {
    return InvoiceRoutes.answer(
        own.print(
            visit.merchantId(),
            invoice(visit),
            Language.choose(visit.request().query("language"), null)));
  }

  private Invoice invoice(MerchantVisit visit) {
    return own.read(visit.merchantId(), visit.request().parameter("id"));
  }

  private ListedPayments payments(MerchantVisit visit, Invoice invoice) {
    PaymentFilter its =
        new PaymentFilter(new PaymentSearch.ByInvoice(invoice.id()), null, null, null);
    return payments.page(visit.merchantId(), its, Window.first(MAX_ON_PAGE));
  }
}
