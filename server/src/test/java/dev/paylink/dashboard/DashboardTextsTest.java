package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.credential.KeyScope;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import dev.paylink.testing.EveryLanguage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The texts of the dashboard, its templates, and that each has what the other needs. */
final class DashboardTextsTest {
  private static final Texts ENGLISH = Objects.requireNonNull(Dashboard.TEXTS.get(Language.EN));
  private static final Path MAIN = Path.of("src/main");
  private static final Path TEMPLATES = MAIN.resolve("jte/dashboard");

  /** Literals that look like keys: "page.text", and "page." where the rest is computed. */
  private static final Pattern LITERAL = Pattern.compile("\"([a-z]+\\.[A-Za-z0-9_.]*)\"");

  /** Types of events, names of fields and of files, which are not keys. */
  private static final Pattern NO_KEY =
      Pattern.compile(
          "(payment|refund)\\.(created|submitted|confirmed|failed|overpaid|held|settled|sent|requested|canceled)"
              + "|.*\\.(js|css|jte|svg|csv|jsonl|woff2)|customer\\..*|fields\\..*|java\\..*");

  private static final Pattern AUDITED = Pattern.compile("\\baudit(?:\\(\\))?\\s*\\.record\\(");

  private static final Pattern COMPUTED =
      Pattern.compile("(?:\\$(?:unsafe)?|!)\\{|@(?:else)?(?:if|for)\\(");

  private static final Set<String> SUFFIXES = Set.of(".one", ".many", ".text", ".advice");

  /** What stays as it is in every language. */
  private static final Set<String> NO_WORDS =
      Set.of("GET /merchant/collectable", "CSV", "PDF", "URL", "ms");

  @Test
  void every_language_has_the_same_texts_with_the_same_places() {
    EveryLanguage.saysTheSame(Dashboard.TEXTS, 700);
  }

  @Test
  void hardly_a_text_is_left_in_english() {
    EveryLanguage.isTranslated(Dashboard.TEXTS, 40);
  }

  @Test
  void no_sentence_is_the_same_in_two_languages() {
    for (String key : ENGLISH.keys()) {
      Map<String, Language> seen = new TreeMap<>();
      Dashboard.TEXTS.forEach(
          (language, texts) -> {
            String text = texts.get(key);
            if (text.split(" ").length > 3 && !text.startsWith("{")) {
              assertThat(seen.put(text, language)).as(key + ": " + text).isNull();
            }
          });
    }
  }

  @Test
  void a_key_that_a_page_names_exists() {
    Set<String> pages =
        ENGLISH.keys().stream().map(DashboardTextsTest::page).collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    sources()
        .forEach(
            (file, text) ->
                literals(text)
                    .filter(literal -> pages.contains(page(literal)))
                    .filter(literal -> !NO_KEY.matcher(literal).matches())
                    .filter(literal -> !isKnown(literal))
                    .forEach(literal -> missing.add(file + ": " + literal)));
    assertThat(missing).isEmpty();
  }

  @Test
  void a_text_that_no_page_names_is_not_kept() {
    Set<String> named =
        sources().values().stream()
            .flatMap(DashboardTextsTest::literals)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(ENGLISH.keys()).filteredOn(key -> !isNamed(key, named)).isEmpty();
  }

  /** In most languages the end of a time has another word than the address that money goes to. */
  @Test
  void from_and_to_are_the_words_of_a_time_only() {
    Pattern both = Pattern.compile(".*\"common\\.(from|to)\".*");
    List<String> lines = templates().values().stream().flatMap(String::lines).toList();
    assertThat(lines)
        .filteredOn(line -> both.matcher(line).matches())
        .isNotEmpty()
        .allMatch(line -> line.contains("\"date"));
  }

  @Test
  void what_is_computed_from_names_has_its_texts() {
    for (Words words : Words.all(Dashboard.TEXTS).values()) {
      Arrays.stream(DashboardNotice.values())
          .forEach(notice -> assertThat(notice.sentence(words)).isNotBlank());
      Arrays.stream(DashboardSection.values())
          .forEach(part -> assertThat(part.title(words) + part.group(words)).isNotBlank());
      Stream.of(Verification.values())
          .forEach(
              state -> {
                assertThat(words.get("verification." + state)).isNotBlank();
                assertThat(words.get("verification." + state + ".text")).isNotBlank();
                assertThat(words.get("step.kyb." + state)).isNotBlank();
              });
      Stream.of(Role.values())
          .forEach(role -> assertThat(words.get("team.role." + role)).isNotBlank());
      Stream.of(KeyScope.values())
          .forEach(scope -> assertThat(words.get("scope." + scope.name())).isNotBlank());
    }
  }

  @Test
  void every_part_of_the_navigation_has_a_drawing_of_its_own() throws IOException {
    String drawings = Files.readString(MAIN.resolve("jte/platform/web/icon.jte"));
    assertThat(DashboardSection.values())
        .extracting(DashboardSection::icon)
        .doesNotHaveDuplicates()
        .allMatch(icon -> drawings.contains("name.equals(\"" + icon + "\")"));
  }

  /** A number of payments and the moment of one are the same word in English alone. */
  @Test
  void legend_of_the_chart_names_no_moment() {
    for (Language language : List.of(Language.JA, Language.AR)) {
      Texts texts = Objects.requireNonNull(Dashboard.TEXTS.get(language));
      assertThat(texts.get("chart.made")).isNotEqualTo(texts.get("common.created"));
    }
  }

