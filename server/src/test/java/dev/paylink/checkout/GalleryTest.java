package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.paylink.testing.PageChecks;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes a picture of every page at every width in both schemes, into the folder that is named, for
 * somebody to look at; no page is wider than its window.
 */
@EnabledIfSystemProperty(named = "paylink.gallery", matches = ".+")
final class GalleryTest {
  private static final List<Integer> WIDTHS = List.of(1280, 1024, 768, 390);
  private static final String WINDOWS = "LIGHT-en,DARK-en,LIGHT-de,LIGHT-ar";
  private static final Path FOLDER = Path.of(System.getProperty("paylink.gallery", "target"));

  @Test
  void every_page_fits_every_width_in_both_schemes() throws IOException {
    List<String> faults = new ArrayList<>();
    Files.createDirectories(FOLDER);
    String only = System.getProperty("paylink.gallery.only", "");
    try (Gallery gallery = new Gallery()) {
      for (String window : System.getProperty("paylink.gallery.windows", WINDOWS).split(",", -1)) {
        String[] parts = window.split("-", 2);
        Page page = signedIn(gallery, ColorScheme.valueOf(parts[0]), parts[1]);
        for (Map.Entry<String, String> shown : gallery.pages().entrySet()) {
          boolean translated = shown.getKey().matches("dashboard.*|link.*");
          if (shown.getKey().matches(only + ".*") && (translated || parts[1].equals("en"))) {
            look(page, shown.getKey(), shown.getValue(), window, faults);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  private static void look(Page page, String name, String url, String window, List<String> faults) {
    page.setViewportSize(WIDTHS.getFirst(), 900);
    page.navigate(url);
    page.evaluate("() => document.fonts.ready");
    for (int width : WIDTHS) {
      page.setViewportSize(width, 900);
      Path file = FOLDER.resolve("%s-%d-%s.png".formatted(name, width, window));
      page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
      try {
        PageChecks.assertFits(page);
      } catch (AssertionError e) {
        faults.add(name + " " + width + " " + e.getMessage());
      }
    }
  }

  private static Page signedIn(Gallery gallery, ColorScheme scheme, String language) {
    Browser.NewContextOptions options =
        new Browser.NewContextOptions()
            .setViewportSize(1280, 900)
            .setColorScheme(scheme)
            .setLocale(language)
            .setReducedMotion(ReducedMotion.REDUCE);
    Page page = gallery.shop.signedIn(options, gallery.owner);
    gallery.shop.wallet().injectInto(page);
    page.navigate(gallery.pages().get("desk"));
    page.getByText("Use the admin token").click();
    page.getByLabel("Admin token").fill(TestService.ADMIN_TOKEN);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Use the token")).click();
    assertThat(page.locator("h1")).hasText("Overview");
    return page;
  }
}
