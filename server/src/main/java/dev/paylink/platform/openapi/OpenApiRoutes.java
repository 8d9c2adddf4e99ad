package dev.paylink.platform.openapi;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.StaticText;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves the contract and the guides to machines and people. A request renders what it asks for.
 */
public final class OpenApiRoutes {
  /** The path of the first page for people. */
  public static final String PATH = "/docs";

  private static final List<String> PAGES =
      List.of(
          "/",
          PATH,
          Reference.FOLDER,
          Reference.FOLDER + "/:name",
          PATH + "/:door/:name",
          Problem.TYPE_BASE + ":code");
  private static final List<String> FILES =
      List.of(
          DocsSite.OPENAPI,
          DocsSite.COLLECTION,
          DocsSite.BRUNO,
          DocsSite.SEARCH,
          "/llms.txt",
          "/llms-full.txt");

  private final Assets assets =
      Assets.forPanel(PATH + "/assets", OpenApiRoutes.class, List.of("docs.css", "docs.js"));
  private final Lazy<DocsSite> site;

  /**
   * Creates the routes.
   *
   * @param baseUrl the public address of this instance
   * @param homePath the target of the page's brand link
   */
  public OpenApiRoutes(Templates templates, BaseUrl baseUrl, boolean testMode, String homePath) {
    this.site =
        new Lazy<>(
            () -> {
              OpenApiDocument document = OpenApiDocument.load(baseUrl);
              return new DocsSite(document, Guide.all(), templates, assets, testMode, homePath);
            });
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    PAGES.forEach(path -> routes.add(Route.get(path, this::page)));
    routes.add(Route.otherwise(PATH + "/*", this::otherwise));
    routes.add(Route.get(Guide.FORMER_FOLDER + ":name", this::moved));
    routes.add(Route.get(ErrorPage.CATALOGUE, this::moved));
    FILES.forEach(
        path ->
            routes.add(
                Route.get(
                    path,
                    request ->
                        found(request)
                            .answer(request)
                            .with(Headers.CACHE_CONTROL, "public, max-age=300"))));
    return routes;
  }

  private Answer page(Request request) {
    StaticText page = site.get().find(pathOf(request));
    return page == null ? missing(request, nothing()) : PageHeaders.onPublic(page.answer(request));
  }

  /** Leads from a path with a trailing slash to its page. */
  private Answer otherwise(Request request, Problem problem) {
    String path = pathOf(request);
    String page = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return problem.status() == 404 && !page.equals(path) && site.get().find(page) != null
        ? PageHeaders.onPublic(Answer.movedPermanently(page))
        : missing(request, problem);
  }

  /** Answers people with a page. */
  private Answer missing(Request request, Problem problem) {
    return problem.status() == 404 && request.accepts("text/html")
        ? PageHeaders.onPublic(Answer.htmlNotFound(site.get().missing()))
        : problem.answer(request);
  }

  private Answer moved(Request request) {
    return PageHeaders.onPublic(
        Answer.movedPermanently(require(site.get().moved(pathOf(request)))));
  }

  private StaticText found(Request request) {
    return require(site.get().find(pathOf(request)));
  }

  private static String pathOf(Request request) {
    return request.target().split("\\?", 2)[0];
  }

  private static <T> T require(@Nullable T found) {
    if (found == null) {
      throw new Refused(nothing());
    }
    return found;
  }

  private static Problem nothing() {
    return Problem.notFound("NOT_FOUND", Message.of("http.nopage"));
  }
}
