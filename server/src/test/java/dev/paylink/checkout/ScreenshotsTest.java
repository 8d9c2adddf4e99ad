package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.dark;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import dev.paylink.testing.IndexedPng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the pictures of the page that the documents show, into the folder that is named. */
@EnabledIfSystemProperty(named = "paylink.screenshots", matches = ".+")
final class ScreenshotsTest {
  private static final int LARGEST = 220_000;
  private static final int TALL = 1_090;

  private static final Path FOLDER = Path.of(System.getProperty("paylink.screenshots", "target"));

  private static final String NAME = "Lighthouse Theatre";

  @AutoClose private static ChainShop shop;

  @BeforeAll
  static void start() {
    shop = new ChainShop();
    PageTest.nameMerchant(shop.service, NAME);
  }

  @Test
  void waiting_on_a_desk() throws IOException {
    Page page = open(desktop().setViewportSize(1280, TALL), ticket());
    assertThat(page.locator(".purse")).isVisible();
    take(page, "pay-desktop.png");
  }

  @Test
  void waiting_on_a_phone_in_the_dark() throws IOException {
    Page page = open(dark(phone()), ticket());
    assertThat(page.locator(".purse")).isVisible();
    take(page, "pay-phone-dark.png");
  }

  @Test
  void paid_on_a_phone() throws IOException {
    Page page = open(phone(), ticket());
    page.locator(".purse").click();
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
    shop.chain.mine(ChainShop.DEPTH);
    assertThat(page.locator("h2")).hasText("Payment received");
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }");
    take(page, "paid-phone.png");
  }

  @Test
  void waiting_in_arabic() throws IOException {
    PageTest.nameMerchant(shop.service, "مسرح المنارة");
    Page page =
        open(
            desktop().setViewportSize(1280, TALL),
            ticket().with("description", "تذكرتان، الصف السادس").with("locale", "ar"));
    assertThat(page.locator(".purse")).isVisible();
    take(page, "pay-desktop-arabic.png");
    PageTest.nameMerchant(shop.service, NAME);
  }

  private static NewLink ticket() {
    return new NewLink(shop.service)
        .with("expiresIn", 3_600)
        .with("successUrl", "https://shop.example/thanks");
  }

  private static Page open(Browser.NewContextOptions options, NewLink link) {
    return shop.open(options.setReducedMotion(ReducedMotion.REDUCE), shop.wallet(), link.create());
  }

  private static void take(Page page, String name) throws IOException {
    page.evaluate("() => document.fonts.ready");
    Path file = FOLDER.resolve(name);
    IndexedPng.write(page.screenshot(), file);
    assertThat(Files.size(file)).as(name).isLessThan(LARGEST);
  }
}
