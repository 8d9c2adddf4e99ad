package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What holds for every page of ours, whoever it is for. */
public final class PageChecks {
  private static final String TABLES_BEYOND_THEIR_CARD =
      """
      () => [...document.querySelectorAll('.card table')].filter(table =>
        table.getBoundingClientRect().right > table.closest('.card').getBoundingClientRect().right + 1).length
      """;
  private static final String BROKEN_BUTTONS =
      """
      () => [...document.querySelectorAll('.copy span')].filter(label => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getClientRects().length > 1;
      }).length
      """;
  private static final String LOAD_AXE =
      "window.loadAxe = () => {\n" + resource("/axe.min.js") + "\n}";

  private PageChecks() {}

  /** What axe-core finds serious or critical about the page as it is now. */
  @SuppressWarnings("unchecked") // JSON from our own script
  public static List<String> barriers(Page page) {
    page.waitForLoadState(); // a click ends before its page has a root, let alone its style
    if (page.evaluate("() => 'loadAxe' in window").equals(false)) {
      // To send it takes longer than to run it: it goes to each window once, and waits in its
      // pages.
      page.addInitScript(LOAD_AXE);
      page.evaluate(LOAD_AXE);
    }
    return (List<String>)
        page.evaluate(
            """
            async () => {
              loadAxe();
              // A rule's own impact is that of all it finds: what would be left out below is not looked for.
              const rules = Object.fromEntries(axe._audit.rules
                .filter(rule => rule.impact === 'minor' || rule.impact === 'moderate')
                .map(rule => [rule.id, {enabled: false}]));
              const found = await axe.run({resultTypes: ['violations'], preload: false, rules});
              return found.violations
                .filter(v => v.impact === 'serious' || v.impact === 'critical')
                .map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' '));
            }
            """);
  }

  /** The page as it is now shuts nobody out and fits its window. */
  public static void assertGood(Page page) {
    assertThat(barriers(page)).as(page.url()).isEmpty();
    assertFits(page);
  }

  /** Nothing stands out of the window to the side, no table out of its card; no Copy is broken. */
  public static void assertFits(Page page) {
    page.waitForLoadState();
    assertThat(page.evaluate(TABLES_BEYOND_THEIR_CARD)).as(page.url()).isEqualTo(0);
    assertThat(page.evaluate(BROKEN_BUTTONS)).as(page.url()).isEqualTo(0);
    Object widths =
        page.evaluate("() => ({page: document.documentElement.scrollWidth, window: innerWidth})");
    Map<?, ?> both = (Map<?, ?>) widths;
    assertThat(both.get("page")).as(page.url()).isEqualTo(both.get("window"));
  }

  private static String resource(String name) {
    try (InputStream in = PageChecks.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
