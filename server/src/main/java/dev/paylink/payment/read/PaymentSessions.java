package dev.paylink.payment.read;

import dev.paylink.credential.Caller;
import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Cors;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.session.Session;
import dev.paylink.session.SessionCalls;
import dev.paylink.session.SessionCodes;
import dev.paylink.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Payments for sessions: a merchant gets codes for its own payments only, and a session reads the
 * one payment that its token names.
 */
public final class PaymentSessions {
  private static final int MAX_ID = 64;
  private static final int MAX_USER_ID = 255;

  private final ServerCalls calls;
  private final SessionCodes codes;
  private final SessionCalls guard;
  private final PaymentReader reader;
  private final PaymentWaits waits;
  private final PaymentJson json;

  public PaymentSessions(
      ServerCalls calls,
      Sessions sessions,
      PaymentReader reader,
      PaymentWaits waits,
      PaymentJson json) {
    this.calls = calls;
    this.codes = sessions.codes();
    this.guard = sessions.guard();
    this.reader = reader;
    this.waits = waits;
    this.json = json;
  }

  public List<Route> routes() {
    List<Route> routes =
        new ArrayList<>(Cors.anyOrigin(Route.get("/sdk/status/:paymentId", this::status)));
    routes.add(
        Route.post(
            "/sdk/server/sessions",
            calls.guard(KeyScope.SESSIONS_CREATE, Signature.REQUIRED, this::issue)));
    return routes;
  }

  private Answer issue(Request request, Caller caller) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of("paymentId", "userId"));
    @Nullable String paymentId = fields.requiredText("paymentId", MAX_ID);
    @Nullable String userId = fields.text("userId", MAX_USER_ID);
    Payment payment = reader.require(caller.merchantId(), fields.require(paymentId));
    Secret code = codes.issue(payment.id(), payment.merchantId(), userId);
    return Answer.ok(
            Json.object()
                .put("code", code.reveal())
                .put("expiresIn", SessionCodes.LIFETIME.toSeconds())
                .bytes())
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer status(Request request) {
    Session session = guard.require(request);
    @Nullable PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    @Nullable Payment payment =
        id == null || !id.equals(session.paymentId()) ? null : reader.find(id);
    if (payment == null) {
      throw new Rejection(PaymentError.PAYMENT_NOT_FOUND, Message.of("payment.notofsession"));
    }
    return Answer.ok(json.payerStatus(waits.await(payment, request)))
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
