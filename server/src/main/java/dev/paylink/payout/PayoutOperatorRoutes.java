package dev.paylink.payout;

import dev.paylink.operator.ApprovalRoutes;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;

/** The operator's call that reports a payout where no component does. */
final class PayoutOperatorRoutes {
  private final OperatorCalls calls;
  private final ReportPayout report;

  PayoutOperatorRoutes(OperatorCalls calls, ReportPayout report) {
    this.calls = calls;
    this.report = report;
  }

  List<Route> routes() {
    return List.of(Route.post("/admin/payouts", calls.proven(Permission.OPERATE, this::report)));
  }

  private Answer report(Request request, ActingOperator by) {
    return switch (report.handle(by, PayoutReportParser.parse(request.jsonBody()))) {
      case ReportPayout.Result.Applied applied -> PayoutRoutes.answer(applied.result());
      case ReportPayout.Result.Pending pending -> ApprovalRoutes.pending(pending.approval());
    };
  }
}
