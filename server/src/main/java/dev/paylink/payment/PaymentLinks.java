package dev.paylink.payment;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.BaseUrl;

/** Addresses to share: where payments are paid and where their receipts are shown. */
public record PaymentLinks(BaseUrl baseUrl) {

  public String page(PaymentId id, LinkToken token) {
    return baseUrl.resolve("/pay/" + id + '/' + token.text());
  }

  public String receipt(PaymentId id, LinkToken token) {
    return page(id, token) + "/receipt";
  }
}
