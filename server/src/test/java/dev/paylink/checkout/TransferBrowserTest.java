package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.dark;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.testing.Await;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.DevChain;
import java.math.BigDecimal;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Payers without a wallet in the browser get an address, and pay it from elsewhere. */
final class TransferBrowserTest {
  @AutoClose private static final ChainShop shop = new ChainShop();
  private static final DevChain chain = shop.chain;

  @Test
  void without_javascript_the_address_is_shown_and_paid() {
    Link link = new NewLink(shop.service).create();
    Page page = shop.chromium.open(phone().setJavaScriptEnabled(false));
    page.navigate(link.url());
    Chromium.follow(page, button(page, "Show the address"));
    assertThat(page.locator("#transfer .warning"))
        .containsText("Send only TUSD, and only on the network Local chain");
    assertThat(page.locator("#transfer .codes img")).hasCount(2);
    PageInBrowser.assertFits(page);
    chain.transfer(chain.payer(), page.locator("#transfer code").textContent(), 125_500_000);
    chain.mine(ChainShop.DEPTH);
    Await.until("it is paid", () -> shop.status(link).equals("success"));
    // Not a reload: without a script the page loads itself again now and then.
    Page later = shop.chromium.open(phone().setJavaScriptEnabled(false));
    later.navigate(link.url());
    assertThat(later.locator("h2")).hasText("Payment received");
  }

  @Test
  void two_parts_are_followed_live_and_the_amount_asks_for_the_rest() {
    Link link = new NewLink(shop.service).create();
    Page page = shop.chromium.open(dark(desktop()));
    page.navigate(link.url());
    WalletPart.showAddress(page, "Show the address");
    assertThat(button(page, "Copy address")).isVisible();
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);
    String address = page.locator("#transfer code").textContent();
    chain.transfer(chain.payer(), address, 100_000_000);
    chain.mine(ChainShop.DEPTH);
    shop.awaitWatcher();
    page.reload();
    assertThat(page.locator(".summary .amount + .progress"))
        .hasText("Received: 100.00 TUSD on Local chain. Missing: 25.50 TUSD.");
    assertThat(button(page, "Copy amount")).hasAttribute("data-copy", "25.50");
    assertThat(page.locator("h2")).hasText("Send what is missing");
    assertThat(page.locator("h2 ~ #transfer code")).hasText(address);
    assertThat(page.locator("#transfer ~ details > summary"))
        .hasText("Pay with a wallet: this pays the full amount of $125.50 again");
    assertThat(page.locator("#wallet")).isHidden();
    page.locator("details > summary").first().click();
    assertThat(page.locator("#wallet")).containsText("125.50 TUSD");
    assertThat(barriers(page)).isEmpty();
    chain.transfer(chain.payer(), address, 25_500_000);
    chain.mine(ChainShop.DEPTH);
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  @Test
  void german_payer_reads_german_numbers_and_copies_what_wallets_understand() {
    Link link = new NewLink(shop.service).with("locale", "de").create();
    Page page = shop.chromium.open(desktop());
    page.navigate(link.url());
    WalletPart.showAddress(page, "Adresse anzeigen");
    assertThat(page.locator("#wallet [data-amount]")).hasText("125,50 TUSD");
    assertThat(page.locator("#transfer strong")).hasText("125,50 TUSD");
    assertThat(page.locator("#transfer .lead")).containsText("genau 125,50 TUSD");
    assertThat(button(page, "Betrag kopieren")).hasAttribute("data-copy", "125.50");
  }

  @Test
  void wallet_apps_read_token_chain_address_and_units_from_the_code() {
    TransferPayments.Address address =
        new TransferPayments.Address(
            8453,
            "Base",
            "USDC",
            "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
            6,
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            true,
            new BigDecimal("125.50"),
            new BigDecimal("25.000001"),
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            false,
            null);
    assertThat(address.uri())
        .isEqualTo(
            "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer"
                + "?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=100499999");
    TransferPayments.Address other = address.with(new BigDecimal("60.000000000000000001"));
    assertThat(other.missing()).as("rounded up to what the token has").isEqualTo("40.499999");
    assertThat(other.uri()).endsWith("&uint256=40499999");
    assertThat(address.with(new BigDecimal("200")).missing()).isZero();
  }
}