  /** Some actions get their end elsewhere: a deposit address is changed, announced or undone. */
  @Test
  void every_action_in_the_audit_log_has_words() {
    List<String> recorded =
        files(MAIN.resolve("java"), ".java").values().stream()
            .filter(
                text ->
                    AUDITED.matcher(text).find()
                        || (text.startsWith("package dev.paylink.account")
                            && text.contains("log.record(")))
            .map(text -> text.replaceAll("Message\\.of\\(\\s*\"[^\"]*\"", ""))
            .flatMap(text -> found(text, "\"([a-z_]+\\.[a-z_]+)\""))
            .distinct()
            .toList();
    assertThat(recorded)
        .hasSizeGreaterThan(50)
        .contains("link.archived", "refund.requested", "user.signed_in");
    assertThat(recorded)
        .allSatisfy(
            action ->
                assertThat(ENGLISH.keys())
                    .anyMatch(key -> key.startsWith("audit.action." + action)));
  }

  @Test
  void templates_hold_no_words_of_their_own() {
    List<String> found = new ArrayList<>();
    templates()
        .forEach(
            (file, text) -> {
              String plain = withoutExpressions(text);
              found(plain, ">([^<>@`]*\\p{L}{2}[^<>@`]*)<").forEach(w -> note(found, file, w));
              found(plain, "(?:aria-label|alt|title)=\"([^\"]*\\p{L}[^\"]*)\"")
                  .forEach(w -> note(found, file, w));
              found(text, "(?:text|title|question|button|lead|caption|hint) = \"([^\"]+)\"")
                  .forEach(w -> note(found, file, w));
              found(text, "label = \"([^\"]*[a-z]{2} [^\"]*)\"").forEach(w -> note(found, file, w));
            });
    assertThat(found).isEmpty();
  }

  @Test
  void templates_pass_their_words_on() {
    Pattern call =
        Pattern.compile(
            "@template\\.platform\\.web\\.(time|field|select|copy|secret|pager|trouble)\\((?!t = t[,)])[^`]*");
    templates()
        .forEach(
            (file, text) ->
                assertThat(call.matcher(text).results().map(MatchResult::group))
                    .as(file)
                    .isEmpty());
  }

  private static boolean isKnown(String literal) {
    return literal.endsWith(".")
        ? ENGLISH.keys().stream().anyMatch(key -> key.startsWith(literal))
        : ENGLISH.has(literal) || SUFFIXES.stream().anyMatch(end -> ENGLISH.has(literal + end));
  }

  private static boolean isNamed(String key, Set<String> named) {
    return named.contains(key)
        || named.stream().anyMatch(name -> name.endsWith(".") && key.startsWith(name))
        || SUFFIXES.stream()
            .anyMatch(
                end ->
                    key.endsWith(end)
                        && named.contains(key.substring(0, key.length() - end.length())));
  }

  private static String page(String key) {
    return key.substring(0, key.indexOf('.'));
  }

  private static Stream<String> literals(String text) {
    return LITERAL.matcher(text).results().map(found -> found.group(1));
  }

  /** Returns the source without the keys of messages, which have a table of their own. */
  private static String withoutMessages(String text) {
    return text.replaceAll("Message[.]of\\(\\s*\"[^\"]*\"", "");
  }

  private static void note(List<String> found, String file, String words) {
    if (!NO_WORDS.contains(words.strip())) {
      found.add(file + ": " + words);
    }
  }

  private static Stream<String> found(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(withoutMessages(text));
    return matcher.results().map(found -> found.group(1));
  }

  /** Returns a template without its comments, conditions and what is computed. */
  private static String withoutExpressions(String template) {
    String text =
        template.replaceAll("(?s)<%--.*?--%>", "").replaceAll("@(else|endif|endfor)\\b", "");
    StringBuilder plain = new StringBuilder();
    int written = 0;
    Matcher open = COMPUTED.matcher(text);
    while (open.find(written)) {
      plain.append(text, written, open.start());
      written = end(text, open.end() - 1);
    }
    return plain.append(text.substring(written)).toString();
  }

  /** Returns where the bracket at that place has been closed. */
  private static int end(String text, int bracket) {
    char open = text.charAt(bracket);
    char close = open == '{' ? '}' : ')';
    int depth = 0;
    for (int i = bracket; i < text.length(); i++) {
      depth += text.charAt(i) == open ? 1 : text.charAt(i) == close ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    throw new AssertionError("not closed: " + text.substring(bracket));
  }

  private static Map<String, String> templates() {
    return files(TEMPLATES, ".jte");
  }

  private static Map<String, String> sources() {
    Map<String, String> all = new TreeMap<>(templates());
    all.putAll(files(MAIN.resolve("jte/platform/web"), ".jte"));
    all.putAll(files(MAIN.resolve("java/dev/paylink/dashboard"), ".java"));
    all.putAll(files(MAIN.resolve("java/dev/paylink/account/web"), ".java"));
    all.putAll(files(MAIN.resolve("java/dev/paylink/platform/web"), ".java"));
    return all;
  }

  private static Map<String, String> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      Map<String, String> texts = new TreeMap<>();
      for (Path file : files.filter(path -> path.toString().endsWith(ending)).toList()) {
        texts.put(file.toString(), Files.readString(file));
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
