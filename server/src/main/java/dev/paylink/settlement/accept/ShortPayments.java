package dev.paylink.settlement.accept;

import dev.paylink.credential.ServerCalls;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import java.util.List;

/** What merchants do about payments that got less than their amount, assembled. */
public final class ShortPayments {
  private final AcceptPayment accept;
  private final SettlementRules rules;
  private final List<Route> routes;

  public ShortPayments(
      Database database,
      ApplyReport apply,
      AuditLog audit,
      ServerCalls calls,
      MerchantCalls merchants,
      PaymentJson json,
      RuleLimits limits) {
    this.accept = new AcceptPayment(apply, audit);
    this.rules = new SettlementRules(database, audit, limits);
    this.routes = new AcceptRoutes(calls, merchants, json, accept, rules).routes();
  }

  public AcceptPayment accept() {
    return accept;
  }

  public SettlementRules rules() {
    return rules;
  }

  public List<Route> routes() {
    return routes;
  }
}
