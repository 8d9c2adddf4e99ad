package dev.paylink.desk;

import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.operator.MerchantDecisions;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the operator's decisions about merchants. A decision applies to the details that the page
 * showed: if anything of it has changed since, it is refused.
 */
record DecisionForm(
    DeskDoor door, MerchantPage page, FindMerchants merchants, MerchantDecisions decisions) {
  List<Route> routes() {
    return List.of(
        door.provenForm(Permission.REVIEW, DeskPaths.MERCHANT_VERIFICATION, this::decide));
  }

  private Answer decide(OperatorVisit visit) {
    Decision decision = Decision.named(FormBody.field(visit.request(), "decision"));
    if (decision == null) {
      throw new Refused(Problem.invalidField("decision", Message.of("field.notknown")));
    }
    Form form = Form.of(visit.request(), "reason");
    return form.attempt(
        () -> decide(visit, decision, form.value("reason")),
        again -> page.draw(visit, new MerchantPage.Refusal(decision.name(), again)));
  }

  private Answer decide(OperatorVisit visit, Decision decision, String reason) {
    requireReason(reason, decision.needsReason());
    Merchant merchant = merchants.require(visit.merchant());
    if (!decision.isOpenTo(merchant)) {
      throw new Refused(Problem.conflict("MERCHANT_CHANGED", Message.of("merchant.outdated")));
    }
    MerchantDecisions.Result outcome =
        decisions.decide(
            merchant.id(),
            new VerificationDecision(
                decision.after(merchant), reason, FormBody.field(visit.request(), "revision")),
            visit.operator());
    DeskNotice done =
        outcome instanceof MerchantDecisions.Result.Pending
            ? DeskNotice.APPROVAL_ASKED
            : decision.done();
    boolean fromQueue = FormBody.field(visit.request(), "from").equals(DeskSection.REVIEW.name());
    return done.on(fromQueue ? DeskSection.REVIEW.path() : DeskPaths.MERCHANT.to(merchant.id()));
  }

  /** Refuses a reason that is needed and missing, or too long. */
  static void requireReason(String reason, boolean needed) {
    if (needed && reason.isBlank()) {
      throw new Refused(Problem.invalidField("reason", Message.of("field.required")));
    }
    if (reason.length() > VerificationDecision.MAX_REASON) {
      throw new Refused(
          Problem.invalidField(
              "reason", Message.of("field.atmost", VerificationDecision.MAX_REASON)));
    }
  }

  /**
   * A decision of the operator about a merchant: the states in which it is possible, and the state
   * that follows.
   */
  enum Decision {
    APPROVE("Approve", false, DeskNotice.APPROVED),
    REJECT("Reject", true, DeskNotice.REJECTED),
    SUSPEND("Suspend", true, DeskNotice.SUSPENDED),
    LIFT("Lift the suspension", false, DeskNotice.LIFTED);

    private final String text;
    private final boolean needsReason;
    private final DeskNotice done;

    Decision(String text, boolean needsReason, DeskNotice done) {
      this.text = text;
      this.needsReason = needsReason;
      this.done = done;
    }

    static @Nullable Decision named(String name) {
      return Arrays.stream(values())
          .filter(decision -> decision.name().equals(name))
          .findFirst()
          .orElse(null);
    }

    String text() {
      return text;
    }

    boolean needsReason() {
      return needsReason;
    }

    DeskNotice done() {
      return done;
    }

    boolean isOpenTo(Merchant merchant) {
      Verification now = merchant.verification();
      return switch (this) {
        case APPROVE -> now == Verification.KybSubmitted || now == Verification.KybRejected;
        case REJECT -> now == Verification.KybSubmitted;
        case SUSPEND -> now != Verification.Suspended;
        case LIFT -> now == Verification.Suspended;
      };
    }

    Verification after(Merchant merchant) {
      return switch (this) {
        case APPROVE -> Verification.KybVerified;
        case REJECT -> Verification.KybRejected;
        case SUSPEND -> Verification.Suspended;
        case LIFT -> merchant.unsuspended();
      };
    }
  }
}
