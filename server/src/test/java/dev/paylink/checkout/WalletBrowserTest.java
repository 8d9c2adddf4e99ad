package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.dark;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static dev.paylink.checkout.WalletPart.heading;
import static dev.paylink.checkout.WalletPart.payWith;
import static dev.paylink.checkout.WalletPart.saying;
import static dev.paylink.checkout.WalletPart.trouble;
import static dev.paylink.checkout.WalletPart.wallets;
import static dev.paylink.testing.Chromium.pauseTime;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Payers pay with a wallet, in a real browser and on a real chain; the merchant hears of it. */
final class WalletBrowserTest {
  private static final int REJECTED = 4001;
  private static final int UNSUPPORTED = 4200;
  private static final int UNKNOWN_CHAIN = 4902;
  private static final int NOT_ATOMIC = 5760;
  private static final int LONGER_THAN_ANY_QUESTION = 10_000;
  private static final int COPIED_SHOWN = 2_000;
  private static final String IPHONE =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
          + " Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

  @AutoClose private static final ChainShop shop = new ChainShop();
  private static final DevChain chain = shop.chain;

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void a_signature_pays_and_counts_at_the_set_depth_and_not_before() {
    Link link = shop.dollars();
    InjectedWallet wallet = shop.wallet();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(heading(page)).hasText("Your payment is on its way");
    signsAndSends(wallet, 1, 1);
    long block = chain.head();

    chain.mine(ChainShop.DEPTH - 1);
    shop.awaitWatcher();
    assertThat(shop.status(link)).isEqualTo("submitted");
    assertThat(shop.told(link)).isEmpty();

    chain.mine(1);
    assertThat(heading(page)).hasText("Payment received");
    Await.until("the merchant was told", () -> !shop.told(link).isEmpty());
    JsonNode told = shop.told(link).getFirst();
    assertThat(told.get("type").stringValue()).isEqualTo("payment.confirmed");
    assertThat(told.get("invoiceStatus").stringValue()).isEqualTo("paid");
    JsonNode proof = told.get("transaction");
    assertThat(proof.get("chainId").longValue()).isEqualTo(chain.chainId());
    assertThat(proof.get("blockNumber").longValue()).isEqualTo(block);
    assertThat(proof.get("token").stringValue()).isEqualTo("TUSD");
    assertThat(proof.get("amount").stringValue()).isEqualTo("125.50");
    assertThat(proof.get("payer").stringValue()).isEqualTo(chain.payer());
    JsonNode receipt = chain.call("eth_getTransactionReceipt", proof.get("hash").stringValue());
    assertThat(receipt.get("status").stringValue()).isEqualTo("0x1");
  }

  @Test
  void a_wallet_that_signs_no_authorization_signs_a_permit() {
    InjectedWallet wallet = shop.wallet().refuse("ReceiveWithAuthorization", UNSUPPORTED);
    shop.isPaidWith(wallet);
    signsAndSends(wallet, 2, 1);
  }

  @Test
  void a_wallet_that_signs_nothing_allows_exactly_the_amount_and_pays() {
    InjectedWallet wallet = shop.wallet().refuse("eth_signTypedData_v4", UNSUPPORTED);
    Page page = shop.open(phone(), wallet, shop.dollars());
    payWith(page);
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(2);
    assertThat(allowanceLeft()).isZero();
  }

  @Test
  void a_wallet_that_takes_calls_together_is_asked_once() {
    InjectedWallet wallet = shop.wallet().atomic("supported");
    Link link = shop.dollars();
    Page page = shop.open(phone(), wallet, link);
    payWith(page);
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    assertThat(wallet.asked("eth_signTypedData_v4")).isZero();
    assertThat(allowanceLeft()).isZero();
    chain.mine(ChainShop.DEPTH);
    assertThat(heading(page)).hasText("Payment received");
  }

  @Test
  void calls_that_were_sent_together_survive_a_reload() {
    InjectedWallet wallet = shop.wallet().atomic("supported").keepBundles(true);
    Page page = shop.open(desktop(), wallet, shop.dollars());
    payWith(page);
    assertThat(saying(page)).containsText("Sent.");
    page.reload();
    assertThat(saying(page)).containsText("Sent.");
    assertThat(wallets(page)).isHidden();
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
  }

