package dev.paylink.operator;

import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The calls by which a second operator agrees to what a first one asked for. */
public final class ApprovalRoutes {
  private final OperatorCalls calls;
  private final Approvals approvals;

  ApprovalRoutes(OperatorCalls calls, Approvals approvals) {
    this.calls = calls;
    this.approvals = approvals;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/admin/approvals", calls.with(Permission.READ, (request, by) -> list())),
        Route.post(
            "/admin/approvals/:id/approve",
            calls.with(
                Permission.APPROVE,
                (request, by) -> Answer.ok(json(approvals.approve(by, request.parameter("id")))))),
        Route.post(
            "/admin/approvals/:id/decline",
            calls.with(
                Permission.APPROVE,
                (request, by) -> Answer.ok(json(approvals.decline(by, request.parameter("id")))))));
  }

  private Answer list() {
    return Answer.ok(
        Json.object().putObjects("data", approvals.open(), ApprovalRoutes::write).bytes());
  }

  /** Answers that nothing is done yet: another operator has to agree. */
  public static Answer pending(Approval approval) {
    return Answer.accepted(json(approval));
  }

  private static byte[] json(Approval approval) {
    Json json = Json.object();
    write(json, approval);
    return json.bytes();
  }

  private static void write(Json json, Approval approval) {
    json.put("approvalId", approval.id().toString())
        .put("kind", approval.kind().name())
        .put("subject", approval.subject())
        .put("summary", approval.summary())
        .put("state", approval.state().name())
        .put("requestedBy", approval.requestedBy())
        .put("requestedAt", approval.requestedAt())
        .put("expiresAt", approval.expiresAt());
  }
}
