package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Templates;
import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class DocsSiteTest {
  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.load(BaseUrl.parse("https://pay.example"));
  private static final Assets ASSETS =
      Assets.forPanel("/docs/assets", DocsSite.class, List.of("docs.css", "docs.js"));
  private static final Map<String, String> FILES = render(DOCUMENT);
  private static final Map<String, String> PAGES = pages(FILES);
  private static final String HTML = String.join("\n", PAGES.values());
  private static final int LARGEST_PAGE = 400_000;

  /** Codes of forms of people, and of a listener that the contract does not describe. */
  private static final List<String> OUTSIDE_THE_CONTRACT =
      List.of("FORM_EXPIRED", "MAIL_CONFIGURED", "SSO_FAILED", "UNKNOWN_HOST");

  @Test
  void every_operation_has_a_section_on_the_page_of_its_tag() {
    List<String> ids =
        Stream.of("paths", "webhooks")
            .flatMap(member -> DOCUMENT.root().path(member).findValues("operationId").stream())
            .map(JsonNode::asString)
            .toList();
    assertThat(ids).hasSizeGreaterThan(60).contains("createPayment", "onPaymentOutcome");
    assertThat(ids)
        .allSatisfy(
            id ->
                assertThat(HTML)
                    .contains("<section class=\"card operation\" id=\"" + id + "\"")
                    .contains("<a class=\"call\" href=\"#" + id + "\">"));
    for (Operation operation : Operation.all(DOCUMENT)) {
      assertThat(PAGES.get(operation.address().replaceFirst("#.*", "")))
          .contains(operation.summary(), "<code>" + operation.path() + "</code>");
    }
  }

  @Test
  void every_anchor_is_unique_and_every_link_leads_to_one() {
    PAGES.forEach(
        (path, html) -> {
          assertThat(all(html, " id=\"([^\"]*)\"")).as(path).doesNotHaveDuplicates();
          for (String link : all(html, "<a [^>]*href=\"([^\"]*)\"")) {
            String[] parts = (link.startsWith("#") ? path + link : link).split("#", 2);
            if (parts[0].startsWith("http") || parts[0].startsWith("/dashboard")) {
              continue;
            }
            assertThat(FILES).as(link + " on " + path).containsKey(parts[0]);
            if (parts.length == 2) {
              assertThat(FILES.get(parts[0]))
                  .as(link + " on " + path)
                  .contains(" id=\"" + parts[1] + "\"");
            }
          }
        });
  }

  @Test
  void every_page_can_be_reached_from_the_first_one() {
    Set<String> reached = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of("/docs"));
    while (!next.isEmpty()) {
      String path = next.pop();
      if (PAGES.containsKey(path) && reached.add(path)) {
        all(PAGES.getOrDefault(path, ""), "<a [^>]*href=\"([^\"#]+)").forEach(next::push);
      }
    }
    assertThat(PAGES).containsKeys("/docs/integrate/error-codes", "/docs/errors/INVALID_SIGNATURE");
    assertThat(PAGES.keySet()).filteredOn(path -> path.startsWith("/docs")).isSubsetOf(reached);
  }

  @Test
  void the_site_has_the_doors_and_pages_of_the_repository() throws IOException {
    String contents = Files.readString(Path.of("../docs/README.md"));
    assertThat(all(contents, "(?m)^## (.+)$"))
        .containsExactlyElementsOf(Stream.of(Guide.Door.values()).map(it -> it.title).toList());
    for (Guide.Door door : Guide.Door.values()) {
      String section = contents.split("## " + door.title + "\n", 2)[1].split("\n## ", 2)[0];
      assertThat(section).contains(door.lead);
      List<String> listed =
          all(section, "\\]\\(([^)#]+)").stream()
              .map(link -> Path.of("docs").resolve(link).normalize().toString())
              .filter(link -> !link.matches("[A-Z]+\\.md"))
              .distinct()
              .toList();
      assertThat(
              Guide.all().stream()
                  .filter(guide -> guide.door() == door && guide.isListed())
                  .map(Guide::file))
          .as(door.title)
          .containsExactlyInAnyOrderElementsOf(listed);
    }
    assertThat(Guide.all().stream().filter(guide -> !guide.isListed()))
        .hasSizeGreaterThan(15)
        .allMatch(guide -> guide.name().startsWith("why-"));
  }

  @Test
  void everything_that_is_searched_for_is_there() {
    JsonNode index = JsonMapper.shared().readTree(FILES.get("/docs/search.json"));
    assertThat(index.size()).isGreaterThan(300);
    for (JsonNode entry : index) {
      String[] parts = entry.path("path").asString().split("#", 2);
      assertThat(PAGES).containsKey(parts[0]);
      if (parts.length == 2) {
        assertThat(PAGES.get(parts[0])).contains(" id=\"" + parts[1] + "\"");
      }
    }
    assertThat(index.toString()).contains("CURSOR_EXPIRED", "/docs/integrate/webhooks#the-feed");
  }

  @Test
  void search_finds_what_only_tables_say() {
    assertThat(JsonMapper.shared().readTree(FILES.get("/docs/search.json")).valueStream())
        .anySatisfy(
            entry -> {
              assertThat(entry.path("path").asString()).startsWith("/docs/operate/configuration");
              assertThat(entry.path("text").asString()).contains("wallet.links");
            });
  }

  @Test
  void search_has_no_addresses_of_files_that_only_the_repository_has() {
    assertThat(FILES.get("/docs/search.json"))
        .contains("(/docs/integrate/")
        .doesNotContain("(../", "dashboard-key.png");
  }

  @Test
  void examples_in_several_languages_are_one_example_with_a_choice() {
    String page = Objects.requireNonNull(PAGES.get("/docs/integrate/quickstart"));
    List<String> tabs = all(page, "<label for=\"example-\\d+-\\w+\">(.*?)</label>");
    assertThat(tabs).hasSize(25).containsOnly("curl", "TypeScript", "Python", "PHP", "Java");
    assertThat(all(page, "( checked)>")).hasSize(5);
  }

  @Test
  void language_models_get_every_guide_and_every_call() {
    assertThat(FILES.get("/llms.txt"))
        .startsWith("# Payment Link Service\n\n> ")
        .contains("(https://pay.example/docs/integrate/webhooks.md): ");
    String all = Objects.requireNonNull(FILES.get("/llms-full.txt"));
    Guide.all().forEach(guide -> assertThat(all).contains(guide.markdown().strip()));
    for (Operation operation : Operation.all(DOCUMENT)) {
      assertThat(all).contains("## " + operation.verb() + ' ' + operation.path());
    }
  }

  @Test
  void no_page_is_as_large_as_all_of_them() {
    PAGES.forEach((path, html) -> assertThat(html.length()).as(path).isLessThan(LARGEST_PAGE));
  }

  @Test
  void every_problem_code_of_the_contract_is_on_the_page() {
    List<String> codes =
        DOCUMENT.root().findValues("const").stream()
            .filter(JsonNode::isString)
            .map(JsonNode::asString)
            .toList();
    assertThat(codes).hasSizeGreaterThan(20);
    assertThat(codes).allMatch(code -> HTML.contains("<code>" + code + "</code>"));
  }

  @Test
  void catalogue_has_every_code_of_the_contract_with_its_statuses() {
    Map<String, ErrorPage.Row> rows = ErrorPage.catalogue(Guide.all());
    Map<String, Set<String>> statuses = new TreeMap<>();
    Stream.concat(
            Operation.all(DOCUMENT).stream()
                .filter(operation -> !operation.webhook())
                .map(operation -> operation.node().path("responses")),
            Stream.of(DOCUMENT.root().path("x-fallback-responses")))
        .flatMap(responses -> responses.properties().stream())
        .forEach(
            response ->
                problemCodes(response.getValue())
                    .forEach(
                        code ->
                            statuses
                                .computeIfAbsent(code, ignored -> new TreeSet<>())
                                .add(response.getKey())));
    assertThat(statuses).hasSizeGreaterThan(120);
    statuses.forEach(
        (code, expected) -> {
          ErrorPage.Row row = Objects.requireNonNull(rows.get(code), code);
          assertThat(row.status()).as(code).isEqualTo(String.join(", ", expected));
        });
    assertThat(rows.keySet())
        .as("only pages and the internal listener have further ones")
        .hasSize(statuses.size() + OUTSIDE_THE_CONTRACT.size())
        .containsAll(OUTSIDE_THE_CONTRACT);
    assertThat(rows.values()).allMatch(row -> row.advice().matches("[A-Z].{10,}\\."));
  }

  @Test
  void catalogue_has_every_code_that_the_service_refuses_with() {
    Pattern ofTable = Pattern.compile("(?m)^  ([A-Z][A-Z_]+)\\(Kind\\.");
    Pattern ofProblem = Pattern.compile("Problem\\.\\w+\\(\\s*\"([A-Z][A-Z_]+)\"");
    Set<String> codes = new TreeSet<>();
    for (Path source : SourceTree.files(Path.of("src/main/java"), ".java")) {
      String text = SourceTree.read(source);
      codes.addAll(all(text, ofProblem.pattern()));
      if (text.contains("implements ErrorCode")) {
        codes.addAll(all(text, ofTable.pattern()));
      }
    }
    assertThat(codes).hasSizeGreaterThan(115).contains("PAYMENT_NOT_OPEN", "SCOPE_MISSING");
    assertThat(ErrorPage.catalogue(Guide.all()).keySet()).containsAll(codes);
  }

  @Test
  void every_error_page_says_what_to_do_and_links_to_it() {
    for (String code : ErrorPage.catalogue(Guide.all()).keySet()) {
      assertThat(PAGES.get("/docs/errors/" + code))
          .as(code)
          .contains("<h2>What to do</h2>\n<p>")
          .contains("<li><a href=\"/docs/integrate/error-codes\">All error codes</a></li>");
    }
    assertThat(PAGES.get("/docs/errors/INVALID_SIGNATURE"))
        .contains("href=\"/docs/integrate/signing#common-mistakes\"");
  }

  @Test
  void examples_of_the_first_guide_are_programs_to_download() {
    List<String> names =
        FILES.keySet().stream().filter(path -> path.startsWith(Programs.FOLDER)).toList();
    assertThat(names).hasSize(9);
    String guide = Objects.requireNonNull(FILES.get("/docs/integrate/quickstart.md"));
    for (String path : names) {
      String name = path.substring(Programs.FOLDER.length());
      assertThat(guide).contains(name);
      assertThat(FILES.get(path)).as(name).hasSizeGreaterThan(400);
    }
    assertThat(FILES.get("/docs/programs/Pay.java")).startsWith("import ").endsWith("\n}\n");
    assertThat(FILES.get("/docs/programs/receive.php")).contains("WebhookVerifier");
  }

  /** The first page has the list of tags without reading the paths. */
  @Test
  void every_tag_is_declared_before_the_paths_and_has_calls() {
    assertThat(Reference.of(DOCUMENT).tags().stream().map(Reference.Tag::name))
        .containsExactlyInAnyOrderElementsOf(
            Operation.all(DOCUMENT).stream().map(Operation::tag).distinct().toList());
  }

  @Test
  void only_what_is_asked_for_is_rendered() {
    OpenApiDocument document = OpenApiDocument.load(BaseUrl.parse("https://pay.example"));
    DocsSite site = site(document);
    assertThat(site.made()).isEmpty();
    site.find("/docs");
    assertThat(site.made()).containsExactly("/docs");
    assertThat(document.isRead()).as("the paths were read").isFalse();
    site.find("/docs/integrate/webhooks");
    site.find("/docs/errors/INVALID_SIGNATURE");
    site.find("/docs/search.json");
    assertThat(site.made())
        .containsExactlyInAnyOrder(
            "/docs",
            "/docs/integrate/webhooks",
            "/docs/errors/INVALID_SIGNATURE",
            "/docs/search.json");
  }

  private static List<String> problemCodes(JsonNode response) {
    JsonNode schema =
        DOCUMENT.resolve(response).path("content").path("application/problem+json").path("schema");
    return AnswerView.annotated(DOCUMENT, schema)
        .map(code -> code.path("const"))
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .toList();
  }

  @Test
  void the_page_asks_for_nothing_but_its_own_files() {
    List<String> asked = new ArrayList<>(all(HTML, " src=\"([^\"]*)\""));
    asked.addAll(all(HTML, "<link [^>]*href=\"([^\"]*)\""));
    assertThat(asked)
        .contains(ASSETS.url("docs.css"), ASSETS.url("panel.css"), ASSETS.url("icon.svg"))
        .allMatch(url -> url.startsWith("/docs/assets/"));
  }

  @Test
  void every_class_on_the_page_is_in_a_stylesheet() throws IOException {
    String css = resource("docs.css") + resource("/dev/paylink/platform/web/panel.css");
    List<String> classes =
        all(HTML, " class=\"([^\"]*)\"").stream()
            .flatMap(names -> Stream.of(names.split(" ")))
            .distinct()
            .filter(name -> !name.matches("language-.*|s3|options|may-be-absent|path|query|header"))
            .toList();
    assertThat(classes).contains("operation", "fields");
    assertThat(classes)
        .allSatisfy(name -> assertThat(css).containsPattern("\\." + name + "(?![\\w-])"));
  }

  @Test
  void text_of_the_document_stays_text() {
    String evil = "<img src=x onerror=alert(1)>'\\\"&";
    String yaml =
        """
        openapi: 3.1.0
        info: {title: "%1$s", version: "%1$s", summary: "%1$s", description: "## %1$s\\n\\n`%1$s` **%1$s**"}
        tags: [{name: "%1$s", description: "%1$s"}]
        paths:
          "/%1$s":
            servers: [{url: "%1$s", description: "%1$s"}]
            post:
              operationId: "%1$s"
              summary: "%1$s"
              tags: ["%1$s"]
              security: [{"%1$s": []}]
              parameters: [{name: "%1$s", in: "%1$s", required: true, schema: {enum: ["%1$s"]}}]
              requestBody: {content: {"%1$s/json": {schema: {properties: {"%1$s": {type: "%1$s"}}}}}}
              responses:
                "2%1$s":
                  description: "%1$s"
                  headers: {"%1$s": {description: "%1$s"}}
                  content: {"%1$s/json": {example: "%1$s", schema: {oneOf: [{const: "%1$s"}]}}}
        components: {securitySchemes: {"%1$s": {name: "%1$s", description: "%1$s"}}}
        """
            .formatted(evil);
    Map<String, String> pages =
        pages(
            render(OpenApiDocument.parse(yaml.getBytes(UTF_8), BaseUrl.parse("http://127.0.0.1"))));
    assertThat(String.join("", pages.values()))
        .contains("&lt;img src=x onerror=alert(1)")
        .doesNotContain("<img src=x");
  }

  @Test
  void rendering_leaves_the_document_as_it_was() {
    assertThat(JsonMapper.shared().writeValueAsBytes(DOCUMENT.root())).isEqualTo(DOCUMENT.json());
  }

  private static Map<String, String> render(OpenApiDocument document) {
    Map<String, String> files = new TreeMap<>();
    site(document)
        .files()
        .forEach((path, file) -> files.put(path, new String(file.plain(), UTF_8)));
    return files;
  }

  private static DocsSite site(OpenApiDocument document) {
    return new DocsSite(document, Guide.all(), new Templates(), ASSETS, false, "/dashboard");
  }

  private static Map<String, String> pages(Map<String, String> files) {
    Map<String, String> pages = new TreeMap<>(files);
    pages.values().removeIf(text -> !text.startsWith("<!doctype html>"));
    return pages;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(DocsSite.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static List<String> all(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().map(DocsSiteTest::first).toList();
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }
}
