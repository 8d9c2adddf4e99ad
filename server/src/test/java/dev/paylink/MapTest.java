package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds ARCHITECTURE.md and docs/code against the sources: what it names in backticks exists. */
final class MapTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PARTS = ROOT.resolve("server/src/main/java/dev/paylink");

  private static final Pattern NAME = Pattern.compile("`([^`\n]+)`");
  private static final Pattern TYPE =
      Pattern.compile("(?=\\w*[a-z])([A-Z]\\w*)(?:[.#](\\w+)(?:\\(.*\\))?)?");
  private static final Pattern PACKAGE = Pattern.compile("([a-z]+)(?:[.][a-z]+)+");
  private static final Pattern PATH = Pattern.compile("[\\w.-]+/[\\w./-]*|[\\w-]+[.](java|md|sql)");

  private static final Map<String, Path> SOURCES = sources();

  @Test
  void everything_that_the_map_names_exists() {
    String map = SourceTree.read(ROOT.resolve("ARCHITECTURE.md"));
    assertThat(names(map)).hasSizeGreaterThan(100);
    assertThat(wrong(map)).isEmpty();
  }

  @Test
  void everything_that_the_pages_about_the_code_name_exists() {
    for (Path page : SourceTree.files(ROOT.resolve("docs/code"), ".md")) {
      assertThat(wrong(SourceTree.read(page))).as(page.toString()).isEmpty();
    }
  }

  @Test
  void readme_and_map_stay_short() {
    assertThat(SourceTree.read(ROOT.resolve("README.md")).lines()).hasSizeLessThanOrEqualTo(100);
    assertThat(SourceTree.read(ROOT.resolve("ARCHITECTURE.md")).lines())
        .hasSizeLessThanOrEqualTo(130);
  }

  @Test
  void readme_begins_with_a_demo_and_a_payment() {
    String readme = SourceTree.read(ROOT.resolve("README.md"));
    int first = readme.indexOf("```sh\n") + "```sh\n".length();
    assertThat(readme.substring(first).lines())
        .startsWith(
            "./paylink demo                             # a sandbox and a sample shop: buy something,"
                + " see the webhook ship it",
            "./paylink payments create --amount 12.50   # in a second terminal: prints the link of a"
                + " payment",
            "```");
  }

  @Test
  void wrong_names_are_found() {
    String map =
        """
        `Batcher` `Batchr` `Database.open` `Database#opened` `Database.closed()` `COPY` `MapTest`
        `platform.queue` `platform.queues` `server/src/main/resources/db/schema`
        `docs/code/` `docs/coda/` `README.md` `READYOU.md` `/health/ready` `database.url`
        """;
    assertThat(wrong(map))
        .containsExactly(
            "Batchr",
            "Database#opened",
            "Database.closed()",
            "platform.queues",
            "docs/coda/",
            "READYOU.md");
  }

  private static List<String> wrong(String map) {
    return names(map).stream().filter(name -> !isThere(name)).distinct().toList();
  }

  private static List<String> names(String map) {
    return NAME.matcher(map).results().map(result -> result.group(1)).toList();
  }

  /** Whether it exists, or is neither a type nor a package nor a path. */
  private static boolean isThere(String name) {
    Matcher path = PATH.matcher(name);
    if (path.matches()) {
      return Files.exists(ROOT.resolve(name))
          || Files.exists(PARTS.resolve(name))
          || name.startsWith("target/") // what a build makes
          || name.startsWith(".build/");
    }
    Matcher type = TYPE.matcher(name);
    if (type.matches()) {
      Path source = SOURCES.get(type.group(1));
      return source != null && (type.group(2) == null || mentions(source, type.group(2)));
    }
    Matcher room = PACKAGE.matcher(name);
    return !room.matches()
        || !Files.isDirectory(PARTS.resolve(room.group(1)))
        || Files.isDirectory(PARTS.resolve(name.replace('.', '/')));
  }

  private static boolean mentions(Path source, String member) {
    return Pattern.compile("\\b" + member + "\\b").matcher(SourceTree.read(source)).find();
  }

  /** Returns the source file of each type that has one, by its simple name. */
  private static Map<String, Path> sources() {
    Map<String, Path> sources = new HashMap<>();
    for (String module : List.of("bench", "sdk", "server")) {
      for (String kind : List.of("test", "main")) {
        Path folder = ROOT.resolve(module).resolve("src").resolve(kind).resolve("java");
        if (Files.isDirectory(folder)) {
          SourceTree.files(folder, ".java").forEach(file -> sources.put(simpleName(file), file));
        }
      }
    }
    return Map.copyOf(sources);
  }

  private static String simpleName(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".java".length());
  }
}
