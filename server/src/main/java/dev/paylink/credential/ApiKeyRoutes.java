package dev.paylink.credential;

import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.util.List;

/**
 * The calls with which a signed-in merchant creates API keys, switches them on and off, and chooses
 * how they sign.
 */
final class ApiKeyRoutes {
  private final MerchantCalls calls;
  private final ApiKeys keys;

  ApiKeyRoutes(MerchantCalls calls, ApiKeys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/api-keys", calls.reading(this::list)),
        Route.post("/merchant/api-keys", calls.changing(Role.developer, Guard.MONEY, this::create)),
        Route.put(
            "/merchant/api-keys/:id", calls.changing(Role.developer, Guard.MONEY, this::change)),
        Route.post("/merchant/api-keys/:id/activate", changing(Guard.MONEY, ApiKeyChange.ACTIVATE)),
        Route.post(
            "/merchant/api-keys/:id/deactivate", changing(Guard.NONE, ApiKeyChange.DEACTIVATE)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    List<ApiKey> own = keys.list().handle(signedIn.merchantId());
    return Answer.ok(Json.object().putObjects("data", own, ApiKeyRoutes::write).bytes());
  }

  private Answer create(Request request, SignedIn signedIn) {
    byte[] body = request.jsonBody();
    // A missing body means no label.
    String label = body.length == 0 ? null : NewApiKey.label(Fields.parse(body));
    NewApiKey pair = NewApiKey.random(label, keys.defaultLimit());
    ApiKey key = keys.create().handle(signedIn.merchantId(), pair, signedIn.actor());
    Json json =
        Json.object()
            .put("id", key.id().toString())
            .put("apiKey", key.apiKey())
            .put("secretKey", pair.secretKey().reveal()) // shown only this once
            .put("active", key.active())
            .put("limit", key.limit())
            .put("label", key.label())
            .put("createdAt", key.createdAt());
    return Answer.created(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer change(Request request, SignedIn signedIn) {
    return change(request, signedIn, ApiKeyChange.ofOwner(request.jsonFields()));
  }

  private Handler changing(Guard guard, ApiKeyChange change) {
    return calls.changing(
        Role.developer, guard, (request, signedIn) -> change(request, signedIn, change));
  }

  private Answer change(Request request, SignedIn signedIn, ApiKeyChange change) {
    ApiKey key =
        keys.change()
            .handle(request.parameter("id"), signedIn.merchantId(), change, signedIn.actor());
    return Answer.ok(write(Json.object(), key).bytes());
  }

  /** Writes a key as its owner sees it. */
  static Json write(Json json, ApiKey key) {
    return json.put("id", key.id().toString())
        .put("apiKey", key.apiKey())
        .put("active", key.active())
        .put("limit", key.limit())
        .put("label", key.label())
        .put("signatureVersion", key.signatureVersion())
        .put("createdAt", key.createdAt())
        .put("lastUsedAt", key.lastUsedAt());
  }
}
