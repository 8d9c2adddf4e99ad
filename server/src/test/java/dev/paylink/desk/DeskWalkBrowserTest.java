package dev.paylink.desk;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.testing.Chromium.darkPhone;
import static dev.paylink.testing.Chromium.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.press;
import static dev.paylink.testing.PageChecks.assertGood;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.paylink.testing.Await;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A day at the desk in a real browser; no page of it complains, shuts somebody out or overflows.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DeskWalkBrowserTest extends DeskTest {
  private static final Receiver RECEIVER = new Receiver(delivery -> 500);
  private static Chromium chromium;
  private static dev.paylink.testing.Browser merchant;
  private static String payment;

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
    merchant = register("Lighthouse Theatre");
    submitKyb(merchant, "Lighthouse Theatre Ltd");
    merchant.post("/merchant/api-keys", "{\"label\":\"box office\"}").expect(201);
    service
        .signedIn()
        .put(
            "/merchant/webhooks/invoice_settlement",
            "{\"webhookUrl\":\"" + RECEIVER.url("/hook") + "\"}")
        .expect(200);
    payment = service.calls().create("{\"amount\":\"125.50\"}").text("paymentId");
    service
        .callback()
        .reportWith("payment.confirmed", payment, "\"transaction\":{\"amount\":\"12.55\"}")
        .expect(422);
    service.callback().report("payment.confirmed", payment).expect(200);
    awaitExhausted(payment);
  }

  @AfterAll
  static void quit() {
    chromium.close();
    RECEIVER.close();
  }

  @Test
  @Order(2)
  void review_reject_approve_limit_redeliver() {
    Page page = signedIn(desktop());
    follow(page, page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("To review")));
    Locator company =
        page.locator("section.card")
            .filter(new Locator.FilterOptions().setHasText("Lighthouse Theatre Ltd"));
    company.getByText("Reject…").click();
    company.getByLabel("Reason").first().fill("The register has no such number");
    assertGood(page);
    follow(
        page,
        company.getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Reject").setExact(true)));
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("The details are rejected");
    assertThat(merchant.get("/merchant/profile").text("verificationReason"))
        .isEqualTo("The register has no such number");

    submitKyb(merchant, "Lighthouse Theatre Limited");
    page.navigate(url("/admin/desk/merchants"));
    page.getByLabel("Search").fill("lighthouse");
    follow(page, page.getByText("Find"));
    follow(page, page.getByText("Lighthouse Theatre").first());
    follow(page, page.getByText("Approve"));
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("The company is verified");
    assertThat(merchant.get("/merchant/profile").text("verificationStatus"))
        .isEqualTo("KybVerified");

    page.locator("input[name=limit]").fill("1200");
    follow(page, page.getByText("Save", new Page.GetByTextOptions().setExact(true)));
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("The new limit is saved");
    assertThat(merchant.get("/merchant/api-keys").body()).contains("\"limit\":1200");
    assertGood(page);

    page.navigate(url("/admin/desk/deliveries"));
    assertThat(page.getByText("answered 500", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    assertGood(page);
    RECEIVER.answerWith(delivery -> 204);
    follow(page, page.getByText("Send again", new Page.GetByTextOptions().setExact(true)));
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("being sent again");
    assertThat(page.getByText("No exhausted deliveries")).isVisible();
    Await.until("it came again", () -> RECEIVER.deliveries("/hook").size() == 5);
    assertThat(chromium.complaints()).isEmpty();
  }

  @Test
  @Order(1)
  void every_page_is_good_on_a_dark_phone_and_on_a_desktop() {
    for (Browser.NewContextOptions options : List.of(darkPhone(), desktop())) {
      Page page = chromium.open(options);
      page.navigate(url("/admin"));
      assertGood(page);
      signIn(page);
      for (String path : paths()) {
        page.navigate(url(path));
        assertGood(page);
      }
    }
    assertThat(chromium.complaints()).isEmpty();
  }

  @Test
  @Order(3)
  void a_link_from_the_desk_leads_somebody_without_a_password_back_in() {
    dev.paylink.testing.Browser lost = register("Lost & Found Theatre");
    String email = lost.get("/merchant/profile").text("email");
    String path = page(idOf(lost));
    Page page = signedIn(desktop());
    page.navigate(url(path));
    page.locator("summary").getByText("Reset link…").click();
    assertGood(page);
    press(page, "Make the link");
    String link = page.locator("#reset-link").textContent().strip();
    assertGood(page);
    page.navigate(url(path));
    assertThat(page.locator("#reset-link")).hasCount(0);

    Page person = chromium.open(darkPhone());
    person.navigate(link);
    person.getByLabel("New password").fill("a battery found again");
    press(person, "Set the password");
    assertThat(person.getByText("Your new password is set.")).isVisible();
    person.getByLabel("E-mail address").fill(email);
    person.getByLabel("Password").fill("a battery found again");
    follow(person, person.locator("button.primary").first());
    assertThat(person.locator("h1")).hasText("Overview");
    person.navigate(link);
    assertThat(person.locator("h1")).hasText("This link is no longer valid");
    page.navigate(url(path));
    assertThat(page.getByText("user.password_link_made").first()).isVisible();
    assertThat(chromium.complaints()).allMatch(said -> said.contains("with a status of 404"));
  }

  private static List<String> paths() {
    return List.of(
        "/admin",
        "/admin/desk/review",
        "/admin/desk/merchants",
        page(idOf(merchant)),
        page(idOf(service.signedIn())),
        "/admin/desk/deliveries",
        "/admin/desk/deliveries?merchant=" + idOf(service.signedIn()),
        "/admin/desk/mismatches",
        "/admin/desk/tokens",
        "/admin/desk/relays",
        "/admin/desk/system",
        "/admin/desk/approvals",
        "/admin/desk/operators",
        "/admin/desk/account");
  }

  private static Page signedIn(Browser.NewContextOptions options) {
    Page page = chromium.open(options);
    page.navigate(url("/admin"));
    signIn(page);
    return page;
  }

  private static void signIn(Page page) {
    page.getByText("Use the admin token").click();
    page.getByLabel("Admin token").fill(TestService.ADMIN_TOKEN);
    press(page, "Use the token");
    assertThat(page.locator("h1")).hasText("Overview");
  }

  private static String url(String path) {
    return service.internalUrl() + path;
  }
}
