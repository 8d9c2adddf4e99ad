package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for each page alike. */
final class EveryPageBrowserTest extends DashboardInBrowser {
  private static final List<String> PAGES =
      List.of(
          "",
          "/settings",
          "/settings/rules",
          "/brand",
          "/keys",
          "/webhooks",
          "/team",
          "/security",
          "/audit");

  /** Whether all of the navigation is in sight, with everything below it. */
  private static final String NAVIGATION_FITS =
      "(side => side.scrollHeight <= side.clientHeight)(document.querySelector('.side'))";

  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String XSS = "<img id=xss src=x onerror=alert(1)>\"'${1}";

  @Override
  String statusesOfFaults() {
    return "400|403"; // a page that asks for the password again
  }

  @Test
  void no_page_shuts_anybody_out_in_light_or_dark() {
    Page desk = chromium.open(desktop());
    desk.navigate(url("/dashboard/sign-in"));
    assertGood(desk);
    signUp(desk, "Short");
    Page phone = chromium.open(darkPhone());
    signUp(phone, "A name " + "that-is-long".repeat(12));
    phone.getByText("Menu").click();
    assertGood(phone);
    assertThat(desk.locator(".brand strong")).hasText("Short");
    assertThat(phone.locator(".brand strong")).containsText("A name that");
    for (String page : PAGES) {
      desk.navigate(url("/dashboard" + page));
      assertGood(desk);
      assertThat(desk.evaluate(NAVIGATION_FITS)).as(page + " at 900 pixels").isEqualTo(true);
      phone.navigate(url("/dashboard" + page));
      assertGood(phone);
    }
  }

  @Test
  void pages_that_follow_a_form_shut_nobody_out_either() {
    Page page = chromium.open(desktop());
    signUp(page, "Forms");
    page.navigate(url("/dashboard/security"));
    press(page, "Set up a second factor");
    fillProof(page);
    press(page, "Confirm");
    assertThat(page.locator("#two-factor-secret")).isVisible();
    assertGood(page);
    page.navigate(url("/dashboard/team"));
    String colleague = newEmail();
    page.getByLabel("E-mail address").fill(colleague);
    press(page, "Create invitation");
    assertThat(page.locator(".notice").first()).containsText("on its way by e-mail");
    assertGood(page);
    String link = service.invitation(colleague);
    page.locator("summary").getByText("Remove…").click();
    assertGood(page);
    Page invited = chromium.open(darkPhone());
    invited.navigate(link);
    assertGood(invited);
    invited.getByLabel("Choose a password").fill(Guest.PASSWORD);
    press(invited, "Join the team");
    assertThat(invited.locator("h1")).hasText("Overview");
    assertThat(invited.locator(".checklist .primary")).hasCount(0);
    invited.navigate(url("/dashboard/keys"));
    assertThat(invited.locator("main form")).hasCount(0);
    assertGood(invited);
  }

  /** An address is compared letter by letter, when it was saved and when it was pasted. */
  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void deposit_address_is_readable_in_full(int width) {
    Page page = chromium.open(darkPhone());
    signUp(page, "Narrow");
    page.setViewportSize(width, 844);
    page.navigate(url("/dashboard/settings"));
    page.locator("#depositAddress").fill(ADDRESS + "\n"); // as it was copied
    press(page, "Save address");
    assertThat(page.locator("#depositAddress")).hasValue(ADDRESS);
    page.locator("#userDepositAddress").fill(ADDRESS);
    for (String field : List.of("#depositAddress", "#userDepositAddress")) {
      assertThat(
              page.locator(field)
                  .evaluate(
                      "it => [it.scrollWidth > it.clientWidth, it.scrollHeight > it.clientHeight]"))
          .as(field)
          .isEqualTo(List.of(false, false));
    }
    assertGood(page);
  }

  @Test
  void color_that_is_picked_or_typed_is_previewed_with_its_ink() {
    Page page = chromium.open(desktop());
    signUp(page, "Painters");
    page.navigate(url("/dashboard/brand"));
    page.locator("[data-picks]").fill("#ffcc00");
    assertThat(page.locator("#color")).hasValue("#ffcc00");
    assertThat(page.locator("[data-paint]").first()).hasAttribute("fill", "#ffcc00");
    assertThat(page.locator("[data-ink]").first()).hasAttribute("fill", "#000000");
    page.locator("#color").fill("#123456");
    assertThat(page.locator("[data-picks]")).hasValue("#123456");
    assertThat(page.locator("[data-ink]").first()).hasAttribute("fill", "#ffffff");
    press(page, "Save");
    assertThat(page.locator(".notice").first()).isVisible();
    assertThat(page.locator("[data-paint]").first()).hasAttribute("fill", "#123456");
    page.locator("#color").fill("");
    assertThat(page.locator("[data-paint]").first()).hasAttribute("fill", "#0e3b2e");
    page.locator("#color").fill("#fedcba");
    assertGood(page);
  }

  @Test
  void what_somebody_typed_is_shown_as_text() {
    Page page = chromium.open(desktop());
    List<String> dialogs = new ArrayList<>();
    page.onDialog(
        dialog -> {
          dialogs.add(dialog.message());
          dialog.dismiss();
        });
    signUp(page, XSS);
    assertThat(page.locator(".checklist")).containsText(XSS);
    page.navigate(url("/dashboard/settings"));
    page.getByLabel("Legal name").fill(XSS);
    page.getByLabel("Country").selectOption("Ireland");
    page.getByLabel("Registration number").fill(XSS);
    press(page, "Submit for verification");
    assertThat(page.locator("#legalName")).hasValue(XSS);
    page.locator("#depositAddress").fill(XSS);
    press(page, "Save address");
    assertThat(page.locator("#depositAddress")).hasValue(XSS);
    page.navigate(url("/dashboard/keys"));
    page.getByLabel("Label").fill(XSS);
    press(page, "Create key");
    assertThat(page.locator("#pair")).hasText(XSS);
    page.getByLabel("I have saved the secret").check();
    page.navigate(url("/dashboard/keys"));
    assertThat(page.locator("tbody .first")).containsText(XSS);
    page.navigate(url("/dashboard/webhooks"));
    page.locator("#invoice_settlement-webhookUrl").fill("https://shop.example/" + XSS);
    press(page, "Set up");
    assertThat(page.locator("#invoice_settlement-webhookUrl"))
        .hasValue("https://shop.example/" + XSS);
    page.navigate(url("/dashboard/audit"));
    assertThat(page.locator("#xss")).hasCount(0);
    assertThat(dialogs).isEmpty();
  }

  @Test
  void everything_can_be_reached_by_keyboard_and_shows_where_one_is() {
    Page page = chromium.open(desktop());
    signUp(page, "Keys only");
    page.navigate(url("/dashboard/keys"));
    page.keyboard().press("Tab");
    assertThat(page.locator(".skip")).isFocused();
    List<String> visited = new ArrayList<>();
    while (visited.isEmpty() || !visited.getLast().contains("<button class=\"primary\"")) {
      assertThat(visited).hasSizeLessThan(40);
      page.keyboard().press("Tab");
      if (page.locator(".side-nav details:not([open]) > summary:focus").count() > 0) {
        page.keyboard().press("Enter"); // a group that is folded
      }
      visited.add((String) page.evaluate("() => document.activeElement.outerHTML.slice(0, 90)"));
      assertThat(page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle"))
          .as(visited.getLast())
          .isEqualTo("solid");
    }
    assertThat(String.join("\n", visited))
        .contains("/dashboard/audit", "Sign out", "name=\"label\"");
  }
}
