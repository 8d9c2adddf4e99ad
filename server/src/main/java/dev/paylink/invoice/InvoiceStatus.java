package dev.paylink.invoice;

/** {@code paid} while any of the invoice's payments is a success, else {@code open}. */
public enum InvoiceStatus {
  open,
  paid;

  public static InvoiceStatus of(int successes) {
    return successes > 0 ? paid : open;
  }
}