  @Test
  void who_declines_calls_together_has_paid_nothing_and_is_asked_again() {
    InjectedWallet wallet =
        shop.wallet().atomic("supported").refuseOnce("wallet_sendCalls", REJECTED);
    Page page = shop.open(desktop(), wallet, shop.dollars());
    payWith(page);
    assertThat(trouble(page)).containsText("You declined in Test Wallet. Nothing was paid.");
    button(page, "Try again").click();
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(2);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
  }

  @Test
  void a_wallet_that_cannot_send_together_after_all_pays_as_others_do() {
    InjectedWallet wallet =
        shop.wallet().atomic("supported").refuse("wallet_sendCalls", NOT_ATOMIC);
    shop.isPaidWith(wallet);
    signsAndSends(wallet, 1, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "{\"0x1\":{\"atomic\":{\"status\":\"supported\"}}}",
        "{\"0x7a69\":{}}",
        "{\"0x7a69\":{\"atomic\":{\"status\":\"unsupported\"}}}",
        "{\"0x0\":{\"atomic\":{\"status\":\"supported\"}},\"0x7a69\":{\"atomic\":{\"status\":\"unsupported\"}}}"
      })
  void a_wallet_that_cannot_send_together_here_is_not_asked_to(String abilities) {
    InjectedWallet wallet = shop.wallet().able(abilities);
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_getCapabilities")).isEqualTo(1);
    assertThat(wallet.asked("wallet_sendCalls")).isZero();
    signsAndSends(wallet, 1, 1);
  }

  @Test
  void a_wallet_that_can_send_together_on_every_chain_is_asked_once() {
    InjectedWallet wallet = shop.wallet().able("{\"0x0\":{\"atomic\":{\"status\":\"supported\"}}}");
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
  }

  /** Whoever waits for the answer of such a wallet waits for ever. */
  @Test
  void a_wallet_that_does_not_say_in_time_what_it_can_do_pays_as_others_do() {
    InjectedWallet wallet = shop.wallet().atomic("supported").hold("wallet_getCapabilities");
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_sendCalls")).isZero();
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(1);
  }

  @Test
  void a_wallet_that_takes_its_time_with_the_calls_is_asked_once() {
    InjectedWallet wallet = shop.wallet().atomic("supported").hold("wallet_sendCalls");
    Page page = shop.chromium.open(desktop());
    page.clock().install();
    wallet.injectInto(page);
    page.navigate(shop.dollars().url());
    payWith(page);
    page.waitForCondition(() -> wallet.asked("wallet_sendCalls") > 0);
    page.clock().runFor(LONGER_THAN_ANY_QUESTION);
    wallet.release(page);
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
  }

  @Test
  void calls_that_wait_long_are_followed_until_they_are_on_the_chain() {
    InjectedWallet wallet = shop.wallet().atomic("supported").keepBundles(true);
    Link link = shop.dollars();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(saying(page)).containsText("Sent.");
    page.waitForCondition(() -> wallet.asked("wallet_getCallsStatus") > 1);
    wallet.sendKept();
    assertThat(heading(page)).hasText("Your payment is on its way");
    chain.mine(ChainShop.DEPTH);
    assertThat(heading(page)).hasText("Payment received");
    Await.until("the merchant was told", () -> !shop.told(link).isEmpty());
    assertThat(shop.told(link)).hasSize(1);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
  }

  /** To become one that can, it would turn the payer's account into another kind. */
  @Test
  void a_wallet_that_could_send_together_signs_instead() {
    InjectedWallet wallet = shop.wallet().atomic("ready");
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_sendCalls")).isZero();
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(1);
  }

  @Test
  void the_chains_own_coin_is_paid_and_a_reload_while_it_waits_sends_nothing_again() {
    Link link = new NewLink(shop.service).with("currency", "ETH").with("amount", "0.05").create();
    InjectedWallet wallet = shop.wallet();
    Page page = shop.open(desktop(), wallet, link);
    chain.inOneBlock(
        () -> {
          payWith(page);
          assertThat(saying(page)).containsText("Sent.");
          page.reload();
          assertThat(saying(page)).containsText("Sent.");
          assertThat(wallets(page)).isHidden();
        });
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(1);
    chain.mine(ChainShop.DEPTH);
    assertThat(heading(page)).hasText("Payment received");
  }

  @Test
  void who_declines_is_told_that_nothing_was_paid_and_can_try_again_by_keyboard() {
    InjectedWallet wallet = shop.wallet().refuseOnce("eth_sendTransaction", REJECTED);
    Page page = shop.open(desktop(), wallet, shop.dollars());
    payWith(page);
    assertThat(trouble(page)).containsText("You declined in Test Wallet. Nothing was paid.");
    assertThat(button(page, "Try again")).isFocused();
    page.keyboard().press("Enter");
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(2);
  }

