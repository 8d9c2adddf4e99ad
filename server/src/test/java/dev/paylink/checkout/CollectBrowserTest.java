package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static dev.paylink.testing.Chromium.pauseTime;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.PageChecks;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A merchant collects what was sent by plain transfer, with a wallet in a real browser. */
final class CollectBrowserTest {
  private static final int REJECTED = 4001;
  private static final String PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String TRANSFER = "0xa9059cbb";
  private static final String BALANCE_OF = "0x70a08231";

  @AutoClose private static final ChainShop shop = new ChainShop();
  private static final DevChain chain = shop.chain;
  private static final Browser merchant = shop.service.signedIn();
  private static final String COLLECT = shop.service.baseUrl() + "/dashboard/collect";

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void two_amounts_are_collected_by_one_transaction_which_is_followed_to_finality() {
    transfer("12.00", "12000000");
    transfer("3.50", "3500000");
    chain.mine(ChainShop.DEPTH);
    Await.until("both are listed", () -> listed().size() == 2);
    BigInteger before = balance(PAYEE);
    InjectedWallet wallet = shop.wallet().network(1).refuseOnce("eth_sendTransaction", REJECTED);
    Page page = open(wallet, desktop());
    assertThat(page.locator("[data-collect] h2")).hasText("15.50 TUSD on Local chain");
    assertThat(barriers(page)).isEmpty();
    PageChecks.assertFits(page);

    button(page, "Use Test Wallet").click();
    assertThat(page.locator("[data-cost]"))
        .hasText(Pattern.compile("Costs about 0\\.\\d+ ETH now \\(\\d+ gas\\), paid by 0x.*"));
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    button(page, "Collect now").click();
    assertThat(page.locator("[data-trouble]")).hasText("You declined in your wallet.");
    button(page, "Collect now").click();
    assertThat(page.locator("[data-say]")).containsText("Waiting until it is final");
    assertThat(balance(PAYEE).subtract(before)).isEqualTo(15_500_000);
    assertThat(wallet.sentElsewhere()).isFalse();
    assertThat(wallet.asked("wallet_switchEthereumChain")).isEqualTo(1);

    Page again = open(shop.wallet(), phone());
    assertThat(again.locator("[data-collect]")).hasCount(0);
    assertThat(again.locator(".badge").first()).hasText("Waiting for finality");
    assertThat(barriers(again)).isEmpty();
    PageChecks.assertFits(again);

    chain.mine(ChainShop.DEPTH);
    assertThat(page.locator("[data-say]")).hasText("Collected. The transaction is final.");
    page.reload();
    assertThat(page.locator("main")).containsText("Nothing to collect");
  }

  @Test
  void account_without_coins_for_gas_is_told_so_before_anything_is_sent() {
    transfer("1.00", "1000000");
    chain.mine(ChainShop.DEPTH);
    Await.until("it is listed", () -> !listed().isEmpty());
    InjectedWallet wallet = shop.wallet().account("0x" + "12".repeat(20));
    Page page = shop.signedIn(desktop(), merchant);
    pauseTime(page);
    wallet.injectInto(page);
    page.navigate(COLLECT);
    WalletPart.assertStaysWhenTimePasses(page, button(page, "Use Test Wallet"));
    button(page, "Use Test Wallet").click();
    assertThat(page.locator("[data-trouble]")).containsText("not enough for the gas");
    assertThat(button(page, "Collect now")).isHidden();
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    JsonNode transactions =
        Await.value( // a node that does not answer in time says nothing of it
            "it can be collected", () -> collectable().get("transactions"), all -> !all.isEmpty());
    for (JsonNode transaction : transactions) {
      send(transaction.get("to").stringValue(), transaction.get("data").stringValue());
    }
    chain.mine(ChainShop.DEPTH);
    Await.until("nothing is left", () -> listed().isEmpty());
  }

  /** Somebody who was shown the address sends there. */
  private static void transfer(String amount, String units) {
    JsonNode created =
        shop.service.calls().create("{\"amount\":\"" + amount + "\"}").expect(200).json();
    String path = URI.create(created.get("paymentUrl").stringValue()).getPath();
    shop.service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(path + "/transfer", "option=" + chain.chainId() + "%3ATUSD")
        .expect(303);
    PaymentId id = Objects.requireNonNull(PaymentId.parse(created.get("paymentId").stringValue()));
    EvmAddress address =
        TransferAddresses.of(
            EvmAddress.of(chain.factory()), EvmAddress.of(PAYEE), TransferAddresses.refOf(id));
    send(
        chain.token(),
        TRANSFER + word(address.hex().substring(2)) + word(new BigInteger(units).toString(16)));
  }

  private static JsonNode collectable() {
    return merchant.get("/merchant/collectable?limit=100").expect(200).json();
  }

  private static List<JsonNode> listed() {
    return collectable().get("data").valueStream().toList();
  }

  private static Page open(
      InjectedWallet wallet, com.microsoft.playwright.Browser.NewContextOptions options) {
    Page page = shop.signedIn(options, merchant);
    wallet.injectInto(page);
    page.navigate(COLLECT);
    return page;
  }

  private static void send(String to, String data) {
    chain.call("eth_sendTransaction", Map.of("from", chain.payer(), "to", to, "data", data));
  }

  private static BigInteger balance(String account) {
    String question = BALANCE_OF + word(account.substring(2));
    return new BigInteger(
        chain.viewAll(chain.token(), List.of(question)).getFirst().substring(2), 16);
  }

  private static String word(String digits) {
    return "0".repeat(64 - digits.length()) + digits;
  }
}
