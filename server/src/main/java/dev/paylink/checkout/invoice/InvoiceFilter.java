package dev.paylink.checkout.invoice;

import dev.paylink.ids.InvoiceId;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.SearchText;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects invoices of a merchant; a null component does not restrict. {@code from} is the first
 * moment of the range, {@code to} the first one after it; {@code customer} is a part of the name or
 * the address, in any case and without accents.
 */
public record InvoiceFilter(
    @Nullable InvoiceStatus status,
    @Nullable String customer,
    @Nullable Instant from,
    @Nullable Instant to) {
  static InvoiceFilter of(@Nullable InvoiceStatus status) {
    return new InvoiceFilter(status, null, null, null);
  }

  /** Tells whether every invoice that is read matches. */
  boolean isEverything() {
    return status == null && customer == null && from == null;
  }

  boolean matches(Invoice invoice) {
    return (status == null || invoice.status() == status)
        && (from == null || !invoice.createdAt().isBefore(from))
        && (customer == null
            || has(invoice.customerName(), customer)
            || has(invoice.customerEmail(), customer));
  }

  /** Tells whether no invoice older than this one matches. */
  boolean endsBefore(Invoice oldest) {
    return from != null && oldest.createdAt().isBefore(from);
  }

  /** Returns where to begin: before the cursor, and before the end of the range. */
  @Nullable InvoiceId first(@Nullable InvoiceId cursor) {
    if (to == null) {
      return cursor;
    }
    UUID end = UuidV7.floor(to);
    return new InvoiceId(cursor == null ? end : UuidV7.earlier(cursor.value(), end));
  }

  private static boolean has(@Nullable String text, String part) {
    return text != null && SearchText.of(text).contains(SearchText.of(part));
  }
}
