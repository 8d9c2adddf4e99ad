package dev.paylink.app;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.openapi.OpenApiDocument;
import dev.paylink.platform.openapi.OpenApiPage;
import java.net.URI;
import java.util.List;

/** The contract, for machines and for people; rendered once at the start. */
final class Docs {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private final byte[] json;
  private final byte[] page;
  private final byte[] style;

  Docs(String baseUrl) {
    OpenApiDocument document = OpenApiDocument.load(URI.create(baseUrl));
    OpenApiPage rendered = OpenApiPage.render(document);
    this.json = document.json();
    this.page = rendered.html();
    this.style = rendered.css();
  }

  List<Route> routes() {
    return List.of(
        Route.get(OpenApiPage.JSON_PATH, request -> Answer.ok(json)),
        Route.get(
            "/docs", request -> Answer.html(page).with(Headers.CONTENT_SECURITY_POLICY, POLICY)),
        Route.get(
            OpenApiPage.STYLESHEET_PATH,
            request ->
                Answer.okAs("text/css; charset=utf-8", style)
                    .with(Headers.CACHE_CONTROL, "public, max-age=3600")));
  }
}
