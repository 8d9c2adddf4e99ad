package dev.paylink.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.button;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.pauseTime;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Somebody new, from signing up to the first payment and its webhook, redelivered. */
final class GoLiveBrowserTest extends DashboardInBrowser {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String MISTYPED = ADDRESS.replace("5aAe", "5aae");

  @Test
  void a_new_merchant_goes_live_step_by_step() throws IOException, InterruptedException {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      Page page = chromium.open(desktop());
      signUp(page, "Lighthouse Theatre");
      assertThat(page.locator(".card-head").first()).containsText("1 of 5 steps are done.");
      assertGood(page);
      follow(page, page.getByLabel("Verify: Company verification"));
      submitKyb(page);
      saveAddress(page);
      approve(page);
      String script = createKey(page);
      setUpWebhook(page, receiver);
      page.navigate(url("/dashboard"));
      assertThat(page.locator("#checklist")).hasCount(0);
      assertThat(run(script)).contains("\"paymentUrl\":\"" + url("/pay/pay_"));
      payOneselfByLink(page);
      redeliver(page, receiver);
    }
  }

  @Test
  void without_javascript_everything_works() {
    try (Receiver receiver = new Receiver(delivery -> 200)) {
      Page page = chromium.open(darkPhone().setJavaScriptEnabled(false));
      signUp(page, "Quiet Shop");
      press(page, "Verify now, as this is a sandbox: Company verification");
      assertThat(page.locator(".notice").first()).containsText("Your company is verified");
      assertThat(page.locator(".checklist li.done")).hasCount(2);
      page.getByText("Menu").click();
      page.locator(".menu summary").getByText("Developers").click();
      follow(page, page.locator(".menu").getByText("API keys"));
      press(page, "Create key");
      assertThat(page.locator("#secret-key")).containsText("sk_");
      assertThat(page.locator(".copy").first()).isHidden();
      button(page, "Activate this key").click();
      assertThat(page.getByLabel("I have saved the secret")).isFocused(); // the browser leads there
      assertThat(page.locator("#secret-key")).isVisible(); // not before it is saved
      page.getByLabel("I have saved the secret").check();
      press(page, "Activate this key");
      assertThat(page.locator(".notice")).containsText("The key is active");
      assertThat(button(page, "Deactivate this key")).isHidden();
      page.locator("summary").getByText("Deactivate…").click();
      press(page, "Deactivate this key");
      assertThat(page.locator(".badge")).hasText("Inactive");
      page.navigate(url("/dashboard/webhooks"));
      page.locator("#invoice_settlement-webhookUrl").fill(receiver.url("/in"));
      press(page, "Set up");
      assertThat(button(page, "Delete this webhook")).isHidden();
      page.locator("summary").getByText("Delete…").click();
      press(page, "Delete this webhook");
      assertThat(page.locator(".notice")).containsText("The webhook is deleted.");
      page.getByText("Menu").click();
      follow(page, page.locator(".menu").getByText("Sign out"));
      assertThat(page.locator("h1")).hasText("Sign in");
      page.goBack();
      page.reload();
      assertThat(page.locator("h1")).hasText("Sign in");
    }
  }

  private static void submitKyb(Page page) {
    page.getByLabel("Legal name").fill("Lighthouse Theatre Ltd");
    page.getByLabel("Country").selectOption("Ireland");
    page.getByLabel("Registration number").fill("IE-553201");
    press(page, "Submit for verification");
    assertThat(page.locator(".notice")).containsText("details are submitted");
    assertThat(page.locator(".badge")).hasText("In review");
  }

  private static void saveAddress(Page page) {
    page.locator("#depositAddress").fill(MISTYPED);
    press(page, "Save address");
    assertThat(page.locator("#depositAddress-fault"))
        .hasText("Address has a wrong EIP-55 checksum; check it for a typo.");
    assertThat(page.locator("#depositAddress")).hasValue(MISTYPED);
    assertThat(page.locator("#depositAddress")).hasAttribute("aria-invalid", "true");
    assertGood(page);
    page.locator("#depositAddress").fill(ADDRESS);
    press(page, "Save address");
    assertThat(page.locator(".notice")).containsText("Your address is saved.");
  }

  private static void approve(Page page) {
    String id = page.locator(".facts code").first().textContent();
    service
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    page.reload();
    assertThat(page.locator(".badge")).hasText("Verified");
    assertThat(page.getByLabel("Legal name")).hasCount(0);
  }

  /** The script of the page that shows the secret. */
  private static String createKey(Page page) {
    page.navigate(url("/dashboard/keys"));
    page.getByLabel("Label").fill("production");
    press(page, "Create key");
    assertThat(page.locator("#secret-key")).containsText("sk_");
    assertGood(page);
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    pauseTime(page);
    page.getByLabel("Copy: Secret key").click();
    assertThat(page.getByLabel("Copy: Secret key")).hasText("Copied");
    page.clock().resume();
    String secret = page.locator("#secret-key").textContent();
    assertThat(page.evaluate("() => navigator.clipboard.readText()")).isEqualTo(secret);
    String script = page.locator("#first-call").textContent();
    page.getByLabel("I have saved the secret").check();
    press(page, "Activate this key");
    assertThat(page.locator("tbody .badge")).hasText("Active");
    return script;
  }

  private static void setUpWebhook(Page page, Receiver receiver) {
    page.navigate(url("/dashboard/webhooks"));
    page.locator("#invoice_settlement-webhookUrl").fill(receiver.url("/hooks"));
    press(page, "Set up");
    assertThat(page.locator("#invoice_settlement-secret"))
        .hasText(Pattern.compile("whsec_[\\w+/=]{44}"));
    assertGood(page);
    press(page, "Send a test");
    assertThat(page.locator(".notice")).containsText("Delivered");
    assertThat(page.locator(".notice")).containsText("204");
    assertThat(receiver.deliveries("/hooks")).hasSize(1);
    assertThat(receiver.deliveries().getFirst().body()).contains("webhook.test");
    assertGood(page);
  }

  /** The first payment, from its link in the dashboard to the customer's page and the list. */
  private static void payOneselfByLink(Page page) {
    page.navigate(url("/dashboard/links/new"));
    page.getByLabel("Amount").fill("42.00");
    page.getByLabel("Your reference").fill("walk");
    press(page, "Create link");
    page.navigate(page.locator("#payment-link").textContent().strip());
    // The page asks for the tokens first, and a payment that has ended meanwhile would be refused.
    assertThat(page.locator(".script #wallet[data-show=list]")).isVisible();
    page.locator("button[value=confirmed]").click();
    assertThat(page.locator("#stage")).hasText("Payment received");
    page.navigate(url("/dashboard/payments"));
    page.getByLabel("Search").fill("walk");
    press(page, "Apply");
    assertThat(page.locator(".row-link")).hasCount(1);
    follow(page, page.locator(".row-link"));
    assertThat(page.locator("h1")).hasText("$42.00");
    assertThat(page.locator(".head-actions .badge")).hasText("Success");
  }

  private static void redeliver(Page page, Receiver receiver) {
    awaitAttempts(page, 1);
    attempts(page).first().locator("summary").click();
    assertThat(attempts(page).first()).containsText("x-service-signature-v2");
    assertGood(page);
    press(page, "Redeliver evt_");
    assertThat(page.locator(".notice")).containsText("queued again");
    awaitAttempts(page, 2);
    assertThat(receiver.deliveries().stream().map(Receiver.Delivery::body))
        .filteredOn(body -> body.contains("payment.confirmed"))
        .hasSize(2)
        .containsOnly(receiver.deliveries().getLast().body());
  }

  private static void awaitAttempts(Page page, int count) {
    Await.until(
        count + " attempts are shown",
        () -> {
          page.reload();
          return attempts(page).count() == count;
        });
  }

  private static Locator attempts(Page page) {
    return page.locator(".timeline li:has-text('Webhook, attempt')");
  }

  private static String run(String script) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    return said;
  }
}
