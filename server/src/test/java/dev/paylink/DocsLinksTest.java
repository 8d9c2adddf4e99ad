package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link between pages of the repository leads somewhere, and every page can be reached. */
final class DocsLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("(?:[a-z]+:|/).*");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Map<Path, String> PAGES = pages();

  @Test
  void every_link_leads_to_a_file_and_to_a_heading_in_it() {
    List<String> dead = new ArrayList<>();
    PAGES.forEach((page, text) -> dead.addAll(dead(page, text)));
    assertThat(dead).isEmpty();
  }

  @Test
  void every_page_can_be_reached_from_the_readme() {
    Set<Path> reached = new HashSet<>();
    Deque<Path> next = new ArrayDeque<>(List.of(ROOT.resolve("README.md")));
    while (!next.isEmpty()) {
      Path page = next.pop();
      if (reached.add(page)) {
        links(PAGES.getOrDefault(page, "")).stream()
            .map(link -> target(page, link))
            .filter(PAGES::containsKey)
            .forEach(next::push);
      }
    }
    assertThat(PAGES.keySet()).hasSizeGreaterThan(50).isSubsetOf(reached);
  }

  @Test
  void wrong_links_are_found() {
    Path page = ROOT.resolve("docs/README.md");
    String text =
        """
        [a](../README.md) [b](REDME.md) [c](../README.md#start) [d](../README.md#strat)
        [e](https://pay.example/x) [f](#here) [g](#hear) `[h](x.md)`
        ## Here!
        ```
        [i](x.md)
        ```
        <img src="images/none.png">
        """;
    assertThat(dead(page, text))
        .containsExactly(
            "docs/README.md: REDME.md",
            "docs/README.md: ../README.md#strat",
            "docs/README.md: #hear",
            "docs/README.md: images/none.png");
  }

  private static List<String> dead(Path page, String text) {
    return links(text).stream()
        .filter(link -> !leadsSomewhere(page, text, link))
        .map(link -> ROOT.relativize(page) + ": " + link)
        .toList();
  }

  private static boolean leadsSomewhere(Path page, String text, String link) {
    Path target = target(page, link);
    int hash = link.indexOf('#');
    if (hash < 0) {
      return Files.exists(target);
    }
    String there = hash == 0 ? text : PAGES.get(target);
    return there != null && anchors(there).contains(link.substring(hash + 1));
  }

  private static Path target(Path page, String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? page : page.resolveSibling(file).normalize();
  }

  private static List<String> links(String text) {
    return LINK.matcher(CODE.matcher(text).replaceAll(""))
        .results()
        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
        .filter(link -> !ELSEWHERE.matcher(link).matches())
        .toList();
  }

  /** The anchors of a page, as GitHub and the site name them. */
  private static Set<String> anchors(String text) {
    Set<String> anchors = new HashSet<>();
    String prose = Pattern.compile("(?ms)^```.*?^```$").matcher(text).replaceAll("");
    HEADING
        .matcher(prose)
        .results()
        .map(DocsLinksTest::slug)
        .forEach(
            slug -> {
              String anchor = slug;
              for (int again = 1; !anchors.add(anchor); again++) {
                anchor = slug + '-' + again;
              }
            });
    return anchors;
  }

  private static String slug(MatchResult heading) {
    return heading
        .group(1)
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\- _]", "")
        .replace(' ', '-');
  }

  /** The pages at the top, and those of the folders that have some. */
  private static Map<Path, String> pages() {
    Map<Path, String> pages = new TreeMap<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      top.filter(file -> file.toString().endsWith(".md")).forEach(file -> add(pages, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String folder : List.of("docs", "clients", "examples", "deploy")) {
      SourceTree.files(ROOT.resolve(folder), ".md").stream()
          .filter(file -> !file.toString().contains("/node_modules/"))
          .forEach(file -> add(pages, file));
    }
    add(pages, ROOT.resolve("contracts/README.md"));
    add(pages, ROOT.resolve("contracts/SECURITY.md"));
    return pages;
  }

  private static void add(Map<Path, String> pages, Path file) {
    pages.put(file, SourceTree.read(file));
  }
}
