package dev.paylink.desk;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.web.SecurityForms;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.Outage;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.PanelDoor;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The door to the desk: it admits operators with a session, to what their role has the permission
 * for, and to what matters only after a proof that is young. An operator who still has to set up a
 * second factor is sent there from every page.
 */
final class DeskDoor extends PanelDoor<OperatorVisit> {
  private final DeskSessions sessions;
  private final Assets assets;
  private final DeskProof proof;
  private final OperatorCalls calls;

  DeskDoor(
      Templates templates,
      DeskSessions sessions,
      DeskProof proof,
      OperatorCalls calls,
      boolean testMode) {
    this(
        templates,
        Assets.forPanel(DeskPaths.ASSETS.to(), ManagePasskeys.class, List.of("passkey.js")),
        sessions,
        proof,
        calls,
        testMode);
  }

  private DeskDoor(
      Templates templates,
      Assets assets,
      DeskSessions sessions,
      DeskProof proof,
      OperatorCalls calls,
      boolean testMode) {
    super(
        new PanelPages(
            templates, assets, testMode, "desk", "Operator’s desk", DeskPaths.HOME.to(), null),
        DeskPaths.OWN);
    this.assets = assets;
    this.sessions = sessions;
    this.proof = proof;
    this.calls = calls;
  }

  /** Returns the route of a page for operators with this permission. */
  Route page(Permission permission, PagePath path, Function<OperatorVisit, Answer> room) {
    return page(path, visit -> enter(visit, permission, room));
  }

  /** Returns the route of a form with which an operator with this permission changes something. */
  Route form(Permission permission, PagePath path, Function<OperatorVisit, Answer> room) {
    return signedInForm(
        path,
        visit -> {
          calls.admit(visit.operator());
          return enter(visit, permission, room);
        });
  }

  /**
   * Returns the route of a form with which an operator with this permission changes something that
   * matters: an operator without a recent proof is asked for one first.
   */
  Route provenForm(Permission permission, PagePath path, Function<OperatorVisit, Answer> room) {
    return form(permission, path, visit -> proof.admit(visit, room));
  }

  /** Returns the route of a form with which an operator changes something, behind such a proof. */
  Route form(
      Permission permission,
      SecurityForms.Proof needed,
      PagePath path,
      Function<OperatorVisit, Answer> room) {
    return switch (needed) {
      case NONE -> form(permission, path, room);
      case RECENT -> provenForm(permission, path, room);
      case NOW -> form(permission, path, visit -> proof.admitNow(visit, room));
    };
  }

  private static Answer enter(
      OperatorVisit visit, Permission permission, Function<OperatorVisit, Answer> room) {
    if (visit.operator().factorMissing() && permission != Permission.OWN) {
      return Answer.seeOther(DeskPaths.ACCOUNT.to());
    }
    visit.operator().require(permission);
    return room.apply(visit);
  }

  /** Begins a session, ends the one that the browser had, and goes on to the page. */
  Answer welcome(Request request, OperatorSessions.Opened opened, String next) {
    return welcomeTo(request, opened, Answer.seeOther(next));
  }

  /** Begins a session, ends the one that the browser had, and answers like this. */
  Answer welcomeTo(Request request, OperatorSessions.Opened opened, Answer answer) {
    sessions.endEarlier(request);
    request.actor(opened.session().operator().loggedName());
    return answer.with(Headers.SET_COOKIE, sessions.cookie(opened.token()));
  }

  /** Returns the routes of the files for the pages, and a page for every unknown path. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(
        page(Permission.OWN, DeskPaths.ANY_OTHER_PAGE, visit -> notFound(visit.request(), visit)));
    routes.add(otherwise(DeskPaths.ANY_OTHER_PAGE));
    routes.add(otherwise(DeskPaths.ANYTHING_ELSE));
    return routes;
  }

  @Override
  protected @Nullable OperatorVisit visit(Request request) {
    OperatorSessions.Session session = sessions.find(request);
    if (session == null) {
      return null;
    }
    request.actor(session.operator().loggedName());
    return new OperatorVisit(request, session, pages());
  }

  /**
   * Prevents pages of other sites from changing anything in the operator's name. The internal
   * listener has no configured address, so the origin of a form, as the browser reports it, must
   * equal the host that the request names.
   */
  @Override
  protected void requireOwnPage(Request request) {
    String site = request.header(Headers.SEC_FETCH_SITE);
    boolean otherSite = site != null && !site.equals("same-origin") && !site.equals("none");
    String origin = request.header(Headers.ORIGIN);
    String host = request.header(Headers.HOST);
    if (otherSite || (origin != null && (host == null || !isOf(host, origin)))) {
      throw new Refused(Problem.forbidden("CROSS_ORIGIN", Message.of("desk.crossorigin")));
    }
  }

  /** Returns what the work finds; null while the database is unreachable. */
  static <T> @Nullable T unlessOutage(Supplier<@Nullable T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (Outage.isBehind(e)) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Compares an origin with a host. The scheme may differ, because a proxy may have terminated TLS.
   */
  static boolean isOf(String host, String origin) {
    String sender = origin.toLowerCase(Locale.ROOT);
    String own = host.toLowerCase(Locale.ROOT);
    return sender.equals("https://" + own) || sender.equals("http://" + own);
  }
}
