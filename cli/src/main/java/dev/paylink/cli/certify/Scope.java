package dev.paylink.cli.certify;

/** What a webhook is about: the payments of orders, or payouts to the merchant's bank account. */
public enum Scope {
  invoice_settlement,
  fiat_settlement
}
