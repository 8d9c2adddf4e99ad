package dev.paylink.dashboard;

import dev.paylink.merchant.Accounts;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.profile.ReadProfile;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.signin.SameOrigin;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Outage;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.queue.Unavailable;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one door to every page of the dashboard. Whoever is not signed in is led to where they can
 * be; nothing is changed on behalf of another site's page; and whatever happens, what comes back is
 * a page.
 */
public final class DashboardDoor {
  private final MerchantSessions sessions;
  private final SameOrigin sameOrigin;
  private final ReadProfile readProfile;
  private final Assets assets;
  private final Pages pages;

  public DashboardDoor(Templates templates, Accounts accounts, boolean testMode) {
    this.sessions = accounts.sessions();
    this.sameOrigin = accounts.sameOrigin();
    this.readProfile = accounts.readProfile();
    this.assets = Assets.forPanel(Section.ROOT + "/assets", DashboardDoor.class, List.of());
    this.pages = new Pages(templates, assets, testMode);
  }

  Pages pages() {
    return pages;
  }

  /** A page for whoever is signed in. */
  Route page(String path, Function<Visit, Answer> room) {
    return Route.get(path, guarded(request -> enter(request, room)));
  }

  /** A form that changes something, for whoever is signed in with this role or one above it. */
  Route form(Role role, String path, Function<Visit, Answer> room) {
    Handler handler =
        request ->
            enter(
                request,
                visit -> {
                  visit.signedIn().require(role);
                  return room.apply(visit);
                });
    return Route.post(path, guarded(sameOrigin.only(handler)));
  }

  /** A page that needs nobody to be signed in. */
  Route openPage(String path, Handler handler) {
    return Route.get(path, guarded(handler));
  }

  /** A form that needs nobody to be signed in. */
  Route openForm(String path, Handler handler) {
    return Route.post(path, guarded(sameOrigin.only(handler)));
  }

  /** Lets somebody in who has just proven to be this merchant's, and leads on to that page. */
  Answer welcome(Request request, MerchantId merchantId, Secret sessionToken, String path) {
    request.actor(merchantId.toString());
    return Answer.seeOther(path).with(Headers.SET_COOKIE, sessions.cookie(sessionToken));
  }

  /** The files beside the pages, and a friendly word for every path that leads nowhere. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(openPage(Section.ROOT + "/*", request -> pages.notFound(visit(request))));
    return routes;
  }

  private Answer enter(Request request, Function<Visit, Answer> room) {
    Visit visit = visit(request);
    if (visit == null) {
      return Answer.seeOther(Section.OWN_PATH.signInFor(request));
    }
    try {
      return room.apply(visit);
    } catch (Refused refused) {
      return pages.refused(visit, refused.problem());
    }
  }

  private @Nullable Visit visit(Request request) {
    SignedIn signedIn = sessions.find(request);
    return signedIn == null
        ? null
        : new Visit(request, signedIn, readProfile.handle(signedIn), pages);
  }

  private Handler guarded(Handler handler) {
    return request -> PageHeaders.onForms(answer(handler, request));
  }

  private Answer answer(Handler handler, Request request) {
    try {
      return handler.handle(request);
    } catch (Refused refused) {
      return pages.refused(null, refused.problem());
    } catch (Unavailable e) {
      return pages.unavailable();
    } catch (RuntimeException e) {
      if (Outage.isBehind(e)) {
        return pages.unavailable();
      }
      throw e;
    }
  }
}
