package dev.paylink.operator;

import dev.paylink.account.Member;
import dev.paylink.account.User;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.TeamMembers;
import dev.paylink.account.web.AccountRoutes;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.OperatorId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.AuditRoutes;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.team.OperatorDecisions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The calls by which operators sign in and out, and by which admins decide who is an operator. */
final class OperatorRoutes implements AccountRoutes.Entrance {
  private static final int LOG_PAGE = 100;

  private final Operators operators;
  private final OperatorCalls calls;
  private final BiFunction<Request, String, String> joinUrl;

  /**
   * Prepares the calls.
   *
   * @param joinUrl makes the link of an invitation's token, for the host of the request
   */
  OperatorRoutes(Operators operators, BiFunction<Request, String, String> joinUrl) {
    this.operators = operators;
    this.calls = operators.calls();
    this.joinUrl = joinUrl;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/admin/logout", calls.with(Permission.OWN, this::logout)),
        Route.get("/admin/account", calls.with(Permission.OWN, (request, by) -> account(by))),
        Route.get("/admin/operators", calls.with(Permission.ADMINISTER, (request, by) -> list())),
        Route.put("/admin/operators/:id", calls.proven(Permission.ADMINISTER, this::changeRole)),
        Route.delete("/admin/operators/:id", calls.proven(Permission.ADMINISTER, this::remove)),
        Route.post(
            "/admin/operator-invitations", calls.proven(Permission.ADMINISTER, this::invite)),
        Route.delete(
            "/admin/operator-invitations/:id", calls.with(Permission.ADMINISTER, this::withdraw)),
        Route.post("/admin/operator-invitations/accept", this::accept),
        Route.get(
            "/admin/operator-log",
            calls.with(Permission.ADMINISTER, (request, by) -> log(request))));
  }

  private Answer accept(Request request) {
    Invitations.Acceptance acceptance = OperatorForms.acceptance(request.jsonFields());
    return welcome(request, operators.invitations().accept(acceptance, visitor(request)));
  }

  @Override
  public Handler open(Handler handler) {
    return handler; // no cookie opens a call, so it may come from anywhere
  }

  @Override
  public Visitor visitor(Request request) {
    return new Visitor(request.source(), request.header(Headers.USER_AGENT));
  }

  @Override
  public @Nullable Member known(Request request) {
    return null;
  }

  @Override
  public Message wrongFactor() {
    return Message.of("wrong.code");
  }

  @Override
  public Answer welcome(Request request, AccountSessions.Opened opened) {
    ActingOperator operator = ActingOperator.of(opened.session());
    request.actor(operator.loggedName());
    return Answer.ok(
            write(Json.object(), operator)
                .put("token", opened.token().reveal())
                .put("expiresAt", opened.session().until())
                .bytes())
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer logout(Request request, ActingOperator by) {
    if (by.sessionId() != null) {
      operators
          .sessions()
          .signOut(by, Objects.requireNonNull(OperatorCalls.presented(request), "no token"));
    }
    return Answer.noContent();
  }

  private static Answer account(ActingOperator by) {
    return Answer.ok(write(Json.object(), by).bytes());
  }

  private static Json write(Json json, ActingOperator operator) {
    AccountSession account = operator.account();
    return json.put("operatorId", account == null ? null : id(account.userId()))
        .put("actor", operator.name())
        .put("name", account == null ? null : account.name())
        .put("role", operator.role().name())
        .put("twoFactorSetupRequired", operator.factorMissing());
  }

  private Answer list() {
    TeamMembers all = operators.team().members(RealmId.INSTANCE);
    return Answer.ok(
        Json.object()
            .putObjects("data", all.users(), OperatorRoutes::write)
            .putObjects("invitations", all.invitations(), AccountRoutes::write)
            .bytes());
  }

  private static String id(UserId user) {
    return OperatorId.of(user).toString();
  }

  private static @Nullable UserId user(String idText) {
    OperatorId id = OperatorId.parse(idText);
    return id == null ? null : id.user();
  }

  private static void write(Json json, User operator) {
    json.put("operatorId", id(operator.id()))
        .put("email", operator.email())
        .put("name", operator.name())
        .put("role", operator.role())
        .put("twoFactor", operator.twoFactor())
        .put("createdAt", operator.createdAt());
  }

  private Answer changeRole(Request request, ActingOperator by) {
    OperatorRole role = OperatorForms.role(request.jsonFields());
    return answer(
        operators.operatorDecisions().changeRole(by, user(request.parameter("id")), role));
  }

  private Answer remove(Request request, ActingOperator by) {
    return answer(operators.operatorDecisions().remove(by, user(request.parameter("id"))));
  }

  private static Answer answer(OperatorDecisions.Result result) {
    return switch (result) {
      case OperatorDecisions.Result.Done done -> Answer.noContent();
      case OperatorDecisions.Result.Pending pending -> ApprovalRoutes.pending(pending.approval());
      case OperatorDecisions.Result.Invited invited -> {
        Secret url = invited.url();
        Json json = AccountRoutes.write(Json.object(), invited.invitation());
        yield Answer.created(json.put("url", url == null ? null : url.reveal()).bytes())
            .with(Headers.CACHE_CONTROL, "no-store");
      }
    };
  }

  private Answer invite(Request request, ActingOperator by) {
    OperatorForms.Invitation form = OperatorForms.invitation(request.jsonFields());
    return answer(
        operators
            .operatorDecisions()
            .invite(by, form.email(), form.role(), token -> joinUrl.apply(request, token)));
  }

  private Answer withdraw(Request request, ActingOperator by) {
    operators.invitations().withdraw(by, request.parameter("id"));
    return Answer.noContent();
  }

  private Answer log(Request request) {
    QueryParameters query = new QueryParameters(request, Set.of("cursor"));
    AuditId before = query.read("cursor", AuditId::parse, Message.of("field.listcursor"));
    query.refuseFaults();
    ReadAudit.Page page = operators.log().page(before, LOG_PAGE);
    return Answer.ok(
        Json.object()
            .putObjects("data", page.entries(), AuditRoutes::write)
            .put("nextCursor", page.next() == null ? null : page.next().toString())
            .bytes());
  }
}
