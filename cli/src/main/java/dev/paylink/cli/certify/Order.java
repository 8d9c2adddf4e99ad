package dev.paylink.cli.certify;

/**
 * An order of the shop, and the payment it is paid with; or a payout, which is looked at alike.
 *
 * @param id of the payment or the payout
 */
record Order(Scope scope, String id, String reference, String amount, String currency) {
  boolean isPayout() {
    return scope == Scope.fiat_settlement;
  }
}
