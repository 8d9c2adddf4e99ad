package dev.paylink.settlement.refund;

import dev.paylink.account.Actor;
import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** The calls with which a merchant's server requests, reads and cancels refunds. */
final class RefundRoutes {

  private final ServerCalls calls;
  private final MerchantRefunds refunds;
  private final RefundJson json;

  RefundRoutes(ServerCalls calls, MerchantRefunds refunds, RefundJson json) {
    this.calls = calls;
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
            calls.guard(KeyScope.REFUNDS_READ, Signature.OPTIONAL, this::list)),
        Route.get(
            "/sdk/server/refunds/:refundId",
            calls.guard(KeyScope.REFUNDS_READ, Signature.OPTIONAL, this::read)),
        Route.post(
            "/sdk/server/refunds/:refundId/cancel",
            calls.guard(KeyScope.REFUNDS_CREATE, Signature.REQUIRED, this::cancel)),
        Route.post(
            "/sdk/server/refunds/:refundId/confirm-address",
            calls.guard(KeyScope.REFUNDS_CREATE, Signature.REQUIRED, this::confirmAddress)));
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

  private Answer list(Request request, Caller caller) {
    return Answer.ok(
        Json.object()
            .putObjects(
                "data",
                refunds.ofPayment(caller.merchantId(), request.parameter("paymentId")),
                json::write)
            .bytes());
  }

  private Answer read(Request request, Caller caller) {
    return Answer.ok(json.of(refunds.read(caller.merchantId(), request.parameter("refundId"))));
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
}
