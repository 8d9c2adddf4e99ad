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
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The calls about payments that got less than their amount: accepting one, by a key or a person,
 * and the rules, by people alone.
 */
final class AcceptRoutes {
  private static final String RULES = "/merchant/settlement-rules";
  private static final String RECEIVED = "receivedAmount";
  private static final String PERCENT = "toleratedPercent";
  private static final String AMOUNT = "toleratedAmount";
  private static final String FLOOR = "ignoredBelow";

  /** As many digits as a token can have. */
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,18})?");

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
    return fields.require(required(fields, RECEIVED));
  }

  private Answer show(SignedIn signedIn) {
    return answer(rules.of(signedIn.merchantId()));
  }

  private Answer set(Request request, SignedIn signedIn) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of(PERCENT, AMOUNT, FLOOR));
    BigDecimal percent = required(fields, PERCENT);
    BigDecimal amount = required(fields, AMOUNT);
    BigDecimal floor = decimal(fields, FLOOR);
    if (percent != null && percent.compareTo(BigDecimal.valueOf(rules.maxPercent())) > 0) {
      fields.fault(PERCENT, Message.of("field.percentmax", rules.maxPercent()));
    }
    fields.refuseFaults();
    return answer(
        rules.set(
            signedIn.merchantId(),
            signedIn.actor(),
            new SettlementRule(
                Objects.requireNonNull(percent),
                Objects.requireNonNull(amount),
                floor == null ? rules.of(signedIn.merchantId()).ignoredBelow() : floor)));
  }

  private static @Nullable BigDecimal required(Fields fields, String name) {
    if (fields.decimal(name) == null) {
      fields.fault(name, Message.of("field.required"));
    }
    return decimal(fields, name);
  }

  private static @Nullable BigDecimal decimal(Fields fields, String name) {
    String text = fields.decimal(name);
    if (text == null) {
      return null;
    }
    if (!DECIMAL.matcher(text).matches()) {
      fields.fault(name, Message.of("field.decimalstring"));
      return null;
    }
    return new BigDecimal(text);
  }

  private Answer answer(SettlementRule rule) {
    return Answer.ok(
        Json.object()
            .put(PERCENT, rule.toleratedPercent().toPlainString())
            .put(AMOUNT, rule.toleratedAmount().toPlainString())
            .put(FLOOR, rule.ignoredBelow().toPlainString())
            .put("maxPercent", rules.maxPercent())
            .bytes());
  }
}
