package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.button;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A key from its making to its end, in a browser: nothing stops working without a question. */
final class KeysBrowserTest extends DashboardInBrowser {
  @Test
  void key_is_restricted_rolled_and_deleted_on_a_desk_and_on_a_phone() {
    walk(chromium.open(desktop()));
    walk(chromium.open(darkPhone()));
  }

  private static void walk(Page page) {
    signUp(page, "Lighthouse Theatre");
    page.navigate(url("/dashboard/keys"));
    page.locator("summary").getByText("Restrict what it can do").click();
    page.getByLabel("Cancel payments").uncheck();
    page.getByLabel("Allowed addresses").fill("example.com");
    press(page, "Create key");
    assertThat(page.locator(".fault")).containsText("an address or a range");
    assertThat(page.getByLabel("Cancel payments")).not().isChecked();
    assertGood(page);
    page.getByLabel("Allowed addresses").fill("127.0.0.0/8");
    press(page, "Create key");
    assertThat(page.locator("#secret-key")).containsText("sk_test_");
    assertGood(page);
    page.getByLabel("I have saved the secret").check();
    press(page, "Activate this key");
    follow(page, page.locator(".row-link"));
    page.locator("summary").getByText("Roll…").click();
    assertGood(page);
    press(page, "Create the new key");
    assertThat(page.locator("#secret-key")).containsText("sk_test_");
    assertGood(page);
    page.getByLabel("I have saved the secret").check();
    press(page, "Done");
    assertThat(page.locator(".facts")).containsText("127.0.0.0/8");
    assertThat(button(page, "Delete this key")).isHidden();
    page.locator("summary").getByText("Delete…").click();
    assertGood(page);
    press(page, "Delete this key");
    assertThat(page.locator(".notice")).containsText("The key is deleted.");
    assertThat(page.locator("tbody tr")).hasCount(1);
    assertThat(page.locator("tbody")).containsText("Replaced");
  }

  @Test
  void leaving_before_the_secret_is_saved_asks_first() {
    Page page = chromium.open(desktop());
    List<String> asked = new ArrayList<>();
    page.onDialog(
        dialog -> {
          asked.add(dialog.type());
          dialog.dismiss();
        });
    signUp(page, "Hasty");
    page.navigate(url("/dashboard/keys"));
    press(page, "Create key");
    assertThat(page.locator("#secret-key")).isVisible();
    page.locator("nav").getByText("Webhooks").first().click();
    page.waitForCondition(() -> !asked.isEmpty());
    assertThat(asked).containsOnly("beforeunload");
    assertThat(page.locator("#secret-key")).isVisible();
    button(page, "Activate this key").click();
    assertThat(page.getByLabel("I have saved the secret")).isFocused(); // the browser leads there
    assertThat(page.locator("#secret-key")).isVisible();
    page.getByLabel("I have saved the secret").check();
    asked.clear();
    page.locator("nav").getByText("Webhooks").first().click();
    assertThat(page.locator("h1")).hasText("Webhooks");
    assertThat(asked).isEmpty();
  }
}
