package dev.paylink.payment.api;

import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.payment.Payment;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.payment.read.PaymentWaits;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import java.util.List;

/** Serves the server-to-server calls about payments. */
final class PaymentRoutes {
  private static final String LIST = "/sdk/server/payments";

  private final ServerCalls calls;
  private final CreatePayment create;
  private final ListPayments list;
  private final PaymentReader reader;
  private final PaymentWaits waits;
  private final PaymentJson json;

  PaymentRoutes(
      ServerCalls calls,
      CreatePayment create,
      ListPayments list,
      PaymentReader reader,
      PaymentWaits waits,
      PaymentJson json) {
    this.calls = calls;
    this.create = create;
    this.list = list;
    this.reader = reader;
    this.waits = waits;
    this.json = json;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/sdk/server/create-payment",
            calls.guard(KeyScope.PAYMENTS_CREATE, Signature.REQUIRED, create::handle)),
        Route.get("/sdk/server/status/:paymentId", reading(this::status)),
        Route.get("/sdk/server/payments/:paymentId", reading(this::status)),
        Route.get(LIST, reading((request, caller) -> list.handle(request, caller.merchantId()))),
        Route.otherwise(LIST + "/*", PaymentRoutes::notHere));
  }

  /** Names the call that creates payments to those who post to their list. */
  private static Answer notHere(Request request, Problem problem) {
    return (request.method().equals("POST") && request.path().equals(LIST)
            ? problem.saying(Message.of("http.create"))
            : problem)
        .answer(request);
  }

  private Handler reading(ServerCalls.Call call) {
    return calls.guard(KeyScope.PAYMENTS_READ, Signature.OPTIONAL, call);
  }

  private Answer status(Request request, Caller caller) {
    Payment payment = reader.require(caller.merchantId(), request.parameter("paymentId"));
    return Answer.ok(json.status(waits.await(payment, request)));
  }
}
