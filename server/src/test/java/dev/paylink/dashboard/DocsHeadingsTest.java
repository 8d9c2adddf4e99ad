package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Readers who jump from heading to heading miss no level of the documentation. */
final class DocsHeadingsTest extends DashboardTest {
  private static final Pattern LINK =
      Pattern.compile("href=\"(/docs/(?:integrate|dashboard|operate|code|api)[^\"#]*)");
  private static final Pattern HEADING = Pattern.compile("<h([1-6])[ >]");

  @Test
  void every_page_has_one_title_and_leaves_out_no_level_below_it() {
    Set<String> pages = new TreeSet<>(List.of("/", "/docs", "/docs/errors/INVALID_REQUEST"));
    LINK.matcher(html("/docs")).results().forEach(link -> pages.add(link.group(1)));
    assertThat(pages)
        .hasSizeGreaterThan(30)
        .contains("/docs/integrate/quickstart", "/docs/api/payments", "/docs/api/objects");
    for (String page : pages) {
      List<Integer> levels = levels(html(page));
      assertThat(levels).as(page).startsWith(1).containsOnlyOnce(1);
      for (int i = 1; i < levels.size(); i++) {
        assertThat(levels.get(i))
            .as("heading %d of %s: %s", i, page, levels)
            .isLessThanOrEqualTo(levels.get(i - 1) + 1);
      }
    }
  }

  private static List<Integer> levels(String html) {
    return HEADING.matcher(html).results().map(it -> Integer.valueOf(it.group(1))).toList();
  }

  private static String html(String path) {
    return service.browser().get(path).expect(200).body();
  }
}
