package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static dev.paylink.checkout.WalletPart.payWith;
import static dev.paylink.checkout.WalletPart.saying;
import static dev.paylink.checkout.WalletPart.trouble;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.testing.DevChain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that a wallet takes together (EIP-5792) can revert on the chain, stop halfway, or be
 * forgotten by the wallet. The payer is told, goes on, and pays once.
 */
final class BundleBrowserTest {
  private static final int UNKNOWN_BUNDLE = 5730;
  private static final long UNITS = 125_500_000;
  private static final String REVERTED = "Your transaction failed on the network.";

  @AutoClose private static final ChainShop shop = new ChainShop();
  private static final DevChain chain = shop.chain;

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void calls_that_revert_together_on_the_chain_count_nothing_and_can_be_tried_again() {
    String account = BatchAccount.create(chain);
    String other = chain.others().getLast();
    chain.transfer(chain.payer(), account, UNITS);
    InjectedWallet wallet =
        shop.wallet().batches(account, chain.others().getFirst()).keepBundles(true);
    Link link = dollars();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(saying(page)).containsText("Sent.");
    chain.transfer(account, other, 1); // meanwhile the account has spent a little
    chain.automine(false);
    try {
      wallet.sendKept();
    } finally {
      chain.mine(1);
      chain.automine(true);
    }
    assertThat(trouble(page)).containsText(REVERTED);
    assertThat(button(page, "Try again")).isFocused();
    assertThat(wallet.receipt().get("status").stringValue()).isEqualTo("0x0");
    assertThat(chain.allowance(account, chain.settlement())).isZero(); // all or none
    shop.isNotPaid(link);

    button(page, "Try again").click();
    assertThat(trouble(page)).containsText("This account does not hold 125.50\u00a0TUSD");
    chain.transfer(other, account, 1);
    wallet.keepBundles(false);
    button(page, "Try again").click();
    shop.isPaidOnce(page, link);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(2);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
  }

  /** 600: reverted in part. 200: done, says a wallet that does not do all or none. */
  @ParameterizedTest
  @ValueSource(ints = {600, 200})
  void wallet_that_allows_and_does_not_pay_is_noticed_and_then_only_pays(int status) {
    InjectedWallet wallet = shop.wallet().doOnlyTheFirst(status);
    Link link = dollars();
    Page page = shop.open(phone(), wallet, link);
    payWith(page);
    assertThat(trouble(page)).containsText(REVERTED);
    assertThat(chain.allowance(chain.payer(), chain.settlement())).isEqualTo(UNITS);
    shop.isNotPaid(link);

    button(page, "Try again").click();
    shop.isPaidOnce(page, link);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(1);
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(1);
    assertThat(chain.allowance(chain.payer(), chain.settlement())).isZero();
  }

  @Test
  void wallet_that_forgets_calls_that_it_never_sent_can_start_over() {
    InjectedWallet wallet = forgetful().keepBundles(true);
    Link link = dollars();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(saying(page)).containsText("The network has not seen your payment yet.");
    shop.isNotPaid(link);
    wallet.keepBundles(false);
    button(page, "Start over").click();
    payWith(page);
    shop.isPaidOnce(page, link);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(2);
  }

  @Test
  void calls_that_the_wallet_sent_and_forgot_are_seen_on_the_chain() {
    Link link = dollars();
    Page page = shop.open(desktop(), forgetful(), link);
    payWith(page);
    shop.isPaidOnce(page, link);
  }

  @Test
  void forgotten_calls_that_arrive_after_a_new_start_make_the_second_revert_and_one_payment() {
    String account = BatchAccount.create(chain);
    chain.transfer(chain.payer(), account, 2 * UNITS);
    String relayer = chain.others().getFirst();
    InjectedWallet wallet = shop.wallet().batches(account, relayer);
    wallet.refuse("wallet_getCallsStatus", UNKNOWN_BUNDLE);
    Link link = dollars();
    Page page = shop.open(desktop(), wallet, link);
    chain.automine(false);
    try {
      payWith(page);
      assertThat(saying(page)).containsText("The network has not seen your payment yet.");
      button(page, "Start over").click();
      payWith(page);
      assertThat(saying(page)).containsText("Sent.");
    } finally {
      chain.mine(1);
      chain.automine(true);
    }
    shop.isPaidOnce(page, link);
    assertThat(wallet.asked("wallet_sendCalls")).isEqualTo(2);
    assertThat(wallet.receipt().get("status").stringValue()).isEqualTo("0x0");
  }

  private static InjectedWallet forgetful() {
    return shop.wallet().atomic("supported").refuse("wallet_getCallsStatus", UNKNOWN_BUNDLE);
  }

  private static Link dollars() {
    return new NewLink(shop.service).create();
  }
}
