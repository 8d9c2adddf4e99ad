package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.StaticText;
import dev.paylink.platform.web.Templates;
import gg.jte.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The documentation: guides, reference, problem codes, and the same for machines. Everything is
 * rendered and compressed once; nothing in it depends on who asks.
 */
final class DocsSite {
  static final String SEARCH = OpenApiRoutes.PATH + "/search.json";
  static final String OPENAPI = "/openapi.json";
  static final String COLLECTION = OpenApiRoutes.PATH + "/paylink.postman_collection.json";
  static final String BRUNO = OpenApiRoutes.PATH + "/paylink.bruno.zip";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String MARKDOWN = "text/markdown; charset=utf-8";
  private static final String JSON = "application/json";
  private static final String ZIP = "application/zip";
  private static final String TEMPLATES = "platform/openapi/";

  private final Map<String, StaticText> files = new LinkedHashMap<>();
  private final Map<String, String> moved;
  private final Templates templates;
  private final DocsFrame.Site site;

  /** The page of a guide, or any other page of text. */
  record TextPage(DocsFrame frame, @Nullable String source, Content text) {}

  /** The page of one tag. */
  record TagPage(DocsFrame frame, Reference.Tag tag) {}

  /** The page of what several calls share. */
  record SharedPage(DocsFrame frame, Reference reference) {}

  /** The first page of the documentation. */
  record Overview(DocsFrame frame, List<Guide> guides, List<Reference.Tag> tags, String version) {
    /** Returns whom the guides of a group are for; nothing if it is not a door. */
    String lead(DocsFrame.Group group) {
      return Stream.of(Guide.Door.values())
          .filter(door -> door.title.equals(group.title()))
          .map(door -> door.lead)
          .findFirst()
          .orElse("");
    }
  }

  /** The first page of the service. */
  record Front(Panel panel, String docsPath) {}

  DocsSite(
      OpenApiDocument document,
      List<Guide> guides,
      Templates templates,
      Assets assets,
      boolean testMode,
      String homePath) {
    this.templates = templates;
    this.moved = Guide.moved(guides);
    String product = document.info("title");
    Reference reference = Reference.of(document);
    this.site = new DocsFrame.Site(assets, product, testMode, homePath, guides, reference);
    SearchIndex index = new SearchIndex();
    overview(document);
    for (Guide guide : guides) {
      GuideText text =
          GuideText.of(guide.name().equals(ErrorPage.GUIDE) ? linked(guide) : guide, guides);
      page(
          "guide",
          new TextPage(
              site.frame(
                  guide.path(),
                  guide.title(),
                  guide.summary(),
                  text.headings().stream().map(DocsFrame.Part::of).toList()),
              guide.path() + ".md",
              text.html()),
          guide.path());
      files.put(guide.path() + ".md", StaticText.of(MARKDOWN, guide.markdown().getBytes(UTF_8)));
      text.sections().forEach(section -> index.add(guide, section));
    }
    reference(document, reference);
    Operation.all(document).forEach(index::add);
    Map<String, ErrorPage.Row> rows = ErrorPage.catalogue(guides);
    ErrorPage.renderAll(document, guides, templates, assets, testMode, homePath)
        .forEach(
            (code, page) -> {
              files.put(Problem.TYPE_BASE + code, StaticText.of(HTML, page));
              ErrorPage.Row row = rows.get(code);
              index.addCode(code, row == null ? "" : Markdown.plain(row.advice()));
            });
    guides.stream()
        .filter(guide -> guide.name().equals(Programs.GUIDE))
        .forEach(guide -> Programs.of(guide).forEach(this::program));
    Panel front = new Panel(assets, product, product, testMode, homePath);
    page("front", new Front(front, OpenApiRoutes.PATH), "/");
    files.put(SEARCH, StaticText.of(JSON, index.json()));
    files.put(OPENAPI, StaticText.of(JSON, document.json()));
    files.put(COLLECTION, StaticText.of(JSON, PostmanCollection.of(document)));
    files.put(BRUNO, StaticText.of(ZIP, BrunoCollection.of(document)));
    ModelText models = new ModelText(document, guides, reference);
    files.put("/llms.txt", StaticText.of(TEXT, models.contents().getBytes(UTF_8)));
    files.put("/llms-full.txt", StaticText.of(TEXT, models.everything().getBytes(UTF_8)));
  }

  /** Returns what is at this path; null if nothing is. */
  @Nullable StaticText find(String path) {
    return files.get(path);
  }

  /** Returns where the page at this former path is today; null if none was there. */
  @Nullable String moved(String path) {
    return moved.get(path);
  }

  /** Returns all there is, by path. */
  Map<String, StaticText> files() {
    return files;
  }

  /** Returns the catalogue of codes with a link from each to its page, which only the site has. */
  private static Guide linked(Guide guide) {
    String markdown =
        guide
            .markdown()
            .replaceAll("(?m)^\\| `([A-Z_]+)` \\|", "| [`$1`](" + Problem.TYPE_BASE + "$1) |");
    return new Guide(guide.name(), guide.door(), guide.file(), markdown);
  }

  private void program(String name, String text) {
    files.put(Programs.FOLDER + name, StaticText.of(TEXT, text.getBytes(UTF_8)));
  }

  private void overview(OpenApiDocument document) {
    DocsFrame frame =
        site.frame(OpenApiRoutes.PATH, "Documentation", document.info("summary"), List.of());
    page(
        "overview",
        new Overview(frame, site.guides(), site.reference().tags(), document.info("version")),
        OpenApiRoutes.PATH);
  }

  private void reference(OpenApiDocument document, Reference reference) {
    String about = document.info("description");
    List<DocsFrame.Part> headings =
        Markdown.headings(about).stream()
            .map(heading -> new DocsFrame.Part(heading, Markdown.slug(heading), "", ""))
            .toList();
    DocsFrame frame =
        site.frame(Reference.FOLDER, "About the API", document.info("summary"), headings);
    page("guide", new TextPage(frame, null, Markdown.blocks(about)), Reference.FOLDER);
    for (Reference.Tag tag : reference.tags()) {
      List<DocsFrame.Part> calls =
          tag.operations().stream().map(view -> DocsFrame.Part.of(view.operation())).toList();
      String summary = "API reference of the " + site.product() + ": " + tag.name();
      page("tag", new TagPage(site.frame(tag.path(), tag.name(), summary, calls), tag), tag.path());
    }
    String title = "Authentication and objects";
    page(
        "shared",
        new SharedPage(
            site.frame(
                Reference.SHARED,
                title,
                "How calls authenticate, and the objects they share",
                List.of()),
            reference),
        Reference.SHARED);
  }

  private void page(String template, Object view, String path) {
    files.put(path, StaticText.of(HTML, templates.render(TEMPLATES + template + ".jte", view)));
  }
}
