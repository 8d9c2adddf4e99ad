package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The calls with which a signed-in merchant creates API keys, switches them on and off, changes
 * what they may be used for, rolls and deletes them.
 */
final class ApiKeyRoutes {
  private final MerchantCalls calls;
  private final MerchantApiKeys keys;

  ApiKeyRoutes(MerchantCalls calls, MerchantApiKeys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/api-keys", calls.reading(this::list)),
        Route.post("/merchant/api-keys", calls.changing(Role.developer, Guard.MONEY, this::create)),
        Route.put(
            "/merchant/api-keys/:id", calls.changing(Role.developer, Guard.MONEY, this::change)),
        Route.delete(
            "/merchant/api-keys/:id", calls.changing(Role.developer, Guard.MONEY, this::delete)),
        Route.post(
            "/merchant/api-keys/:id/roll", calls.changing(Role.developer, Guard.MONEY, this::roll)),
        Route.post("/merchant/api-keys/:id/activate", changing(Guard.MONEY, ApiKeyChange.ACTIVATE)),
        Route.post(
            "/merchant/api-keys/:id/deactivate", changing(Guard.NONE, ApiKeyChange.DEACTIVATE)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    List<ApiKey> own = keys.list(signedIn.merchantId());
    return Answer.ok(Json.object().putObjects("data", own, ApiKeyRoutes::write).bytes());
  }

  private Answer create(Request request, SignedIn signedIn) {
    byte[] body = request.jsonBody();
    // A missing body means a key without restrictions.
    KeySettings settings =
        body.length == 0
            ? KeySettings.OPEN
            : KeySettings.read(Fields.parse(body), Instant.now()).apply(KeySettings.OPEN);
    return created(write(Json.object(), keys.create(signedIn, settings)));
  }

  private Answer roll(Request request, SignedIn signedIn) {
    byte[] body = request.jsonBody();
    Duration overlap =
        body.length == 0
            ? MerchantApiKeys.STANDARD_OVERLAP
            : MerchantApiKeys.overlap(Fields.parse(body));
    MerchantApiKeys.Rolled rolled = keys.roll(signedIn, request.parameter("id"), overlap);
    return created(
        write(Json.object(), rolled.created())
            .putObject("replaces", rolled.old(), ApiKeyRoutes::write));
  }

  private static Answer created(Json json) {
    return Answer.created(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer delete(Request request, SignedIn signedIn) {
    keys.delete(signedIn, request.parameter("id"));
    return Answer.noContent();
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
        keys.change(request.parameter("id"), signedIn.merchantId(), change, signedIn.actor());
    return Answer.ok(write(Json.object(), key).bytes());
  }

  /** The call with which the operator changes a key's limit or switches the key on or off. */
  static List<Route> ofOperator(OperatorCalls calls, MerchantApiKeys keys) {
    return List.of(
        Route.put(
            "/admin/api-keys/:id",
            calls.proven(
                Permission.OPERATE,
                (request, by) -> {
                  ApiKeyChange change = ApiKeyChange.of(request.jsonFields());
                  ApiKey key = keys.change(request.parameter("id"), null, change, by.actor());
                  return Answer.ok(
                      write(Json.object(), key)
                          .put("merchantId", key.merchantId().toString())
                          .bytes());
                })));
  }

  /** Writes a key with its secret, which is shown only this once. */
  private static Json write(Json json, MerchantApiKeys.Created created) {
    ApiKey key = created.key();
    json.put("id", key.id().toString())
        .put("apiKey", key.apiKey())
        .put("secretKey", created.secretKey().reveal())
        .put("active", key.active())
        .put("limit", key.limit())
        .put("label", key.label())
        .put("createdAt", key.createdAt());
    return write(json, key.settings());
  }

  /** Writes a key as its owner sees it. */
  private static Json write(Json json, ApiKey key) {
    ApiKeyId next = key.replacedBy();
    json.put("id", key.id().toString())
        .put("apiKey", key.apiKey())
        .put("active", key.active())
        .put("limit", key.limit())
        .put("label", key.label())
        .put("createdAt", key.createdAt())
        .put("lastUsedAt", key.lastUsedAt())
        .put("lastUsedFrom", key.lastUsedFrom());
    return write(json, key.settings()).put("replacedBy", next == null ? null : next.toString());
  }

  private static Json write(Json json, KeySettings settings) {
    return json.putTexts("scopes", settings.scopes().names())
        .put("expiresAt", settings.expiresAt())
        .putTexts("allowedSources", settings.sources().names());
  }
}
