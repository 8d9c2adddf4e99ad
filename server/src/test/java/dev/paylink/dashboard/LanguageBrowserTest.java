package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.pauseTime;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import dev.paylink.testing.PageChecks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of a language, and pages with long words and in the other direction. */
final class LanguageBrowserTest extends DashboardInBrowser {
  /** Looking for barriers takes longest, and the language hardly matters to them. */
  private static final int BARRIERS_IN_ONE_OF = 4;

  private static final int COPIED_SHOWN = 2_000;

  @Test
  void somebody_chooses_arabic_signs_in_and_stays_in_it() {
    Page page = chromium.open(desktop());
    String email = newEmail();
    register(page, email);
    press(page, "Sign out");
    choose(page, "العربية");
    assertThat(page.locator("html")).hasAttribute("dir", "rtl");
    assertThat(page.locator("h1")).hasText("تسجيل الدخول");
    page.locator("#email").fill(email);
    page.locator("#password").fill(Guest.PASSWORD);
    follow(page, page.locator("main .primary").first());
    assertThat(page.locator("h1")).hasText("نظرة عامة");
    assertThat(page.locator("html")).hasAttribute("lang", "ar");
    assertThat(page.locator(".side").boundingBox().x).as("on the right").isGreaterThan(600);
    page.navigate(url("/dashboard/payments?status=failed"));
    choose(page, "Deutsch");
    assertThat(page.locator("html")).hasAttribute("dir", "ltr");
    assertThat(page.locator("h1")).hasText("Zahlungen");
    assertThat(page).hasURL(url("/dashboard/payments?status=failed"));
  }

  @Test
  void the_choice_needs_no_script() {
    Page page = chromium.open(desktop().setJavaScriptEnabled(false));
    page.navigate(url("/dashboard/sign-up"));
    choose(page, "Français");
    assertThat(page.locator("h1")).hasText("Créer un compte");
  }

  @ParameterizedTest
  @CsvSource({"de, 1280", "de, 390", "ar, 1280", "ar, 390", "fr, 390"})
  void no_page_scrolls_sideways_or_shuts_anybody_out(String language, int width) {
    Browser.NewContextOptions window = width < 500 ? darkPhone() : desktop();
    Page page = chromium.open(window.setLocale(language));
    page.navigate(url("/dashboard/sign-in"));
    fits(page);
    register(page, newEmail());
    for (String path : DashboardLanguageTest.PAGES) {
      if (!path.contains("?") && !path.contains("no-such")) {
        page.navigate(url("/dashboard" + path));
        assertThat(page.locator("html")).hasAttribute("lang", language);
        if (Math.floorMod((path + language + width).hashCode(), BARRIERS_IN_ONE_OF) == 0) {
          fits(page);
        } else {
          PageChecks.assertFits(page);
        }
      }
    }
    page.navigate(url("/dashboard/keys"));
    createKey(page);
    fits(page);
  }

  @Test
  void what_the_copy_button_says_is_translated() {
    Page page = chromium.open(desktop().setLocale("de").setPermissions(List.of("clipboard-write")));
    register(page, newEmail());
    page.navigate(url("/dashboard/keys"));
    createKey(page);
    Locator copy = page.locator("[data-copy=secret-key]");
    assertThat(copy).hasText("Kopieren");
    pauseTime(page);
    copy.click();
    assertThat(copy).hasText("Kopiert");
    copy.click(); // once more, while it still says so
    Await.until(
        "it says so no longer",
        () -> {
          page.clock().runFor(COPIED_SHOWN); // the second copy may not be written yet
          return copy.textContent().strip().equals("Kopieren");
        });
    page.locator("#saved").check();
  }

  private static void createKey(Page page) {
    follow(page, page.locator("main .primary").first());
    assertThat(page.locator("#secret-key")).isVisible();
  }

  private static void fits(Page page) {
    assertGood(page);
    if (page.locator("#saved").count() > 0) {
      page.locator("#saved").check();
    }
  }

  private static void choose(Page page, String language) {
    page.locator(".languages summary").first().click();
    follow(
        page,
        page.locator(".languages button")
            .filter(new Locator.FilterOptions().setHasText(language))
            .first());
  }

  private static void register(Page page, String email) {
    page.navigate(url("/dashboard/sign-up"));
    page.locator("#businessName").fill("Lighthouse");
    page.locator("#email").fill(email);
    page.locator("#password").fill(Guest.PASSWORD);
    follow(page, page.locator("main .primary"));
    assertThat(page.locator(".checklist")).isVisible();
    service.prove(email); // who has not makes no key
  }
}
