package dev.paylink.platform.openapi;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.PageHeaders;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;

/** Serves the contract to machines and people. It is rendered once, at the start. */
public final class OpenApiRoutes {
  /** The path of the page for people. */
  public static final String PATH = "/docs";

  private final byte[] json;
  private final byte[] page;
  private final Assets assets =
      Assets.forPanel(PATH + "/assets", OpenApiRoutes.class, List.of("docs.css"));

  /**
   * Renders the contract.
   *
   * @param baseUrl the public address of this instance
   * @param homePath the target of the page's brand link
   */
  public OpenApiRoutes(Templates templates, BaseUrl baseUrl, boolean testMode, String homePath) {
    OpenApiDocument document = OpenApiDocument.load(baseUrl);
    this.json = document.json();
    this.page = OpenApiPage.render(document, templates, assets, testMode, homePath);
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(Route.get("/openapi.json", request -> Answer.ok(json)));
    routes.add(Route.get(PATH, request -> PageHeaders.on(Answer.html(page))));
    return routes;
  }
}
