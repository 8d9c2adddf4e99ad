package dev.paylink.desk;

import dev.paylink.ids.MerchantId;
import dev.paylink.operator.Operators;
import dev.paylink.operator.RecoverAccount;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The requests that wait for a second operator, oldest first. */
record ApprovalsPage(
    DeskDoor door, Operators operators, BiFunction<Request, String, String> joinUrl) {
  /** {@code link} is what was just agreed to has made; it is shown only this once. */
  record View(
      Panel panel,
      @Nullable String news,
      List<Approvals.Waiting> approvals,
      ActingOperator operator,
      @Nullable String link,
      Form form) {

    /** Tells whether the operator can agree: what is outdated cannot be done any more. */
    boolean mayApprove(Approvals.Waiting waiting) {
      return waiting.fault() == null
          && !waiting.outdated()
          && waiting.approval().mayBeApprovedBy(operator);
    }

    /** Returns the path of the merchant that a request is about, or null if it is about none. */
    static @Nullable String path(Approval approval) {
      MerchantId merchant = RecoverAccount.merchant(approval.subject());
      return merchant == null ? null : DeskPaths.MERCHANT.to(merchant);
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.READ,
            DeskPaths.APPROVALS,
            visit -> Answer.html(draw(visit, Form.EMPTY, null))),
        door.provenForm(Permission.APPROVE, DeskPaths.APPROVAL_APPROVE, this::approve),
        door.form(Permission.APPROVE, DeskPaths.APPROVAL_DECLINE, this::decline));
  }

  private Answer approve(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          Secret link =
              operators
                  .approvals()
                  .approve(
                      visit.operator(),
                      visit.request().parameter("id"),
                      token -> joinUrl.apply(visit.request(), token))
                  .link();
          return link == null
              ? DeskNotice.APPROVAL_GIVEN.on(DeskSection.APPROVALS)
              : Answer.html(draw(visit, Form.EMPTY, link.reveal()));
        },
        again -> draw(visit, again, null));
  }

  private Answer decline(OperatorVisit visit) {
    operators.approvals().decline(visit.operator(), visit.request().parameter("id"));
    return DeskNotice.APPROVAL_DECLINED.on(DeskSection.APPROVALS);
  }

  private byte[] draw(OperatorVisit visit, Form form, @Nullable String link) {
    return visit.draw(
        "approvals",
        new View(
            visit.panel(DeskSection.APPROVALS),
            visit.news(),
            operators.approvals().open(visit.operator()),
            visit.operator(),
            link,
            form));
  }
}
