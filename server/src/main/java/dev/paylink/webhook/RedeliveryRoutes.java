package dev.paylink.webhook;

import dev.paylink.operator.ApprovalRoutes;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.webhook.delivery.RedeliverForAll;
import dev.paylink.webhook.delivery.RedeliveryOrder;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The operator's calls that send webhooks of all merchants again, after an outage of our own. */
public final class RedeliveryRoutes {
  private static final Set<String> FIELDS = Set.of("from", "to", "reason");

  private final OperatorCalls calls;
  private final RedeliverForAll redeliver;

  public RedeliveryRoutes(OperatorCalls calls, RedeliverForAll redeliver) {
    this.calls = calls;
    this.redeliver = redeliver;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/admin/redeliveries", calls.with(Permission.READ, (request, by) -> list())),
        Route.post("/admin/redeliveries", calls.proven(Permission.OPERATE, this::order)));
  }

  private Answer list() {
    return Answer.ok(
        Json.object().putObjects("data", redeliver.newest(), RedeliveryRoutes::write).bytes());
  }

  private Answer order(Request request, ActingOperator by) {
    Approval approval = redeliver.order(by, wish(request.jsonFields()));
    return approval == null
        ? Answer.ok(Json.object().put("state", "ordered").bytes())
        : ApprovalRoutes.pending(approval);
  }

  /** Reads the times and the reason; 400 with all their faults. */
  public static RedeliverForAll.Wish wish(Fields fields) {
    fields.only(FIELDS);
    Instant from = fields.required("from", fields.time("from"));
    Instant to = fields.required("to", fields.time("to"));
    String reason = fields.requiredText("reason", RedeliverForAll.MAX_REASON);
    return new RedeliverForAll.Wish(
        fields.require(from), fields.require(to), fields.require(reason));
  }

  private static void write(Json json, RedeliveryOrder order) {
    json.put("redeliveryId", order.id().toString())
        .put("from", order.fromAt())
        .put("to", order.toAt())
        .put("reason", order.reason())
        .put("orderedBy", order.orderedBy())
        .put("orderedAt", order.orderedAt())
        .put("events", order.events())
        .put("skipped", order.skipped())
        .put("finishedAt", order.finishedAt());
  }
}