  @Test
  void a_wallet_on_another_network_is_switched_and_told_of_the_network_when_it_knows_none() {
    InjectedWallet wallet =
        shop.wallet().network(1).refuseOnce("wallet_switchEthereumChain", UNKNOWN_CHAIN);
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_addEthereumChain")).isEqualTo(1);

    InjectedWallet stubborn =
        shop.wallet().network(1).refuse("wallet_switchEthereumChain", UNSUPPORTED);
    Page other = shop.open(desktop(), stubborn, shop.dollars());
    payWith(other);
    assertThat(trouble(other)).containsText("Switch it to Local chain, and try again.");
    assertThat(stubborn.asked("eth_sendTransaction")).isZero();
  }

  @Test
  void a_network_that_is_changed_while_signing_is_changed_back_before_sending() {
    InjectedWallet wallet = shop.wallet().leaveAfter("eth_signTypedData_v4");
    shop.isPaidWith(wallet);
    assertThat(wallet.asked("wallet_switchEthereumChain")).isEqualTo(1);
    assertThat(wallet.sentElsewhere()).isFalse();
  }

  @Test
  void close_to_the_deadline_the_page_says_so_and_sends_nothing() {
    Link link = new NewLink(shop.service).with("expiresIn", 7200).create();
    InjectedWallet wallet = shop.wallet().ahead(7200 - 30);
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(trouble(page)).containsText("Too little time is left");
    signsAndSends(wallet, 0, 0);
    wallet.ahead(0);
    button(page, "Try again").click();
    assertThat(heading(page)).hasText("Your payment is on its way");
  }

  @Test
  void a_signature_that_ran_out_pays_nothing_and_is_asked_for_again() {
    InjectedWallet wallet = shop.wallet().slow("eth_signTypedData_v4", 15 * 60);
    Page page = shop.open(desktop(), wallet, shop.dollars());
    payWith(page);
    assertThat(trouble(page)).containsText("Your signature was valid for only a few minutes");
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    wallet.ahead(0);
    button(page, "Try again").click();
    assertThat(heading(page)).hasText("Your payment is on its way");
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(2);
  }

  /** Whoever sees a signature can send it, and the money can go to the payee alone. */
  @Test
  void a_stranger_who_sends_the_payers_signature_first_makes_the_same_payment_and_no_second() {
    InjectedWallet wallet = shop.wallet();
    Link link = shop.dollars();
    Page page = shop.open(desktop(), wallet, link);
    shop.isPaidOnceThoughAStrangerIsFaster(page, wallet, link);
  }

  @Test
  void an_account_without_the_money_is_told_before_anything_is_signed() {
    InjectedWallet wallet = shop.wallet().account(chain.others().getFirst());
    Page page = shop.open(desktop(), wallet, shop.dollars());
    payWith(page);
    assertThat(trouble(page)).containsText("This account does not hold 125.50\u00a0TUSD on Local");
    signsAndSends(wallet, 0, 0);
  }

  @Test
  void a_double_click_asks_the_wallet_once() {
    InjectedWallet wallet = shop.wallet().refuse("eth_requestAccounts", -32002);
    Page page = shop.open(desktop(), wallet, shop.dollars());
    wallets(page).getByText(InjectedWallet.NAME).dblclick();
    assertThat(trouble(page)).containsText("Test Wallet is already waiting for your answer.");
    assertThat(wallet.asked("eth_requestAccounts")).isEqualTo(1);
  }

  @Test
  void a_wallet_that_is_listed_stays_where_it_is() {
    Page page = shop.chromium.open(desktop());
    pauseTime(page);
    shop.wallet().injectInto(page);
    page.navigate(shop.dollars().url());
    WalletPart.assertStaysWhenTimePasses(page, wallets(page).locator("button"));
  }

