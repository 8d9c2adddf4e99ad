package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What payers do beside paying exactly and in time, in a real browser and on a real chain. */
final class ChainJourneyBrowserTest {
  @AutoClose private static ChainShop shop;
  private static DevChain chain;
  private static Browser owner;

  /** An account that no page ever saw, with some dollars. */
  private static String stranger;

  @BeforeAll
  static void start() {
    shop = new ChainShop();
    chain = shop.chain;
    owner = shop.service.signedIn();
    stranger = chain.others().getLast();
    chain.transfer(chain.payer(), stranger, 10_000_000_000L);
  }

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void account_that_never_saw_the_page_pays_its_address() {
    Link link = new NewLink(shop.service).create();
    Page page = shop.chromium.open(desktop());
    page.navigate(link.url());
    chain.transfer(stranger, address(page), 125_500_000);
    chain.mine(ChainShop.DEPTH);
    assertThat(page.locator("h2")).hasText("Payment received");
    assertThat(shop.status(link)).isEqualTo("success");
    assertThat(deposit(link).get("surplus").asString()).isEqualTo("0.00");
  }

  @Test
  void who_sends_too_much_has_paid_and_both_sides_see_the_surplus() {
    Link link = new NewLink(shop.service).create();
    Page page = shop.chromium.open(phone());
    page.navigate(link.url());
    chain.transfer(stranger, address(page), 130_000_000);
    chain.mine(ChainShop.DEPTH);
    assertThat(page.locator("h2")).hasText("Payment received");
    page.reload();
    assertThat(page.locator("main")).containsText("You sent 4.50 TUSD more than requested");
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);
    assertThat(deposit(link).get("surplus").asString()).isEqualTo("4.50");
    page.navigate(link.url() + "/receipt");
    assertThat(row(page, "Transferred")).hasText("130.00 TUSD");
    assertThat(row(page, "Counted for this payment")).hasText("$125.50");
    Page merchant = dashboard("/payments/" + link.id());
    assertThat(merchant.locator("main")).containsText("4.5");
    Await.until("the merchant was told", () -> !shop.told(link).isEmpty());
    assertThat(shop.told(link)).hasSize(1);
  }

  @Test
  void who_sends_too_late_is_told_so_and_the_money_counts_as_late() {
    Link link = new NewLink(shop.service).with("expiresIn", 300).create();
    Page page = shop.chromium.open(desktop());
    page.navigate(link.url());
    String address = address(page);
    chain.passSeconds(310); // less than what a wallet gets is valid for: other tests follow
    chain.mine(ChainShop.DEPTH + 1);
    assertThat(page.locator("h2")).hasText("This payment has expired");
    chain.transfer(stranger, address, 125_500_000);
    chain.mine(ChainShop.DEPTH);
    Await.until("it counts", () -> shop.status(link).equals("success"));
    page.reload();
    assertThat(page.locator("h2")).hasText("Payment received");
    assertThat(deposit(link).get("late").asString()).isEqualTo("125.50");
    Await.until("the merchant was told twice", () -> shop.told(link).size() == 2);
    assertThat(shop.told(link))
        .extracting(event -> event.get("type").asString())
        .containsExactly("payment.failed", "payment.confirmed");
  }

  @Test
  void who_sends_half_and_no_more_is_told_so_and_the_merchant_accepts_it() {
    Link link = new NewLink(shop.service).create();
    Page page = shop.chromium.open(phone());
    page.navigate(link.url());
    chain.transfer(stranger, address(page), 62_750_000);
    chain.mine(ChainShop.DEPTH);
    shop.awaitWatcher();
    page.reload();
    WalletPart.assertFoundNone(page);
    assertThat(page.locator("h2")).hasText("Send what is missing");
    assertThat(page.locator(".amount + .progress"))
        .hasText("Received: 62.75 TUSD on Local chain. Missing: 62.75 TUSD.");
    Page merchant = dashboard("/payments/" + link.id());
    assertThat(merchant.locator(".badge").first()).hasText("Partly paid 62.75 of 125.50");
    shop.service.calls().cancel(link.id()).expect(200);
    assertThat(page.locator("main")).containsText("The merchant canceled this payment.");
    page.reload();
    assertThat(page.locator("main")).containsText("62.75");
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);
    merchant.reload();
    assertThat(merchant.locator("main")).containsText("This payment ended with only part");
    Locator accept =
        merchant
            .locator("details.confirm")
            .filter(new Locator.FilterOptions().setHas(merchant.locator("form[action$=accept]")));
    accept.locator("summary").click();
    assertThat(accept.locator("p")).containsText(Pattern.compile("62\\.75.* of .*125\\.50"));
    assertThat(barriers(merchant)).isEmpty();
    accept.locator("button").click();
    assertThat(merchant.locator(".notice").first())
        .containsText("accepted with the amount received");
    assertThat(shop.status(link)).isEqualTo("success");
    page.reload();
    assertThat(page.locator("h2")).hasText("Payment received");
    assertThat(page.locator("main")).containsText("has received $62.75");
    page.navigate(link.url() + "/receipt");
    assertThat(page.locator("h1")).containsText("$62.75");
    Await.until("the merchant was told twice", () -> shop.told(link).size() == 2);
    assertThat(shop.told(link).getLast().get("receivedAmount").asString()).isEqualTo("62.75");
  }

  @Test
  void reusable_link_is_paid_twice_by_a_wallet_and_by_a_transfer() {
    Reply link =
        owner
            .post("/merchant/links", "{\"title\":\"Concert\",\"amount\":\"12.00\",\"maxUses\":2}")
            .expect(201);
    InjectedWallet wallet = shop.wallet();
    Page first = shop.chromium.open(desktop());
    wallet.injectInto(first);
    first.navigate(link.text("url"));
    Chromium.follow(first, () -> button(first, "Continue to payment").dblclick());
    first.locator("#wallet .list").getByText(InjectedWallet.NAME).click();
    assertThat(first.locator("h2")).hasText("Your payment is on its way");
    Page second = shop.chromium.open(phone());
    second.navigate(link.text("url"));
    Chromium.follow(second, () -> button(second, "Continue to payment").dblclick());
    chain.transfer(stranger, address(second), 12_000_000);
    chain.mine(ChainShop.DEPTH);
    assertThat(first.locator("h2")).hasText("Payment received");
    assertThat(second.locator("h2")).hasText("Payment received");
    assertThat(first.url()).isNotEqualTo(second.url());
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(1);

    JsonNode seen = owner.get("/merchant/links/" + link.text("id")).expect(200).json();
    assertThat(seen.get("uses").asInt()).isEqualTo(2);
    assertThat(seen.get("paid").asInt()).isEqualTo(2);
    assertThat(seen.at("/received/0/amount").asString()).isEqualTo("24.00");
    second.navigate(link.text("url"));
    assertThat(second.locator("h1")).hasText("This link is used up");
    assertThat(shop.chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 410"));
  }

  private static String address(Page page) {
    WalletPart.showAddress(page, "Show the address");
    WalletPart.assertFoundNone(page);
    return page.locator("#transfer code").textContent();
  }

  private static Locator row(Page receipt, String label) {
    return receipt.locator("xpath=//dt[text()='" + label + "']/following-sibling::dd");
  }

  private static Page dashboard(String path) {
    Page page = shop.signedIn(desktop(), owner);
    page.navigate(shop.service.baseUrl() + "/dashboard" + path);
    return page;
  }

  private static JsonNode deposit(Link link) {
    return owner.get("/merchant/payments/" + link.id()).expect(200).json().at("/deposits/0");
  }
}
