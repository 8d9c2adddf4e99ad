package dev.paylink.operator;

import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.function.BiFunction;

/** The calls by which a second operator agrees to what a first one asked for. */
public final class ApprovalRoutes {
  private final OperatorCalls calls;
  private final Approvals approvals;
  private final BiFunction<Request, String, String> joinUrl;

  /**
   * Prepares the calls.
   *
   * @param joinUrl makes the link of an invitation's token, for the host of the request
   */
  ApprovalRoutes(
      OperatorCalls calls, Approvals approvals, BiFunction<Request, String, String> joinUrl) {
    this.calls = calls;
    this.approvals = approvals;
    this.joinUrl = joinUrl;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/admin/approvals", calls.with(Permission.READ, (request, by) -> list(by))),
        Route.post("/admin/approvals/:id/approve", calls.proven(Permission.APPROVE, this::approve)),
        Route.post(
            "/admin/approvals/:id/decline",
            calls.with(
                Permission.APPROVE,
                (request, by) -> Answer.ok(json(approvals.decline(by, request.parameter("id")))))));
  }

  private Answer list(ActingOperator by) {
    return Answer.ok(
        Json.object().putObjects("data", approvals.open(by), ApprovalRoutes::write).bytes());
  }

  private Answer approve(Request request, ActingOperator by) {
    Approvals.Approved done =
        approvals.approve(by, request.parameter("id"), token -> joinUrl.apply(request, token));
    Json json = Json.object();
    write(json, done.approval());
    if (done.link() != null) {
      json.put("url", done.link().reveal());
    }
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
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

  private static void write(Json json, Approvals.Waiting waiting) {
    write(json, waiting.approval());
    json.put("summaryNow", waiting.summaryNow()).put("outdated", waiting.outdated());
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
