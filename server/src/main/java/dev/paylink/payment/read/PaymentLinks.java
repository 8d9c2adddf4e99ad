package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;

/** Where payments are paid and their receipts shown: addresses to give away. */
public record PaymentLinks(String baseUrl) {

  public String page(PaymentId id, LinkToken token) {
    return baseUrl + "/pay/" + id + '/' + token.text();
  }

  public String receipt(PaymentId id, LinkToken token) {
    return page(id, token) + "/receipt";
  }
}
