package dev.paylink.settlement.suspend;

import dev.paylink.operator.ApprovalRoutes;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.Suspension;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operator's calls about suspended tokens, and about payments that were made in one. */
public final class TokenRoutes {
  private final OperatorCalls calls;
  private final SuspendTokens tokens;

  public TokenRoutes(OperatorCalls calls, SuspendTokens tokens) {
    this.calls = calls;
    this.tokens = tokens;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/admin/tokens", calls.with(Permission.READ, (request, by) -> list())),
        Route.post("/admin/tokens/:chain/:symbol/suspend", token(true)),
        Route.post("/admin/tokens/:chain/:symbol/lift", token(false)),
        Route.get("/admin/held-payments", calls.with(Permission.READ, (request, by) -> held())),
        Route.post("/admin/held-payments/:paymentId/confirm", payment(Held.Decision.confirmed)),
        Route.post("/admin/held-payments/:paymentId/fail", payment(Held.Decision.failed)));
  }

  private Handler token(boolean suspend) {
    return calls.proven(Permission.OPERATE, (request, by) -> decide(request, by, suspend));
  }

  private Handler payment(Held.Decision decision) {
    return calls.proven(
        Permission.OPERATE,
        (request, by) ->
            answer(
                tokens.decide(
                    by,
                    request.parameter("paymentId"),
                    decision,
                    reason(request.jsonFields(), decision == Held.Decision.failed)),
                decision.name()));
  }

  private Answer decide(Request request, ActingOperator by, boolean suspend) {
    return answer(
        tokens.decide(
            by,
            request.parameter("chain"),
            request.parameter("symbol"),
            suspend,
            reason(request.jsonFields(), suspend)),
        suspend ? "suspended" : "lifted");
  }

  private static Answer answer(@Nullable Approval approval, String state) {
    return approval == null
        ? Answer.ok(Json.object().put("state", state).bytes())
        : ApprovalRoutes.pending(approval);
  }

  private static String reason(Fields fields, boolean required) {
    fields.only(Set.of("reason"));
    String reason =
        required
            ? fields.requiredText("reason", SuspendTokens.MAX_REASON)
            : fields.text("reason", SuspendTokens.MAX_REASON);
    fields.refuseFaults();
    return Objects.requireNonNullElse(reason, "").strip();
  }

  private Answer list() {
    return Answer.ok(Json.object().putObjects("data", tokens.tokens(), TokenRoutes::write).bytes());
  }

  private static void write(Json json, SuspendTokens.State state) {
    Suspension suspension = state.suspension();
    json.put("chain", state.token().chain())
        .put("chainId", state.token().chainId())
        .put("token", state.token().symbol())
        .put("address", state.token().address())
        .put("suspended", suspension != null)
        .put("reason", suspension == null ? null : suspension.reason())
        .put("suspendedBy", suspension == null ? null : suspension.suspendedBy())
        .put("suspendedAt", suspension == null ? null : suspension.suspendedAt())
        .put("held", state.held());
  }

  private Answer held() {
    return Answer.ok(Json.object().putObjects("data", tokens.held(), TokenRoutes::write).bytes());
  }

  private static void write(Json json, Held held) {
    json.put("paymentId", held.paymentId().toString())
        .put("merchantId", held.merchantId().toString())
        .put("chainId", held.chainId())
        .put("token", held.token())
        .putStored("transaction", held.transaction())
        .put("heldAt", held.heldAt());
  }
}
