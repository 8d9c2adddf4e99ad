package dev.paylink.invoice;

/** {@code paid} while any of the invoice's payments is a success, else {@code open}. */
public enum InvoiceStatus {
  open,
  paid
}
