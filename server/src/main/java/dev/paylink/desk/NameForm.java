package dev.paylink.desk;

import dev.paylink.merchant.operator.DecideName;
import dev.paylink.operator.MerchantDecisions;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Takes the operator's decisions about new business names, each about the name that was shown. */
record NameForm(DeskDoor door, ReviewPage page, MerchantDecisions decisions) {
  private static final String ACCEPT = "ACCEPT";
  private static final String REJECT = "REJECT";

  /** Returns the name byte by byte: a browser may change line ends and characters of a field. */
  static String seen(String name) {
    return HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
  }

  List<Route> routes() {
    return List.of(door.provenForm(Permission.REVIEW, DeskPaths.MERCHANT_NAME, this::decide));
  }

  private Answer decide(OperatorVisit visit) {
    String decision = FormBody.field(visit.request(), "decision");
    if (!decision.equals(ACCEPT) && !decision.equals(REJECT)) {
      throw new Refused(Problem.invalidField("decision", Message.of("field.notknown")));
    }
    Form form = Form.of(visit.request(), "reason");
    return form.attempt(
        () -> decide(visit, decision.equals(ACCEPT), form.value("reason")),
        again ->
            page.draw(visit, new MerchantPage.Refusal(String.valueOf(visit.merchant()), again)));
  }

  private Answer decide(OperatorVisit visit, boolean accepted, String reason) {
    DecisionForm.requireReason(reason, !accepted);
    String seen = FormBody.field(visit.request(), "seen");
    String revision = FormBody.field(visit.request(), "revision");
    MerchantDecisions.Result result =
        decisions.decide(
            visit.merchant(),
            new DecideName.Decision(accepted, name(seen), reason, revision),
            visit.operator());
    DeskNotice done =
        result instanceof MerchantDecisions.Result.Pending
            ? DeskNotice.APPROVAL_ASKED
            : accepted ? DeskNotice.NAME_ACCEPTED : DeskNotice.NAME_REJECTED;
    return done.on(DeskSection.REVIEW.path());
  }

  private static String name(String seen) {
    try {
      return new String(HexFormat.of().parseHex(seen), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refused(Problem.invalidField("seen", Message.of("field.othername")));
    }
  }
}
