package dev.paylink.desk;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.PanelDoor;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.Templates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The door to the desk: it admits the operator with a session, which the admin token opens. */
final class DeskDoor extends PanelDoor<OperatorVisit> {
  private final DeskSessions sessions;
  private final Assets assets;

  DeskDoor(Templates templates, DeskSessions sessions, boolean testMode) {
    this(
        templates,
        Assets.forPanel(DeskPaths.ASSETS.to(), DeskDoor.class, List.of()),
        sessions,
        testMode);
  }

  private DeskDoor(Templates templates, Assets assets, DeskSessions sessions, boolean testMode) {
    super(
        new PanelPages(templates, assets, testMode, "desk", "Operator’s desk", DeskPaths.HOME.to()),
        DeskPaths.OWN);
    this.assets = assets;
    this.sessions = sessions;
  }

  /** Returns the route of a form with which the operator changes something. */
  Route form(PagePath path, Function<OperatorVisit, Answer> room) {
    return signedInForm(path, room);
  }

  /** Returns the routes of the files for the pages, and a page for every unknown path. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(page(DeskPaths.ANY_OTHER_PAGE, this::notFound));
    routes.add(otherwise(DeskPaths.ANY_OTHER_PAGE));
    routes.add(otherwise(DeskPaths.ANYTHING_ELSE));
    return routes;
  }

  @Override
  protected @Nullable OperatorVisit visit(Request request) {
    Instant until = sessions.until(request);
    if (until == null) {
      return null;
    }
    request.actor("operator");
    return new OperatorVisit(request, until, pages());
  }

  @Override
  protected void requireOwnPage(Request request) {
    OwnHost.require(request);
  }
}
