package dev.paylink.invoice;

/**
 * The status of an invoice: {@code paid} while any of its payments is a success, otherwise {@code
 * open}.
 */
public enum InvoiceStatus {
  open,
  paid;

  public static InvoiceStatus of(int successes) {
    return successes > 0 ? paid : open;
  }
}
