package dev.paylink.desk;

import dev.paylink.money.Chains;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.suspend.ListedToken;
import dev.paylink.settlement.suspend.SuspendTokens;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that this instance takes, those that are suspended, and payments held because of it.
 */
record TokensPage(DeskDoor door, SuspendTokens tokens) {
  /**
   * {@code at} is the path of the form that was refused, {@code form} what was typed into it; empty
   * if none was.
   */
  record View(
      Panel panel,
      @Nullable String news,
      List<SuspendTokens.State> tokens,
      List<Held> held,
      boolean mayDecide,
      String at,
      Form form) {
    /** Returns the name of the network of a held payment, as the list of tokens has it. */
    String network(Held of) {
      return tokens.stream()
          .map(SuspendTokens.State::token)
          .filter(token -> token.chainId() == of.chainId())
          .map(ListedToken::label)
          .findFirst()
          .orElseGet(() -> Chains.label(of.chainId()));
    }

    Form of(String path) {
      return path.equals(at) ? form : Form.EMPTY;
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.READ, DeskPaths.TOKENS, visit -> Answer.html(draw(visit, "", Form.EMPTY))),
        door.provenForm(Permission.OPERATE, DeskPaths.TOKEN_SUSPEND, visit -> decide(visit, true)),
        door.provenForm(Permission.OPERATE, DeskPaths.TOKEN_LIFT, visit -> decide(visit, false)),
        door.provenForm(
            Permission.OPERATE,
            DeskPaths.HELD_CONFIRM,
            visit -> decide(visit, Held.Decision.confirmed)),
        door.provenForm(
            Permission.OPERATE, DeskPaths.HELD_FAIL, visit -> decide(visit, Held.Decision.failed)));
  }

  private Answer decide(OperatorVisit visit, boolean suspend) {
    Request request = visit.request();
    Form form = Form.of(request, "reason");
    String chain = request.parameter("chain");
    String token = request.parameter("symbol");
    return answer(
        visit,
        (suspend ? DeskPaths.TOKEN_SUSPEND : DeskPaths.TOKEN_LIFT).to(chain, token),
        form,
        suspend,
        () -> tokens.decide(visit.operator(), chain, token, suspend, form.value("reason")),
        suspend ? DeskNotice.TOKEN_SUSPENDED : DeskNotice.TOKEN_LIFTED);
  }

  private Answer decide(OperatorVisit visit, Held.Decision decision) {
    Form form = Form.of(visit.request(), "reason");
    String payment = visit.request().parameter("paymentId");
    boolean confirm = decision == Held.Decision.confirmed;
    return answer(
        visit,
        (confirm ? DeskPaths.HELD_CONFIRM : DeskPaths.HELD_FAIL).to(payment),
        form,
        !confirm,
        () -> tokens.decide(visit.operator(), payment, decision, form.value("reason")),
        confirm ? DeskNotice.HELD_CONFIRMED : DeskNotice.HELD_FAILED);
  }

  private Answer answer(
      OperatorVisit visit,
      String path,
      Form form,
      boolean needsReason,
      Supplier<@Nullable Approval> work,
      DeskNotice done) {
    return form.attempt(
        () -> {
          DecisionForm.requireReason(form.value("reason"), needsReason);
          return (work.get() == null ? done : DeskNotice.APPROVAL_ASKED).on(DeskSection.TOKENS);
        },
        again -> draw(visit, path, again));
  }

  private byte[] draw(OperatorVisit visit, String at, Form form) {
    return visit.draw(
        "tokens",
        new View(
            visit.panel(DeskSection.TOKENS),
            visit.news(),
            tokens.tokens(),
            tokens.held(),
            visit.operator().may(Permission.OPERATE),
            at,
            form));
  }
}
