package dev.paylink.desk;

import dev.paylink.platform.db.Outage;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.queue.Unavailable;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.Templates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one door to every page of the desk. Whoever is not signed in is led to where they can be;
 * nothing is changed on behalf of another site's page; and whatever happens, what comes back is a
 * page.
 */
final class DeskDoor {
  private final DeskSessions sessions;
  private final Assets assets;
  private final Pages pages;

  DeskDoor(Templates templates, DeskSessions sessions, boolean testMode) {
    this.sessions = sessions;
    this.assets = Assets.forPanel(Section.ROOT + "/assets", DeskDoor.class, List.of());
    this.pages = new Pages(templates, assets, testMode);
  }

  Pages pages() {
    return pages;
  }

  /** A page for the operator. */
  Route page(String path, Function<Visit, Answer> room) {
    return Route.get(path, guarded(request -> enter(request, room)));
  }

  /** A form by which the operator changes something. */
  Route form(String path, Function<Visit, Answer> room) {
    return Route.post(
        path,
        guarded(
            request -> {
              OwnHost.require(request);
              return enter(request, room);
            }));
  }

  /** A page that needs nobody to be signed in. */
  Route openPage(String path, Handler handler) {
    return Route.get(path, guarded(handler));
  }

  /** A form that needs nobody to be signed in. */
  Route openForm(String path, Handler handler) {
    return Route.post(
        path,
        guarded(
            request -> {
              OwnHost.require(request);
              return handler.handle(request);
            }));
  }

  /** The files beside the pages, and a friendly word for every path that leads nowhere. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(page(Section.DESK + "/*", pages::notFound));
    return routes;
  }

  private Answer enter(Request request, Function<Visit, Answer> room) {
    Visit visit = visit(request);
    if (visit == null) {
      return Answer.seeOther(Section.OWN_PATH.signInFor(request));
    }
    request.actor("operator");
    return answer(() -> room.apply(visit), visit);
  }

  private @Nullable Visit visit(Request request) {
    Instant until = sessions.until(request);
    return until == null ? null : new Visit(request, until, pages);
  }

  private Handler guarded(Handler handler) {
    return request -> PageHeaders.onForms(answer(() -> handler.handle(request), null));
  }

  private Answer answer(Supplier<Answer> work, @Nullable Visit visit) {
    try {
      return work.get();
    } catch (Refused refused) {
      return pages.refused(visit, refused.problem());
    } catch (Unavailable e) {
      return pages.unavailable(visit);
    } catch (RuntimeException e) {
      if (Outage.isBehind(e)) {
        return pages.unavailable(visit);
      }
      throw e;
    }
  }
}
