package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A transfer that comes too late. It moves the clock of its chain, so it has one of its own. */
final class LateTransferBrowserTest {
  private static ChainShop shop;
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
    transfer(chain.payer(), stranger, 10_000_000_000L);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void who_sends_too_late_is_told_so_and_the_money_counts_as_late() {
    Link link = shop.service.newLink().with("expiresIn", 300).create();
    Page page = shop.chromium.open(desktop());
    page.navigate(link.url());
    String address = address(page);
    chain.passSeconds(600);
    chain.mine(ChainShop.DEPTH + 1);
    assertThat(page.locator("h2")).hasText("This payment has expired");
    transfer(stranger, address, 125_500_000);
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

  private static String address(Page page) {
    button(page, "Show the address").click();
    return page.locator("#transfer code").textContent();
  }

  private static JsonNode deposit(Link link) {
    return owner.get("/merchant/payments/" + link.id()).expect(200).json().at("/deposits/0");
  }

  private static void transfer(String from, String to, long units) {
    String data =
        "0xa9059cbb%064x%064x"
            .formatted(new BigInteger(to.substring(2), 16), BigInteger.valueOf(units));
    chain.call("eth_sendTransaction", Map.of("from", from, "to", chain.token(), "data", data));
  }
}
