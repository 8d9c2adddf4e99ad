package dev.paylink.operator;

import dev.paylink.account.web.AccountForms;
import dev.paylink.ids.MerchantId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls by which operators help people back into a merchant's account. */
final class RecoveryRoutes {
  private final OperatorCalls calls;
  private final RecoverAccount recoverAccount;
  private final DismissMember dismissMember;

  RecoveryRoutes(OperatorCalls calls, RecoverAccount recoverAccount, DismissMember dismissMember) {
    this.calls = calls;
    this.recoverAccount = recoverAccount;
    this.dismissMember = dismissMember;
  }

  List<Route> routes() {
    return List.of(
        Route.delete(
            "/admin/merchants/:id/users/:userId/factors",
            calls.proven(Permission.OPERATE, this::removeFactors)),
        Route.delete(
            "/admin/merchants/:id/users/:userId", calls.proven(Permission.OPERATE, this::dismiss)),
        Route.post("/admin/merchants/:id/owners", calls.proven(Permission.OPERATE, this::appoint)));
  }

  private Answer dismiss(Request request, ActingOperator by) {
    return answer(dismissMember.handle(merchant(request), request.parameter("userId"), by));
  }

  private Answer removeFactors(Request request, ActingOperator by) {
    return answer(recoverAccount.removeFactors(merchant(request), request.parameter("userId"), by));
  }

  private Answer appoint(Request request, ActingOperator by) {
    String email = AccountForms.resetRequest(request.jsonFields());
    return answer(recoverAccount.appoint(merchant(request), email, by));
  }

  private static @Nullable MerchantId merchant(Request request) {
    return MerchantId.parse(request.parameter("id"));
  }

  private static Answer answer(@Nullable Approval pending) {
    return pending == null ? Answer.noContent() : ApprovalRoutes.pending(pending);
  }
}
