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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The documentation: guides, reference, problem codes, and the same for machines. Each file is
 * rendered and compressed when it is first asked for, once; nothing in it depends on who asks.
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

  private final Map<String, Lazy<StaticText>> files = new LinkedHashMap<>();
  private final Lazy<Map<String, Lazy<StaticText>>> errors;
  private final Map<String, String> moved;
  private final Lazy<byte[]> missing;
  private final Templates templates;
  private final DocsFrame.Site site;

  /** The page of a guide, or any other page of text. */
  record TextPage(DocsFrame frame, @Nullable String source, Content text) {}

  /** The page of one tag. */
  record TagPage(DocsFrame frame, Content description, List<OperationView> operations) {}

  /** The page of what several calls share. */
  record SharedPage(DocsFrame frame, Reference.Shared shared) {}

  /** The first page of the documentation. */
  record Overview(DocsFrame frame, List<Guide> guides, String version) {
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
    this.errors = new Lazy<>(() -> errors(document));
    this.missing = new Lazy<>(() -> render("guide", nothing()));
    page("overview", OpenApiRoutes.PATH, () -> overview(document));
    guides.forEach(this::guide);
    page("guide", Reference.FOLDER, () -> about(document));
    reference.tags().forEach(tag -> page("tag", tag.path(), () -> tag(document, tag)));
    page("shared", Reference.SHARED, () -> shared(document));
    guides.stream()
        .filter(guide -> guide.name().equals(Programs.GUIDE))
        .forEach(guide -> Programs.of(guide).forEach(this::program));
    page(
        "front",
        "/",
        () ->
            new Front(new Panel(assets, product, product, testMode, homePath), OpenApiRoutes.PATH));
    file(SEARCH, JSON, () -> search(document));
    file(OPENAPI, JSON, document::json);
    file(COLLECTION, JSON, () -> PostmanCollection.of(document));
    file(BRUNO, ZIP, () -> BrunoCollection.of(document));
    ModelText models = new ModelText(document, guides, reference);
    file("/llms.txt", TEXT, () -> models.contents().getBytes(UTF_8));
    file("/llms-full.txt", TEXT, () -> models.everything().getBytes(UTF_8));
  }

  /** Returns what is at this path; null if nothing is. */
  @Nullable StaticText find(String path) {
    Lazy<StaticText> file = (path.startsWith(Problem.TYPE_BASE) ? errors.get() : files).get(path);
    return file == null ? null : file.get();
  }

  /** Returns the page that says that there is no such page. */
  byte[] missing() {
    return missing.get();
  }

  /** Returns where the page at this former path is today; null if none was there. */
  @Nullable String moved(String path) {
    return moved.get(path);
  }

  /** Returns all there is, by path. */
  Map<String, StaticText> files() {
    Map<String, StaticText> all = new LinkedHashMap<>();
    files.forEach((path, file) -> all.put(path, file.get()));
    errors.get().forEach((path, file) -> all.put(path, file.get()));
    return all;
  }

  /** Returns the paths of what has been made so far. */
  List<String> made() {
    return Stream.concat(
            files.entrySet().stream(),
            errors.isMade() ? errors.get().entrySet().stream() : Stream.empty())
        .filter(file -> file.getValue().isMade())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the catalogue of codes with a link from each to its page, which only the site has. */
  private static Guide linked(Guide guide) {
    String markdown =
        guide
            .markdown()
            .replaceAll("(?m)^\\| `([A-Z_]+)` \\|", "| [`$1`](" + Problem.TYPE_BASE + "$1) |");
    return new Guide(guide.name(), guide.door(), guide.file(), markdown);
  }

  private void program(String name, Supplier<String> text) {
    file(Programs.FOLDER + name, TEXT, () -> text.get().getBytes(UTF_8));
  }

  private void guide(Guide guide) {
    page("guide", guide.path(), () -> page(guide));
    file(guide.path() + ".md", MARKDOWN, () -> guide.markdown().getBytes(UTF_8));
  }

  private TextPage page(Guide guide) {
    GuideText text =
        GuideText.of(guide.name().equals(ErrorPage.GUIDE) ? linked(guide) : guide, site.guides());
    List<DocsFrame.Part> parts = text.headings().stream().map(DocsFrame.Part::of).toList();
    return new TextPage(
        site.frame(guide.path(), guide.title(), guide.summary(), parts),
        guide.path() + ".md",
        text.html());
  }

  private TextPage nothing() {
    String text =
        "Search for it, or begin with the [list of all pages](" + OpenApiRoutes.PATH + ").";
    return new TextPage(
        site.frame(OpenApiRoutes.PATH, "There is no such page", Markdown.plain(text), List.of()),
        null,
        Markdown.blocks(text));
  }

  private Overview overview(OpenApiDocument document) {
    DocsFrame frame =
        site.frame(OpenApiRoutes.PATH, "Documentation", document.info("summary"), List.of());
    return new Overview(frame, site.guides(), document.info("version"));
  }

  private TextPage about(OpenApiDocument document) {
    String about = document.info("description");
    List<DocsFrame.Part> headings =
        Markdown.headings(about).stream()
            .map(heading -> new DocsFrame.Part(heading, Markdown.slug(heading), "", ""))
            .toList();
    DocsFrame frame =
        site.frame(Reference.FOLDER, "About the API", document.info("summary"), headings);
    return new TextPage(frame, null, Markdown.blocks(about));
  }

  private TagPage tag(OpenApiDocument document, Reference.Tag tag) {
    List<DocsFrame.Part> calls = tag.operations().stream().map(DocsFrame.Part::of).toList();
    String summary = "API reference of the " + site.product() + ": " + tag.name();
    return new TagPage(
        site.frame(tag.path(), tag.name(), summary, calls),
        Markdown.blocks(tag.description()),
        tag.operations().stream().map(call -> OperationView.of(document, call)).toList());
  }

  private SharedPage shared(OpenApiDocument document) {
    String summary = "How calls authenticate, and the objects they share";
    return new SharedPage(
        site.frame(Reference.SHARED, "Authentication and objects", summary, List.of()),
        Reference.Shared.of(document, site.reference().tags()));
  }

  private byte[] search(OpenApiDocument document) {
    SearchIndex index = new SearchIndex();
    for (Guide guide : site.guides()) {
      GuideText.sections(guide, site.guides()).forEach(section -> index.add(guide, section));
    }
    Operation.all(document).forEach(index::add);
    Map<String, ErrorPage.Row> rows = ErrorPage.catalogue(site.guides());
    for (String path : errors.get().keySet()) {
      String code = path.substring(Problem.TYPE_BASE.length());
      ErrorPage.Row row = rows.get(code);
      index.addCode(code, row == null ? "" : Markdown.plain(row.advice()));
    }
    return index.json();
  }

  private Map<String, Lazy<StaticText>> errors(OpenApiDocument document) {
    Map<String, Lazy<StaticText>> pages = new LinkedHashMap<>();
    ErrorPage.all(document, site)
        .forEach(
            (code, view) ->
                pages.put(
                    Problem.TYPE_BASE + code,
                    new Lazy<>(() -> StaticText.of(HTML, render("error", view.get())))));
    return pages;
  }

  private void page(String template, String path, Supplier<Object> view) {
    file(path, HTML, () -> render(template, view.get()));
  }

  private void file(String path, String type, Supplier<byte[]> bytes) {
    files.put(path, new Lazy<>(() -> StaticText.of(type, bytes.get())));
  }

  private byte[] render(String template, Object view) {
    return templates.render(TEMPLATES + template + ".jte", view);
  }
}
