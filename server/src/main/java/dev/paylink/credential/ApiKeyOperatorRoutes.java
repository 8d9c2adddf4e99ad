package dev.paylink.credential;

import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.merchant.user.Actor;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The call with which the operator changes a key's limit or switches the key on or off. */
final class ApiKeyOperatorRoutes {
  private final OperatorCalls operatorAuth;
  private final ChangeApiKey changeApiKey;

  ApiKeyOperatorRoutes(OperatorCalls operatorAuth, ChangeApiKey changeApiKey) {
    this.operatorAuth = operatorAuth;
    this.changeApiKey = changeApiKey;
  }

  List<Route> routes() {
    return List.of(Route.put("/admin/api-keys/:id", operatorAuth.only(this::change)));
  }

  private Answer change(Request request) {
    ApiKey key =
        changeApiKey.handle(
            request.parameter("id"),
            null,
            ApiKeyChange.of(request.jsonFields()),
            Actor.operator(request.source()));
    return Answer.ok(
        ApiKeyRoutes.write(Json.object(), key)
            .put("merchantId", key.merchantId().toString())
            .bytes());
  }
}
