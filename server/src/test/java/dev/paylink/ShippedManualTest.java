package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packages carry their manual: all guides and what operators need, and no link is dead there.
 */
final class ShippedManualTest {
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s#]+)(?:#[^)\\s]*)?\\)|(?:src|href)=\"([^\"#]+)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("(?:[a-z]+:|/).*");

  /** A file in the sources, as commands and texts of operators' guides name it. */
  private static final Pattern NAMED =
      Pattern.compile("(?<![\\w./-])(?:deploy|contracts|api|examples)/[\\w./-]*\\w");

  @TempDir Path manual;

  @Test
  void every_guide_is_in_the_package_and_every_link_leads_to_something_in_it() throws Exception {
    Process copy = new ProcessBuilder("../deploy/manual.sh", manual.toString()).inheritIO().start();
    assertThat(copy.waitFor()).isZero();
    assertThat(Path.of("../deploy/release.sh")).content().contains("deploy/manual.sh\" \"$tree\"");
    for (String file :
        List.of(
            "deploy/prometheus/alerts.yml",
            "deploy/grafana/dashboards/paylink.json",
            "deploy/haproxy",
            "deploy/patroni",
            "deploy/helm/paylink/alerts.yml",
            "deploy/compose.yaml",
            "contracts/package.json",
            "paylink.properties")) {
      assertThat(manual.resolve(file)).exists();
    }
    assertThat(guides(manual)).isEqualTo(guides(Path.of("..")));
    List<String> dead = new ArrayList<>();
    for (Path page : within(manual)) {
      if (page.toString().endsWith(".md")) {
        dead.addAll(dead(page));
      }
    }
    assertThat(dead).isEmpty();
    assertThat(missing()).isEmpty();
  }

  /** What operators' guides name, and the sources have, but the manual does not. */
  private List<String> missing() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : within(manual.resolve("docs/operate"))) {
      if (page.toString().endsWith(".md")) {
        NAMED
            .matcher(Files.readString(page))
            .results()
            .map(MatchResult::group)
            .filter(file -> Files.exists(Path.of("..", file)))
            .filter(file -> !Files.exists(manual.resolve(file)))
            .forEach(file -> missing.add(manual.relativize(page) + " names " + file));
      }
    }
    return missing;
  }

  private static List<Path> within(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted().toList();
    }
  }

  private static List<String> guides(Path root) throws IOException {
    Path docs = root.resolve("docs");
    return within(docs).stream()
        .filter(path -> path.toString().endsWith(".md"))
        .map(path -> docs.relativize(path).toString())
        .sorted()
        .toList();
  }

  private List<String> dead(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    return LINK.matcher(text)
        .results()
        .map(ShippedManualTest::target)
        .filter(link -> !ELSEWHERE.matcher(link).matches())
        .filter(link -> !Files.exists(page.resolveSibling(link)))
        .map(link -> manual.relativize(page) + " -> " + link)
        .toList();
  }

  private static String target(MatchResult link) {
    return link.group(1) == null ? link.group(2) : link.group(1);
  }
}
