package dev.paylink.settlement.refund;

import dev.paylink.credential.ServerCalls;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.payment.api.Payments;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import java.util.List;

/** The wiring of refunds. */
public final class Refunds {
  private final MerchantRefunds own;
  private final List<Route> routes;

  public Refunds(
      Database database,
      ServerCalls calls,
      MerchantCalls merchants,
      AuditLog audit,
      Payments payments,
      ApplyReport reports,
      RefundNetwork network,
      RefundLetters letters,
      BaseUrl baseUrl,
      boolean testMode) {
    this.own =
        new MerchantRefunds(
            new MerchantRefunds.Parts(
                database.jdbi(),
                payments.reader(),
                payments.currencies(),
                reports,
                audit,
                network,
                letters,
                database.clock()));
    RefundJson json = new RefundJson(baseUrl, testMode);
    this.routes = new RefundRoutes(calls, merchants, own, json).routes();
  }

  /** Returns what merchants do with refunds. */
  public MerchantRefunds own() {
    return own;
  }

  public List<Route> routes() {
    return routes;
  }
}
