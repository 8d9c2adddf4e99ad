package dev.paylink.requestlog;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.Page;
import dev.paylink.ids.RequestId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** Serves the call by which a merchant's users find their server's calls. */
public final class RequestLogRoutes {
  private static final Set<String> PARAMETERS =
      Set.of("requestId", "status", "key", "after", "limit");
  private static final long HALF_A_MILLISECOND = 500;

  private final MerchantCalls calls;
  private final ReadRequests readRequests;

  public RequestLogRoutes(MerchantCalls calls, ReadRequests readRequests) {
    this.calls = calls;
    this.readRequests = readRequests;
  }

  public List<Route> routes() {
    return List.of(Route.get("/merchant/requests", calls.reading(this::read)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    ReadRequests.Wanted wanted =
        new ReadRequests.Wanted(
            query.read("requestId", RequestId::parse, Message.of("field.requestid")),
            query.read("status", ReadRequests.StatusFilter::parse, Message.of("field.httpstatus")),
            query.read("key", ApiKeyId::parse, Message.of("field.keyid")));
    RequestId after = query.read("after", RequestId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    return Answer.ok(
        readRequests
            .handle(signedIn.merchantId(), wanted, after, limit)
            .json(RequestLogRoutes::write));
  }

  private static void write(Json json, LoggedRequest entry) {
    json.put("requestId", entry.id().toString())
        .put("at", entry.at())
        .put("method", entry.method())
        .put("path", entry.path())
        .put("status", entry.status())
        .put("code", entry.code())
        .put("durationMs", (entry.durationMicros() + HALF_A_MILLISECOND) / 1_000)
        .put("key", entry.apiKeyId().toString())
        .put("authenticated", entry.authenticated())
        .put("source", entry.source())
        .put("idempotencyKey", entry.idempotencyKey());
  }
}
