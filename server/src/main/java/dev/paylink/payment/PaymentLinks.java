package dev.paylink.payment;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.BaseUrl;

/** Addresses to share: where payments are paid and where their receipts are shown. */
public record PaymentLinks(BaseUrl baseUrl) {

  public String page(PaymentId id, LinkToken token) {
    return baseUrl.resolve("/pay/" + id + '/' + token.text());
  }

  /** Returns where software pays, by the x402 protocol. */
  public String x402(PaymentId id, LinkToken token) {
    return page(id, token) + "/x402";
  }

  public String receipt(PaymentId id, LinkToken token) {
    return page(id, token) + "/receipt";
  }
}
