package dev.paylink.credential;

import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.operator.OperatorAuth;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import java.util.List;
import java.util.Set;

/** The call by which the operator gives a key another limit or switches it on or off. */
public final class ApiKeyOperatorRoutes {
  private final OperatorAuth operatorAuth;
  private final ChangeApiKey changeApiKey;

  public ApiKeyOperatorRoutes(OperatorAuth operatorAuth, ChangeApiKey changeApiKey) {
    this.operatorAuth = operatorAuth;
    this.changeApiKey = changeApiKey;
  }

  public List<Route> routes() {
    return List.of(Route.put("/admin/api-keys/:id", operatorAuth.only(this::change)));
  }

  private Answer change(Request request) {
    ApiKey key =
        changeApiKey.handle(
            request.parameter("id"),
            null,
            change(request.jsonBody()),
            Actor.operator(request.source()));
    return Answer.ok(ApiKeyRoutes.json(key).put("merchantId", key.merchantId().toString()).bytes());
  }

  private static ApiKeyChange change(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("limit", "active"));
    Long limit = fields.integer("limit", 1, ApiKeyChange.MAX_LIMIT);
    Boolean active = fields.bool("active");
    if (!fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new ApiKeyChange(active, limit == null ? null : limit.intValue());
  }
}