  @Test
  void a_payment_that_comes_too_late_fails_on_the_chain_and_once_for_the_merchant() {
    Link link = new NewLink(shop.service).with("expiresIn", 300).create();
    Page page = shop.open(desktop(), shop.wallet(), link);
    chain.inOneBlock(
        () -> {
          payWith(page);
          assertThat(saying(page)).containsText("Sent.");
          chain.passSeconds(310);
        });
    assertThat(trouble(page)).containsText("Your transaction failed on the network.");
    chain.mine(ChainShop.DEPTH);
    assertThat(heading(page)).hasText("This payment has expired");
    Await.until("the merchant was told", () -> !shop.told(link).isEmpty());
    chain.mine(1);
    shop.awaitWatcher();
    assertThat(shop.told(link)).hasSize(1);
    assertThat(shop.told(link).getFirst().get("failureReason").stringValue()).isEqualTo("expired");
  }

  @Test
  void a_browser_without_a_wallet_is_shown_other_ways() {
    Page page =
        shop.chromium.open(desktop().setPermissions(List.of("clipboard-read", "clipboard-write")));
    Link link = shop.dollars();
    page.navigate(link.url());
    assertThat(page.getByText("No wallet in this browser")).isVisible();
    pauseTime(page);
    Locator copy = page.locator("#wallet [data-copy]");
    copy.click();
    assertThat(page.locator("#news")).hasText("Copied");
    assertThat(copy).hasText("Copied");
    assertThat(page.evaluate("() => navigator.clipboard.readText()")).isEqualTo(link.url());
    page.clock().runFor(COPIED_SHOWN);
    assertThat(page.locator("#news")).hasText("");
    assertThat(copy).hasText("Copy the link to this page");
    page.clock().resume();
    assertThat(barriers(page)).isEmpty();
  }

  @Test
  void a_phone_without_a_wallet_is_offered_the_apps_and_one_with_a_wallet_is_not() {
    Link link = shop.dollars();
    Page page = shop.chromium.open(phone().setUserAgent(IPHONE));
    page.navigate(link.url());
    assertThat(page.getByText("Open this page in your wallet’s app")).isVisible();
    assertThat(apps(page).locator("b"))
        .hasText(new String[] {"MetaMask", "Coinbase Wallet", "Trust Wallet", "Rainbow"});
    String address = link.url().substring("http://".length());
    String encoded = URLEncoder.encode(link.url(), StandardCharsets.UTF_8);
    assertThat(apps(page).first()).hasAttribute("href", "https://link.metamask.io/dapp/" + address);
    assertThat(apps(page).nth(2))
        .hasAttribute("href", "https://link.trustwallet.com/open_url?coin_id=60&url=" + encoded);
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);

    Page inWallet = shop.open(phone().setUserAgent(IPHONE), shop.wallet(), link);
    assertThat(wallets(inWallet)).isVisible();
    assertThat(inWallet.locator("#wallet .apps")).isHidden();
  }

  @Test
  void a_computer_is_offered_no_apps() {
    Page page = shop.chromium.open(desktop());
    page.navigate(shop.dollars().url());
    assertThat(page.getByText("No wallet in this browser")).isVisible();
    assertThat(page.locator(".apps")).hasCount(0);
  }

  @Test
  void without_javascript_a_phone_is_offered_the_apps_as_well() {
    Page page = shop.chromium.open(phone().setUserAgent(IPHONE).setJavaScriptEnabled(false));
    page.navigate(shop.dollars().url());
    assertThat(page.locator("noscript .apps a")).hasCount(4);
    assertThat(page.locator("noscript .apps")).isVisible();
  }

  @Test
  void without_javascript_a_payer_is_told_what_is_missing() {
    Page page = shop.chromium.open(phone().setJavaScriptEnabled(false));
    page.navigate(shop.dollars().url());
    assertThat(page.locator("noscript .warning")).containsText("needs JavaScript");
    assertThat(page.locator("noscript .warning")).isVisible();
    assertThat(page.locator("#wallet")).isHidden();
  }

  @Test
  void no_state_has_a_serious_barrier() {
    InjectedWallet wallet = shop.wallet().refuse("eth_requestAccounts", REJECTED);
    Page page = shop.open(dark(phone()), wallet, shop.dollars());
    assertThat(wallets(page)).isVisible();
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);
    payWith(page);
    assertThat(trouble(page)).isVisible();
    assertThat(barriers(page)).isEmpty();
    PageInBrowser.assertFits(page);
  }

  private static Locator apps(Page page) {
    return page.locator("#wallet .apps a");
  }

  private static void signsAndSends(InjectedWallet wallet, int signatures, int transactions) {
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(signatures);
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(transactions);
  }

  /** What the contract may still take from the payer. */
  private static long allowanceLeft() {
    return chain.allowance(chain.payer(), chain.settlement());
  }
}
