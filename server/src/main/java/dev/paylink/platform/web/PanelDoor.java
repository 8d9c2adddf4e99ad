package dev.paylink.platform.web;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Failure;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The single entry to every page of a kind.
 *
 * <ul>
 *   <li>A visitor who is not signed in is redirected to the sign-in page, and back afterwards.
 *   <li>A form is accepted from our own pages only.
 *   <li>The answer is always a page, even if the handler fails unexpectedly.
 * </ul>
 */
public abstract class PanelDoor<V extends PanelVisit> {
  private final PanelPages pages;
  private final LocalPath ownPath;

  protected PanelDoor(PanelPages pages, LocalPath ownPath) {
    this.pages = pages;
    this.ownPath = ownPath;
  }

  /** Returns the signed-in visitor; null if nobody is signed in. */
  protected abstract @Nullable V visit(Request request);

  /** Refuses a request that another site's page has caused. */
  protected abstract void requireOwnPage(Request request);

  /** Returns where this visitor has to go first, whatever was asked for; null if nowhere. */
  protected @Nullable Answer detour(V visit) {
    return null;
  }

  public final PanelPages pages() {
    return pages;
  }

  /** Returns the token of the link that was followed: who has it may do what the link is for. */
  public final Secret linkToken(Request request) {
    return new Secret(request.parameter("linkToken"));
  }

  /** Returns the route of a page for signed-in people. */
  public final Route page(PagePath path, Function<V, Answer> room) {
    return openPage(path, request -> enter(request, room));
  }

  /** Returns the route of a page that needs no sign-in. */
  public final Route openPage(PagePath path, Handler handler) {
    return Route.get(path.template(), guarded(handler));
  }

  /** Returns the route of a form that needs no sign-in. */
  public final Route openForm(PagePath path, Handler handler) {
    return Route.post(
        path.template(),
        guarded(
            request -> {
              requireOwnPage(request);
              return handler.handle(request);
            }));
  }

  /** Returns the route of a form for signed-in people; the caller decides who may send it. */
  protected final Route signedInForm(PagePath path, Function<V, Answer> room) {
    return openForm(path, request -> enter(request, room));
  }

  /** Answers with a page where no route below that path does, for a caller that accepts HTML. */
  protected final Route otherwise(PagePath below) {
    return Route.otherwise(
        below.template(),
        (request, problem) ->
            request.accepts("text/html")
                ? PageHeaders.onForms(problemPage(null, problem, request))
                : problem.answer(request));
  }

  protected final Answer notFound(Request request, @Nullable V visit) {
    String title = pages.words(request).get("message.notfound");
    return pages.notFound(around(request, visit, title));
  }

  private Answer enter(Request request, Function<V, Answer> room) {
    V visit = visit(request);
    if (visit == null) {
      return Answer.seeOther(ownPath.signInFor(request));
    }
    Answer detour = detour(visit);
    return detour == null ? answer(request, visit, () -> room.apply(visit)) : detour;
  }

  private Handler guarded(Handler handler) {
    return request -> PageHeaders.onForms(answer(request, null, () -> handler.handle(request)));
  }

  private Answer answer(Request request, @Nullable V visit, Supplier<Answer> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      return problemPage(visit, Failure.problem(request, e), request);
    }
  }

  private Answer problemPage(@Nullable V visit, Problem problem, Request request) {
    String title = PanelPages.title(pages.words(request), problem);
    return pages.problem(around(request, visit, title), problem, request.id());
  }

  private Panel around(Request request, @Nullable V visit, String title) {
    return visit == null ? pages.panel(request, title) : visit.panel(null, title);
  }
}
