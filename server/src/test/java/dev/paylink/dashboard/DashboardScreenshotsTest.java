package dev.paylink.dashboard;

import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.press;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.IndexedPng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the pictures of the dashboard that the documents show, into the folder that is named. */
@EnabledIfSystemProperty(named = "paylink.screenshots", matches = ".+")
final class DashboardScreenshotsTest extends DashboardInBrowser {
  private static final int LARGEST = 200_000;
  private static final Path FOLDER = Path.of(System.getProperty("paylink.screenshots", "target"));

  @Test
  void going_live_on_a_desk() throws IOException {
    Page page = chromium.open(desktop().setViewportSize(1280, 760));
    signUp(page, "Lighthouse Theatre");
    take(page, "dashboard-go-live.png");
  }

  @Test
  void a_new_key_on_a_desk() throws IOException {
    Page page = chromium.open(desktop().setViewportSize(1280, 1000));
    signUp(page, "Lighthouse Theatre");
    page.navigate(url("/dashboard/keys"));
    page.getByLabel("Label").fill("production");
    press(page, "Create key");
    take(page, "dashboard-key.png");
  }

  @Test
  void going_live_on_a_phone_in_the_dark() throws IOException {
    Page page = chromium.open(darkPhone());
    signUp(page, "Lighthouse Theatre");
    take(page, "dashboard-phone-dark.png");
  }

  private static void take(Page page, String name) throws IOException {
    page.evaluate("() => document.fonts.ready");
    Path file = FOLDER.resolve(name);
    IndexedPng.write(page.screenshot(), file);
    assertThat(Files.size(file)).as(name).isLessThan(LARGEST);
  }
}
