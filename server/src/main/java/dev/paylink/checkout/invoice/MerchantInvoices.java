package dev.paylink.checkout.invoice;

import dev.paylink.checkout.InvoicePdf;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.money.Networks;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.InvoicePaymentQueries;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.payment.read.PaymentFilter;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.payment.read.PaymentSearch;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant reads of its invoices, for calls and pages alike. Every page of the list costs
 * the same: one of a state that is rare has fewer than were asked for, and a cursor.
 */
public final class MerchantInvoices {
  /** So many invoices are looked at for those of a filter: no index has to learn of payments. */
  private static final int MAX_LOOKED_AT = 1000;

  private static final int MAX_PROOFS = 25;
  private static final Pattern UNSAFE_IN_NAME = Pattern.compile("[^A-Za-z0-9._-]+");

  private final InvoicePaymentQueries payments = new InvoicePaymentQueries();
  private final MerchantStore merchants = new MerchantStore();
  private final Jdbi jdbi;
  private final InvoiceQueries invoices;
  private final ListPayments list;
  private final PaymentReader reader;
  private final Networks networks;
  private final Logos logos;
  private final RequestLimiter limiter;
  private final boolean testMode;

  public MerchantInvoices(
      Jdbi jdbi,
      ListPayments list,
      PaymentReader reader,
      Networks networks,
      RequestLimiter limiter,
      boolean testMode) {
    this.jdbi = jdbi;
    this.invoices = new InvoiceQueries(jdbi);
    this.list = list;
    this.reader = reader;
    this.networks = networks;
    this.logos = new Logos(jdbi);
    this.limiter = limiter;
    this.testMode = testMode;
  }

  /** Returns one invoice; refuses with 404 if the merchant has none with this id. */
  public Invoice read(MerchantId merchant, String idText) {
    InvoiceId id = InvoiceId.parse(idText);
    Invoice invoice = id == null ? null : invoices.find(merchant, id);
    if (invoice == null) {
      throw new Rejection(PaymentError.INVOICE_NOT_FOUND, Message.of("noinvoice"));
    }
    return invoice;
  }

  /** Returns the invoice with exactly this number, as a page of one or none. */
  Page<Invoice, InvoiceId> numbered(
      MerchantId merchant, String number, @Nullable InvoiceStatus status) {
    Invoice found = number.indexOf('\0') >= 0 ? null : invoices.find(merchant, number);
    return new Page<>(
        found == null || (status != null && found.status() != status) ? List.of() : List.of(found),
        null);
  }

  /** Returns some invoices, newest first; those before {@code before}, if it is given. */
  public Page<Invoice, InvoiceId> list(
      MerchantId merchant, InvoiceFilter filter, @Nullable InvoiceId before, int limit) {
    InvoiceQueries.Page seen =
        invoices.page(
            merchant, filter.first(before), filter.isEverything() ? limit : MAX_LOOKED_AT);
    List<Invoice> found = seen.invoices().stream().filter(filter::matches).toList();
    if (found.size() > limit) {
      return Page.of(found, limit, Invoice::id);
    }
    boolean ended = seen.next() == null || filter.endsBefore(seen.invoices().getLast());
    return new Page<>(found, ended ? null : seen.next());
  }

  /** Returns the payments of each of these invoices, oldest first. */
  Map<InvoiceId, List<InvoicePaymentQueries.Row>> payments(MerchantId merchant, List<Invoice> of) {
    return jdbi.withHandle(
        handle -> payments.of(handle, merchant, of.stream().map(Invoice::id).toList()));
  }

  /** A document and the name under which it is kept. */
  public record File(String name, byte[] bytes) {}

  /** Prints an invoice, with the proof of what paid it; refuses with 429 too many. */
  public File print(MerchantId merchant, Invoice invoice, Language language) {
    limiter.require(Limit.INVOICE_FILES, merchant);
    String sender =
        jdbi.withHandle(
            handle ->
                Objects.requireNonNull(merchants.find(handle, merchant), "a merchant is gone")
                    .businessName());
    PaymentFilter paid =
        new PaymentFilter(
            new PaymentSearch.ByInvoice(invoice.id()), PaymentStatus.success, null, null);
    return new File(
        "invoice-" + UNSAFE_IN_NAME.matcher(invoice.number()).replaceAll("-") + ".pdf",
        InvoicePdf.print(
            invoice,
            new InvoicePdf.Sender(sender, logos.of(merchant)),
            list.page(merchant, paid, Window.first(MAX_PROOFS)).payments().stream()
                .map(reader::again)
                .toList(),
            networks,
            language,
            testMode));
  }
}
