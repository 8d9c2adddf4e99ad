package dev.paylink.desk;

import dev.paylink.account.Invitation;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.team.TeamMembers;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.OperatorId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.operator.OperatorForms;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.team.OperatorDecisions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operators, their roles, open invitations, and the log of what operators did. */
record OperatorsPage(
    DeskDoor door, Operators operators, BiFunction<Request, String, String> joinUrl) {
  /** The roles to choose from, and what they are for. */
  static final Map<String, String> ROLES = roles();

  private static final int MAX_ENTRIES = 25;
  private static final String CURSOR = "cursor";

  /** {@code link} is of an invitation just made; it is shown only this once. */
  record View(
      Panel panel,
      @Nullable String news,
      List<User> operators,
      List<Invitation> invitations,
      ReadAudit.Page log,
      @Nullable String ownName,
      @Nullable String link,
      Form form,
      Pager pager) {
    /** Returns the id of an operator in paths. */
    OperatorId id(User operator) {
      return OperatorId.of(operator.id());
    }

    boolean isOwn(User operator) {
      return RealmKind.INSTANCE.actor(operator.email(), "").name().equals(ownName);
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.ADMINISTER,
            DeskPaths.OPERATORS,
            visit -> Answer.html(draw(visit, Form.EMPTY, null))),
        door.provenForm(Permission.ADMINISTER, DeskPaths.INVITATIONS, this::invite),
        door.form(Permission.ADMINISTER, DeskPaths.INVITATION_WITHDRAW, this::withdraw),
        door.provenForm(Permission.ADMINISTER, DeskPaths.OPERATOR_ROLE, this::changeRole),
        door.provenForm(Permission.ADMINISTER, DeskPaths.OPERATOR_REMOVE, this::remove));
  }

  private Answer invite(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "email", "role");
    return form.attempt(
        () -> {
          OperatorForms.Invitation wish = OperatorForms.invitation(form.fields());
          return answer(
              visit,
              DeskNotice.INVITED,
              operators
                  .operatorDecisions()
                  .invite(
                      visit.operator(),
                      wish.email(),
                      wish.role(),
                      token -> joinUrl.apply(visit.request(), token)));
        },
        again -> draw(visit, again, null));
  }

  private Answer answer(OperatorVisit visit, DeskNotice done, OperatorDecisions.Result result) {
    return switch (result) {
      case OperatorDecisions.Result.Pending pending ->
          DeskNotice.APPROVAL_ASKED.on(DeskSection.OPERATORS);
      case OperatorDecisions.Result.Invited invited -> {
        Secret url = invited.url();
        yield url == null
            ? done.on(DeskSection.OPERATORS)
            : Answer.html(draw(visit, Form.EMPTY, url.reveal()));
      }
      case OperatorDecisions.Result.Done changed -> done.on(DeskSection.OPERATORS);
    };
  }

  private Answer withdraw(OperatorVisit visit) {
    operators.invitations().withdraw(visit.operator(), visit.request().parameter("id"));
    return DeskNotice.INVITATION_WITHDRAWN.on(DeskSection.OPERATORS);
  }

  private Answer changeRole(OperatorVisit visit) {
    return change(
        visit,
        DeskNotice.ROLE_CHANGED,
        id ->
            operators
                .operatorDecisions()
                .changeRole(
                    visit.operator(),
                    id,
                    OperatorForms.role(Form.of(visit.request(), "role").fields())));
  }

  private Answer remove(OperatorVisit visit) {
    return change(
        visit,
        DeskNotice.OPERATOR_REMOVED,
        id -> operators.operatorDecisions().remove(visit.operator(), id));
  }

  private Answer change(
      OperatorVisit visit,
      DeskNotice done,
      Function<@Nullable UserId, OperatorDecisions.Result> work) {
    return Form.EMPTY.attempt(
        () -> {
          OperatorId id = OperatorId.parse(visit.request().parameter("id"));
          return answer(visit, done, work.apply(id == null ? null : id.user()));
        },
        again -> draw(visit, again, null));
  }

  private byte[] draw(OperatorVisit visit, Form form, @Nullable String link) {
    String asked = visit.request().query(CURSOR);
    AuditId before = asked == null ? null : AuditId.parse(asked);
    ReadAudit.Page log = operators.log().page(before, MAX_ENTRIES);
    TeamMembers team = operators.team().members(RealmId.INSTANCE);
    return visit.draw(
        "operators",
        new View(
            visit.panel(DeskSection.OPERATORS),
            visit.news(),
            team.users(),
            team.invitations(),
            log,
            visit.operator().name(),
            link,
            form,
            Pager.of(DeskPaths.OPERATORS.to(), CURSOR, before, log.next())));
  }

  private static Map<String, String> roles() {
    Map<String, String> roles = new LinkedHashMap<>();
    roles.put(OperatorRole.viewer.name(), "Viewer: sees everything");
    roles.put(OperatorRole.reviewer.name(), "Reviewer: companies and business names");
    roles.put(OperatorRole.operator.name(), "Operator: keys, limits, deliveries, chains, freezes");
    roles.put(OperatorRole.admin.name(), "Admin: everything, operators included");
    return roles;
  }
}
