package dev.paylink.settlement.accept;

import dev.paylink.account.Actor;
import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.received.SettlementRule;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/**
 * The calls about payments that got less than their amount: accepting one, by a key or a person,
 * and the rules, by people alone.
 */
final class AcceptRoutes {
  private static final String RULES = "/merchant/settlement-rules";
  private static final String RECEIVED = "receivedAmount";

  private final ServerCalls calls;
  private final MerchantCalls merchants;
  private final PaymentJson json;
  private final AcceptPayment accept;
  private final SettlementRules rules;

  AcceptRoutes(
      ServerCalls calls,
      MerchantCalls merchants,
      PaymentJson json,
      AcceptPayment accept,
      SettlementRules rules) {
    this.calls = calls;
    this.merchants = merchants;
    this.json = json;
    this.accept = accept;
    this.rules = rules;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/sdk/server/payments/:paymentId/accept",
            calls.guardThawed(KeyScope.PAYMENTS_ACCEPT, this::byKey)),
        Route.post(
            "/merchant/payments/:id/accept",
            merchants.changing(Role.developer, Guard.MONEY, this::byPerson)),
        Route.get(RULES, merchants.reading((request, signedIn) -> show(signedIn))),
        Route.put(RULES, merchants.changing(Role.owner, Guard.MONEY, this::set)));
  }

  private Answer byKey(Request request, Caller caller) {
    CreatePayment.requireVerified(caller.verification());
    String key = CreatePayment.idempotencyKey(request, Message.of("idempotency.accept"));
    AcceptPayment.Accepted accepted =
        accept.handle(
            caller.merchantId(),
            PaymentId.parse(request.parameter("paymentId")),
            received(request),
            new Actor(caller.keyId().toString(), request.source()),
            key);
    Answer answer = Answer.ok(json.status(accepted.payment()));
    return accepted.replayed() ? answer.replayed() : answer;
  }

  private Answer byPerson(Request request, SignedIn signedIn) {
    return Answer.ok(
        json.status(
            accept
                .handle(
                    signedIn.merchantId(),
                    PaymentId.parse(request.parameter("id")),
                    received(request),
                    signedIn.actor(),
                    null)
                .payment()));
  }

  private static BigDecimal received(Request request) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of(RECEIVED));
    return fields.require(SettlementRuleParser.required(fields, RECEIVED));
  }

  private Answer show(SignedIn signedIn) {
    return answer(rules.of(signedIn.merchantId()));
  }

  private Answer set(Request request, SignedIn signedIn) {
    SettlementRule before = rules.of(signedIn.merchantId());
    return answer(
        rules.set(
            signedIn.merchantId(),
            signedIn.actor(),
            rules.parser().parse(Fields.parse(request.jsonBody()), before)));
  }

  private Answer answer(SettlementRule rule) {
    return Answer.ok(
        Json.object()
            .put(SettlementRuleParser.PERCENT, rule.toleratedPercent().toPlainString())
            .put(SettlementRuleParser.AMOUNT, rule.toleratedAmount().toPlainString())
            .put(SettlementRuleParser.FLOOR, rule.ignoredBelow().toPlainString())
            .putObject(
                SettlementRuleParser.SAFE,
                json ->
                    rule.safeUpTo()
                        .forEach((currency, upTo) -> json.put(currency, upTo.toPlainString())))
            .put("maxPercent", rules.limits().maxPercent())
            .putTexts("safeNetworks", rules.limits().safeNetworks())
            .bytes());
  }
}
