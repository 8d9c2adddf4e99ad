package dev.paylink.platform.openapi;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves the contract to machines and people. The first request renders it, once. */
public final class OpenApiRoutes {
  /** The path of the page for people. */
  public static final String PATH = "/docs";

  private final Templates templates;
  private final BaseUrl baseUrl;
  private final boolean testMode;
  private final String homePath;
  private final Assets assets =
      Assets.forPanel(PATH + "/assets", OpenApiRoutes.class, List.of("docs.css"));
  private @Nullable Rendered rendered;

  private record Rendered(byte[] json, byte[] page, Map<String, byte[]> errors) {}

  /**
   * Creates the routes.
   *
   * @param baseUrl the public address of this instance
   * @param homePath the target of the page's brand link
   */
  public OpenApiRoutes(Templates templates, BaseUrl baseUrl, boolean testMode, String homePath) {
    this.templates = templates;
    this.baseUrl = baseUrl;
    this.testMode = testMode;
    this.homePath = homePath;
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(Route.get("/openapi.json", request -> Answer.ok(rendered().json)));
    routes.add(Route.get(PATH, request -> PageHeaders.on(Answer.html(rendered().page))));
    routes.add(Route.get(Problem.TYPE_BASE + ":code", this::error));
    return routes;
  }

  private Answer error(Request request) {
    byte[] page = rendered().errors.get(request.parameter("code"));
    if (page == null) {
      throw new Refused(
          Problem.notFound("NOT_FOUND", "There is no such problem code; /docs lists all of them"));
    }
    return PageHeaders.on(Answer.html(page));
  }

  private synchronized Rendered rendered() {
    Rendered result = rendered;
    if (result == null) {
      OpenApiDocument document = OpenApiDocument.load(baseUrl);
      byte[] page = OpenApiPage.render(document, templates, assets, testMode, homePath);
      result =
          new Rendered(
              document.json(),
              page,
              ErrorPage.renderAll(document, templates, assets, testMode, homePath));
      rendered = result;
    }
    return result;
  }
}
