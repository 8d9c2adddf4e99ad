package dev.paylink.settlement.erase;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.mail.Mail;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.EventBody;
import dev.paylink.settlement.apply.SettlementError;
import dev.paylink.settlement.refund.RefundStore;
import dev.paylink.webhook.event.ErasedEvents;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Erases one customer of a merchant.
 *
 * <ul>
 *   <li>Name, e-mail address and metadata of the customer's payments and invoices are removed, and
 *       so are the reasons of their refunds and the letters to this address. Events say that they
 *       were erased.
 *   <li>Amounts, numbers, references, statuses and transactions stay, and so does the audit log.
 *   <li>Each step is one transaction with its own entry in the audit log, which does not name the
 *       customer. It holds the merchant's counters, so no create and no outcome brings back what it
 *       removes. A step that is cut off is done again by asking again.
 * </ul>
 */
public final class EraseCustomer {
  private static final int MOST_PAYMENTS = 200;
  private static final int MOST_LETTERS = 500;

  private final PaymentStore customers = new PaymentStore();
  private final InvoiceStore invoices = new InvoiceStore();
  private final ErasedEvents events = new ErasedEvents();
  private final RefundStore refunds = new RefundStore();
  private final Jdbi jdbi;
  private final AuditLog audit;

  public EraseCustomer(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /** Who is erased: the customer with an address, or the one of a payment. */
  public sealed interface Customer {
    record WithEmail(String email) implements Customer {}

    record OfPayment(PaymentId id) implements Customer {}
  }

  /** What was erased. */
  public record Erased(int payments, int events, int letters) {
    private Erased plus(Erased other) {
      return new Erased(payments + other.payments, events + other.events, letters + other.letters);
    }

    /** Returns whether there was nothing to erase. */
    public boolean isNothing() {
      return payments == 0 && letters == 0;
    }
  }

  /** Erases the customer; refuses with 404 a payment that is not the merchant's. */
  public Erased handle(MerchantId merchant, Customer customer, Actor actor) {
    return switch (customer) {
      case Customer.WithEmail it -> everything(merchant, it.email(), actor);
      case Customer.OfPayment it -> {
        PaymentStore.OfCustomer payment =
            jdbi.withHandle(handle -> customers.ofCustomer(handle, merchant, it.id()));
        if (payment == null) {
          throw new Rejection(PaymentError.PAYMENT_NOT_FOUND, Message.of("payment.nosuch"));
        }
        String email = payment.email();
        yield email == null
            ? jdbi.inTransaction(handle -> step(handle, merchant, it.id(), null, actor))
            : everything(merchant, email, actor);
      }
    };
  }

  private Erased everything(MerchantId merchant, String email, Actor actor) {
    Set<String> spellings = new LinkedHashSet<>(List.of(email, email.toLowerCase(Locale.ROOT)));
    Erased all = new Erased(0, 0, 0);
    for (String spelling : spellings) {
      Erased some;
      do {
        some = jdbi.inTransaction(handle -> step(handle, merchant, null, spelling, actor));
        all = all.plus(some);
      } while (!some.isNothing());
    }
    return all;
  }

  private Erased step(
      Handle handle,
      MerchantId merchant,
      @Nullable PaymentId one,
      @Nullable String email,
      Actor actor) {
    if (!invoices.lock(handle, merchant)) {
      throw new Rejection(SettlementError.MERCHANT_NOT_FOUND, Message.of("merchant.unknown"));
    }
    events.lock(handle, merchant);
    List<PaymentStore.OfCustomer> found = new ArrayList<>();
    if (email != null) {
      found.addAll(customers.ofCustomer(handle, merchant, email, MOST_PAYMENTS));
    } else if (one != null) {
      PaymentStore.OfCustomer payment = customers.ofCustomer(handle, merchant, one);
      if (payment != null) {
        found.add(payment);
      }
    }
    List<PaymentId> payments = found.stream().map(PaymentStore.OfCustomer::id).toList();
    int rewritten = 0;
    if (!payments.isEmpty()) {
      customers.erase(handle, merchant, payments);
      refunds.eraseReasons(handle, merchant, payments);
      invoices.eraseCustomer(
          handle,
          merchant,
          found.stream().map(PaymentStore.OfCustomer::invoiceId).distinct().toList());
      rewritten = events.rewrite(handle, merchant, payments, EventBody::erased);
    }
    int letters = email == null ? 0 : Mail.erase(handle, merchant, email, MOST_LETTERS);
    Erased erased = new Erased(payments.size(), rewritten, letters);
    if (!erased.isNothing()) {
      audit.record(handle, merchant, actor, "customer.erased", null, told(payments, erased));
    }
    return erased;
  }

  /** Returns what the audit log says: not who it was. */
  private static String told(List<PaymentId> payments, Erased erased) {
    String which =
        switch (payments.size()) {
          case 0 -> "no payment";
          case 1 -> payments.getFirst().toString();
          default -> payments.getFirst() + " and " + (payments.size() - 1) + " more";
        };
    return "%s; %d events, %d letters".formatted(which, erased.events, erased.letters);
  }
}
