package dev.paylink.credential;

import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The call with which the operator changes a key's limit or switches the key on or off. */
final class ApiKeyOperatorRoutes {
  private final OperatorCalls calls;
  private final ChangeApiKey changeApiKey;

  ApiKeyOperatorRoutes(OperatorCalls calls, ChangeApiKey changeApiKey) {
    this.calls = calls;
    this.changeApiKey = changeApiKey;
  }

  List<Route> routes() {
    return List.of(Route.put("/admin/api-keys/:id", calls.with(Permission.OPERATE, this::change)));
  }

  private Answer change(Request request, ActingOperator by) {
    ApiKey key =
        changeApiKey.handle(
            request.parameter("id"), null, ApiKeyChange.of(request.jsonFields()), by.actor());
    return Answer.ok(
        ApiKeyRoutes.write(Json.object(), key)
            .put("merchantId", key.merchantId().toString())
            .bytes());
  }
}
