package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import dev.paylink.testing.IndexedPng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the pictures of the page that the documents show, into the folder that is named. */
@EnabledIfSystemProperty(named = "paylink.screenshots", matches = ".+")
final class ScreenshotsTest extends PageInBrowser {
  private static final int LARGEST = 200_000;
  private static final int WHOLE_CARD = 1_090;

  private static final Path FOLDER = Path.of(System.getProperty("paylink.screenshots", "target"));

  @BeforeEach
  void name() {
    service.nameMerchant("Lighthouse Theatre");
  }

  @Test
  void waiting_on_a_desk() throws IOException {
    Page page = chromium.open(still(desktop().setViewportSize(1280, WHOLE_CARD)));
    page.navigate(ticket().create().url());
    assertThat(page.locator("h2")).hasText("Pay with your wallet");
    take(page, "pay-desktop.png");
  }

  @Test
  void waiting_on_a_phone_in_the_dark() throws IOException {
    Page page = chromium.open(still(dark(phone())));
    page.navigate(ticket().create().url());
    assertThat(page.locator("h2")).hasText("Pay with your wallet");
    take(page, "pay-phone-dark.png");
  }

  @Test
  void paid_on_a_phone() throws IOException {
    Page page = chromium.open(still(phone()));
    page.navigate(ticket().create().url());
    button(page, "Confirm").click();
    assertThat(page.locator("h2")).hasText("Payment received");
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }");
    take(page, "paid-phone.png");
  }

  @Test
  void waiting_in_arabic() throws IOException {
    service.nameMerchant("مسرح المنارة");
    Page page = chromium.open(still(desktop().setViewportSize(1280, WHOLE_CARD)));
    page.navigate(
        ticket().with("description", "تذكرتان، الصف السادس").with("locale", "ar").create().url());
    assertThat(page.locator("h2")).isVisible();
    take(page, "pay-desktop-arabic.png");
  }

  private static NewLink ticket() {
    return service
        .newLink()
        .with("expiresIn", 3_600)
        .with("successUrl", "https://shop.example/thanks");
  }

  private static Browser.NewContextOptions still(Browser.NewContextOptions options) {
    return options.setReducedMotion(ReducedMotion.REDUCE);
  }

  private static void take(Page page, String name) throws IOException {
    page.evaluate("() => document.fonts.ready");
    Path file = FOLDER.resolve(name);
    IndexedPng.write(page.screenshot(), file);
    assertThat(Files.size(file)).as(name).isLessThan(LARGEST);
  }
}
