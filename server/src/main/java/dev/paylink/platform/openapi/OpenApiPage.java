package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The contract as one page to read, rendered once: no script, no inline style, no request to
 * anywhere but its own stylesheet, and every text of the document escaped. It knows OpenAPI and
 * nothing of what the operations are about.
 */
public final class OpenApiPage {
  /** Where the page expects {@link #css()}, below the base URL. */
  public static final String STYLESHEET_PATH = "/docs/style.css";

  /** Where the page links to {@link OpenApiDocument#json()}, below the base URL. */
  public static final String JSON_PATH = "/openapi.json";

  private static final String AUTHENTICATION = "Authentication";
  private static final String OBJECTS = "Shared objects";

  private final OpenApiDocument document;
  private final Set<String> sharedObjects = new LinkedHashSet<>();
  private final byte[] html;

  private OpenApiPage(OpenApiDocument document) {
    this.document = document;
    this.html = page().toString().getBytes(UTF_8);
  }

  public static OpenApiPage render(OpenApiDocument document) {
    return new OpenApiPage(document);
  }

  /** The body of {@code GET /docs}. Shared: callers must not write to it. */
  public byte[] html() {
    return html;
  }

  /** The body of {@code GET /docs/style.css}. */
  public byte[] css() {
    return Stylesheet.CSS.getBytes(UTF_8);
  }

  private Html page() {
    String path = URI.create(document.baseUrl()).getPath();
    String title = info("title");
    Html page = new Html();
    page.empty("!doctype html").open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.element("title", title + " API");
    page.empty("link", "rel", "stylesheet", "href", path + STYLESHEET_PATH).close();
    page.open("body").element("a", "Skip to the text", "class", "skip", "href", "#text");
    page.open("header").element("a", title, "class", "brand", "href", "#text");
    page.element("span", info("version"), "class", "version");
    page.element("a", "openapi.json", "class", "json", "href", path + JSON_PATH).close();
    // A check box unfolds the contents on a narrow screen, so that the page needs no script.
    page.empty("input", "type", "checkbox", "id", "menu", "aria-label", "Show the contents");
    page.element("label", "Contents", "for", "menu");
    Map<String, List<Operation>> byTag = byTag();
    new PageNavigation(page).of(info("description"), byTag, List.of(AUTHENTICATION, OBJECTS));
    return page.add(text(title, byTag)).close().close();
  }

  private Html text(String title, Map<String, List<Operation>> byTag) {
    Html text = new Html();
    text.open("main", "id", "text").open("div", "class", "guide").element("h1", title);
    text.element("p", info("summary"), "class", "lead");
    Markdown.blocks(text, info("description"));
    text.close();
    OperationSection section = new OperationSection(document, text, sharedObjects);
    byTag.forEach(
        (tag, operations) -> {
          tag(text, tag);
          operations.forEach(section::of);
        });
    authentication(text);
    objects(text);
    return text.close();
  }

  /** Tags in the order the document declares them, then those it only uses. */
  private Map<String, List<Operation>> byTag() {
    Map<String, List<Operation>> byTag = new LinkedHashMap<>();
    document
        .root()
        .path("tags")
        .forEach(t -> byTag.put(t.path("name").asString(""), new ArrayList<>()));
    for (Operation operation : Operation.all(document)) {
      byTag.computeIfAbsent(operation.tag(), tag -> new ArrayList<>()).add(operation);
    }
    byTag.values().removeIf(List::isEmpty);
    return byTag;
  }

  private void tag(Html text, String tag) {
    text.open("div", "class", "tag").element("h2", tag, "id", Html.slug(tag));
    document
        .root()
        .path("tags")
        .valueStream()
        .filter(declared -> declared.path("name").asString("").equals(tag))
        .forEach(declared -> Markdown.blocks(text, declared.path("description").asString("")));
    text.close();
  }

  private void authentication(Html text) {
    text.open("div", "class", "tag").element("h2", AUTHENTICATION, "id", Html.slug(AUTHENTICATION));
    text.open("dl", "class", "values");
    for (Map.Entry<String, JsonNode> scheme : component("securitySchemes").properties()) {
      JsonNode node = scheme.getValue();
      String where = node.path("name").asString("Authorization: Bearer");
      text.open("dt", "id", OperationSection.schemeAnchor(scheme.getKey())).text(scheme.getKey());
      text.text(" ").element("code", where).close().open("dd");
      Markdown.inline(text, node.path("description").asString("").strip());
      text.close();
    }
    text.close().close();
  }

  private void objects(Html text) {
    text.open("div", "class", "tag").element("h2", OBJECTS, "id", Html.slug(OBJECTS));
    FieldTable fields = new FieldTable(document, text);
    for (String name : sharedObjects) {
      JsonNode schema = component("schemas").path(name);
      text.element("h3", name, "id", AnswerList.sharedAnchor(name));
      Markdown.blocks(text, schema.path("description").asString(""));
      fields.ofSchema(schema, FieldTable.Mark.MAY_BE_ABSENT);
    }
    text.close();
  }

  private JsonNode component(String kind) {
    return document.root().path("components").path(kind);
  }

  private String info(String member) {
    return document.root().path("info").path(member).asString("");
  }
}
