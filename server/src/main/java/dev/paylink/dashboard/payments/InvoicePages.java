package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.ListedPayments;
import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentFilter;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.payment.read.PaymentSearch;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.figures.FlagQueries;
import dev.paylink.settlement.figures.PaymentFlags;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The list of invoices, newest first, and the page of one invoice with its payments. */
public final class InvoicePages {
  private static final int MAX_ON_PAGE = 25;

  private final DashboardDoor door;
  private final InvoiceQueries invoices;
  private final ListPayments payments;
  private final FlagQueries flags;

  public InvoicePages(
      DashboardDoor door, InvoiceQueries invoices, ListPayments payments, FlagQueries flags) {
    this.door = door;
    this.invoices = invoices;
    this.payments = payments;
    this.flags = flags;
  }

  /** {@code missed} is a number that was searched for and not found. */
  public record ListView(
      Panel panel,
      Form form,
      @Nullable String missed,
      List<Invoice> invoices,
      @Nullable String firstPath,
      @Nullable String nextPath) {}

  public record View(
      Panel panel,
      Invoice invoice,
      List<Payment> payments,
      Map<PaymentId, PaymentFlags> flags,
      @Nullable String morePath) {

    /** What there is to look at, whichever of its payments it is about. */
    public List<PaymentFlags.Kind> kinds() {
      return flags.values().stream()
          .flatMap(each -> each.kinds().stream())
          .distinct()
          .sorted()
          .toList();
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.INVOICES, this::list),
        door.page(DashboardPaths.INVOICE, this::show));
  }

  private Answer list(MerchantVisit visit) {
    String number = visit.request().query("number");
    Invoice wanted =
        number == null || number.indexOf('\0') >= 0
            ? null
            : invoices.find(visit.merchantId(), number.strip());
    if (wanted != null) {
      return Answer.seeOther(DashboardPaths.INVOICE.to(wanted.id()));
    }
    String cursor = visit.request().query("before");
    InvoiceId before = cursor == null ? null : InvoiceId.parse(cursor);
    InvoiceQueries.Page page = invoices.page(visit.merchantId(), before, MAX_ON_PAGE);
    InvoiceId next = page.next();
    ListView view =
        new ListView(
            visit.panel(DashboardSection.INVOICES),
            Form.filled(Map.of("number", number == null ? "" : number)),
            number,
            page.invoices(),
            before == null ? null : DashboardPaths.INVOICES.to(),
            next == null ? null : DashboardPaths.INVOICES.to() + "?before=" + next);
    return Answer.html(visit.draw("invoices", view));
  }

  private Answer show(MerchantVisit visit) {
    InvoiceId id = InvoiceId.parse(visit.request().parameter("id"));
    Invoice invoice = id == null ? null : invoices.find(visit.merchantId(), id);
    if (invoice == null) {
      throw new Refused(Problem.notFound("INVOICE_NOT_FOUND", "You have no invoice with this id"));
    }
    PaymentFilter its =
        new PaymentFilter(new PaymentSearch.ByInvoice(invoice.id()), null, null, null);
    ListedPayments page = payments.page(visit.merchantId(), its, Window.first(MAX_ON_PAGE));
    View view =
        new View(
            visit.panel(DashboardSection.INVOICES, "Invoice " + invoice.number()),
            invoice,
            page.payments(),
            flags.of(visit.merchantId(), page.payments()),
            page.hasOlder() ? DashboardPaths.PAYMENTS.to() + "?search=" + invoice.id() : null);
    return Answer.html(visit.draw("invoice", view));
  }
}
