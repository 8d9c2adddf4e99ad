package dev.paylink.settlement.refund;

import dev.paylink.account.Actor;
import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.ids.Page;
import dev.paylink.ids.RefundId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.Bytes32;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/**
 * The calls about refunds: of a merchant's server, which requests, reads and cancels them, and of a
 * signed-in merchant, who sees the list and what the wallet sends.
 */
final class RefundRoutes {
  private static final Set<String> PARAMETERS = Set.of("after", "limit");
  private static final int MAX_LENGTH = 100;

  private final ServerCalls calls;
  private final MerchantCalls merchants;
  private final MerchantRefunds refunds;
  private final RefundJson json;

  RefundRoutes(
      ServerCalls calls, MerchantCalls merchants, MerchantRefunds refunds, RefundJson json) {
    this.calls = calls;
    this.merchants = merchants;
    this.refunds = refunds;
    this.json = json;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/sdk/server/payments/:paymentId/refunds",
            calls.guard(KeyScope.REFUNDS_CREATE, Signature.REQUIRED, this::request)),
        Route.get(
            "/sdk/server/payments/:paymentId/refunds",
            calls.guard(KeyScope.REFUNDS_READ, Signature.OPTIONAL, this::ofPayment)),
        Route.get(
            "/sdk/server/refunds/:refundId",
            calls.guard(KeyScope.REFUNDS_READ, Signature.OPTIONAL, this::read)),
        Route.post(
            "/sdk/server/refunds/:refundId/cancel",
            calls.guard(KeyScope.REFUNDS_CREATE, Signature.REQUIRED, this::cancel)),
        Route.post(
            "/sdk/server/refunds/:refundId/confirm-address",
            calls.guard(KeyScope.REFUNDS_CREATE, Signature.REQUIRED, this::confirmAddress)),
        Route.get("/merchant/refunds", merchants.reading(this::list)),
        Route.post(
            "/merchant/refunds/:id/wallet",
            merchants.changing(Role.developer, Guard.MONEY, this::steps)),
        Route.post("/merchant/refunds/:id/sent", merchants.changing(Role.developer, this::sent)));
  }

  private Answer request(Request request, Caller caller) {
    CreatePayment.requireVerified(caller.verification());
    String key = CreatePayment.idempotencyKey(request, Message.of("idempotency.refund"));
    byte[] body = request.jsonBody();
    MerchantRefunds.Requested requested =
        refunds.request(
            caller.merchantId(),
            caller.payee(),
            request.parameter("paymentId"),
            actor(request, caller),
            key,
            body,
            Fields.parse(body));
    Answer answer = Answer.ok(json.of(requested.refund()));
    return requested.replayed() ? answer.replayed() : answer;
  }

  private Answer ofPayment(Request request, Caller caller) {
    Payment payment = refunds.payment(caller.merchantId(), request.parameter("paymentId"));
    return Answer.ok(
        Json.object()
            .putObjects("data", refunds.ofPayment(payment), json.writer(mayRequest(caller)))
            .putObjects("refundable", refunds.refundable(payment), RefundJson::put)
            .bytes());
  }

  private Answer read(Request request, Caller caller) {
    return Answer.ok(
        json.of(
            refunds.read(caller.merchantId(), request.parameter("refundId")), mayRequest(caller)));
  }

  private static boolean mayRequest(Caller caller) {
    return caller.scopes().includes(KeyScope.REFUNDS_CREATE);
  }

  private Answer cancel(Request request, Caller caller) {
    return Answer.ok(
        json.of(
            refunds.cancel(
                caller.merchantId(), request.parameter("refundId"), actor(request, caller))));
  }

  private Answer confirmAddress(Request request, Caller caller) {
    CreatePayment.requireVerified(caller.verification());
    Fields fields = Fields.parse(request.jsonBody(), Set.of("to"));
    String to = fields.requiredText("to", RefundParser.MAX_ADDRESS);
    return Answer.ok(
        json.of(
            refunds.confirmAddress(
                caller.merchantId(),
                request.parameter("refundId"),
                fields.require(to).strip(),
                actor(request, caller))));
  }

  private static Actor actor(Request request, Caller caller) {
    return new Actor(caller.keyId().toString(), request.source());
  }

  private Answer list(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    RefundId after = query.read("after", RefundId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    return Answer.ok(
        refunds
            .list(signedIn.merchantId(), after, limit)
            .json(json.writer(signedIn.role().includes(Role.developer))));
  }

  private Answer steps(Request request, SignedIn signedIn) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of("payer"));
    String payer = fields.requiredText("payer", MAX_LENGTH);
    if (payer != null
        && DepositAddress.parse(payer) instanceof DepositAddress.Parsed.Faulty wrong) {
      fields.fault("payer", wrong.message());
    }
    return Answer.ok(
        refunds
            .steps(
                signedIn.merchantId(),
                request.parameter("id"),
                EvmAddress.of(fields.require(payer)))
            .json());
  }

  private Answer sent(Request request, SignedIn signedIn) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of("hash"));
    String text = fields.requiredText("hash", MAX_LENGTH);
    Bytes32 hash = text == null ? null : Bytes32.parse(text);
    if (text != null && hash == null) {
      fields.fault("hash", Message.of("field.address", 64));
    }
    return Answer.ok(
        json.of(
            refunds.noteSent(
                signedIn.merchantId(), request.parameter("id"), fields.require(hash))));
  }
}
