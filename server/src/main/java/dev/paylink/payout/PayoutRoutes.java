package dev.paylink.payout;

import dev.paylink.credential.SignatureCheck;
import dev.paylink.ids.Page;
import dev.paylink.ids.PayoutId;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/**
 * The calls about payouts: of a merchant's servers and people, who read them, and of the component
 * that reports them on the internal listener, signed like outcomes.
 */
final class PayoutRoutes {
  private static final Set<String> PARAMETERS = Set.of("after", "limit", "status");
  private static final String CALLBACK = "callback";

  private final SharedCalls servers;
  private final SharedCalls people;
  private final SignatureCheck signatures;
  private final Secret callbackSecret;
  private final ApplyPayout apply;
  private final MerchantPayouts payouts;
  private final PayoutJson json;

  PayoutRoutes(
      SharedCalls servers,
      SharedCalls people,
      SignatureCheck signatures,
      Secret callbackSecret,
      ApplyPayout apply,
      MerchantPayouts payouts,
      PayoutJson json) {
    this.servers = servers;
    this.people = people;
    this.signatures = signatures;
    this.callbackSecret = callbackSecret;
    this.apply = apply;
    this.payouts = payouts;
    this.json = json;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/sdk/server/payouts", servers.reading(this::list)),
        Route.get("/sdk/server/payouts/:payoutId", servers.reading(this::read)),
        Route.get("/merchant/payouts", people.reading(this::list)),
        Route.get("/merchant/payouts/:payoutId", people.reading(this::read)));
  }

  List<Route> internalRoutes() {
    return List.of(Route.post("/internal/payouts", this::report));
  }

  private Answer list(Request request, MerchantActing by) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    PayoutStatus status =
        query.read("status", PayoutStatus::parse, Message.of("field.oneof", PayoutStatus.names()));
    PayoutId after = query.read("after", PayoutId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    return Answer.ok(payouts.list(by.merchantId(), status, after, limit).json(json::put));
  }

  private Answer read(Request request, MerchantActing by) {
    MerchantPayouts.Whole found = payouts.read(by.merchantId(), request.parameter("payoutId"));
    return Answer.ok(json.of(found.payout(), found.steps()));
  }

  private Answer report(Request request) {
    signatures.require(request, callbackSecret.reveal()); // before any of it is parsed
    request.actor(CALLBACK);
    return answer(apply.handle(PayoutReportParser.parse(request.jsonBody()), CALLBACK));
  }

  static Answer answer(ApplyPayout.Result result) {
    return Answer.ok(
        Json.object()
            .put("payoutId", result.payout().id().toString())
            .put("status", result.payout().status().name())
            .put("applied", result.applied())
            .bytes());
  }
}
