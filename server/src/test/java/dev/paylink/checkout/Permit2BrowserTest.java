package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static dev.paylink.checkout.WalletPart.payWith;
import static dev.paylink.checkout.WalletPart.trouble;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.chain.evm.Permit2;
import dev.paylink.testing.DevChain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A payer who has allowed Permit2 to take a token that takes no signatures itself signs once and
 * sends once. Every other payer approves and pays, as without it.
 */
final class Permit2BrowserTest {
  private static final int REJECTED = 4001;
  private static final int UNSUPPORTED = 4200;
  private static final long UNITS = 125_500_000;
  private static final String PERMIT2 = Permit2.ADDRESS.toString();

  @AutoClose private static final ChainShop shop = ChainShop.withoutSignatures();
  private static final DevChain chain = shop.chain;

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void payer_who_allowed_permit2_signs_what_shows_the_payee_and_sends_once() {
    allowPermit2(UNITS);
    InjectedWallet wallet = shop.wallet();
    Link link = shop.dollars();
    Page page = shop.open(phone(), wallet, link);
    payWith(page);
    shop.isPaidOnce(page, link);
    expect(wallet, 1, 1);
    assertThat(chain.allowance(chain.payer(), PERMIT2)).isZero();

    JsonNode signed =
        JsonMapper.shared()
            .readTree(wallet.last("eth_signTypedData_v4").at("/params/1").stringValue());
    JsonNode proof = shop.told(link).getFirst().get("transaction");
    assertThat(signed.at("/primaryType").stringValue()).isEqualTo("PermitWitnessTransferFrom");
    assertThat(signed.at("/domain/verifyingContract").stringValue()).isEqualTo(PERMIT2);
    assertThat(signed.at("/message/permitted/amount").stringValue()).isEqualTo("" + UNITS);
    assertThat(signed.at("/message/spender").stringValue())
        .isEqualToIgnoringCase(chain.settlement());
    assertThat(signed.at("/message/witness/payee")).isEqualTo(proof.get("payee"));
    assertThat(proof.get("payer").stringValue()).isEqualTo(chain.payer());
  }

  @Test
  void allowance_of_one_unit_too_little_changes_nothing() {
    allowPermit2(UNITS - 1);
    InjectedWallet wallet = shop.wallet();
    shop.isPaidWith(wallet);
    expect(wallet, 0, 2);
    assertThat(chain.allowance(chain.payer(), PERMIT2)).isEqualTo(UNITS - 1);
  }

  @Test
  void chain_without_permit2_is_paid_on_as_before() {
    allowPermit2(UNITS);
    String code = chain.call("eth_getCode", PERMIT2, "latest").stringValue();
    chain.call("hardhat_setCode", PERMIT2, "0x");
    try {
      InjectedWallet wallet = shop.wallet();
      shop.isPaidWith(wallet);
      expect(wallet, 0, 2);
    } finally {
      chain.call("hardhat_setCode", PERMIT2, code);
    }
  }

  @Test
  void wallet_that_does_not_sign_it_approves_and_pays() {
    allowPermit2(UNITS);
    InjectedWallet wallet = shop.wallet().refuse("PermitWitnessTransferFrom", UNSUPPORTED);
    shop.isPaidWith(wallet);
    expect(wallet, 1, 2);
    assertThat(chain.allowance(chain.payer(), PERMIT2)).isEqualTo(UNITS);
  }

  @Test
  void payer_who_declines_to_sign_has_paid_nothing_and_is_asked_again() {
    allowPermit2(UNITS);
    InjectedWallet wallet = shop.wallet().refuseOnce("eth_signTypedData_v4", REJECTED);
    Link link = shop.dollars();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(trouble(page)).containsText("You declined in Test Wallet. Nothing was paid.");
    shop.isNotPaid(link);
    button(page, "Try again").click();
    shop.isPaidOnce(page, link);
    expect(wallet, 2, 1);
  }

  @Test
  void account_that_is_a_contract_is_not_asked_to_sign() {
    String account = BatchAccount.create(chain);
    chain.transfer(chain.payer(), account, UNITS);
    chain.approve(account, PERMIT2, UNITS);
    InjectedWallet wallet = shop.wallet().account(account);
    shop.isPaidWith(wallet);
    expect(wallet, 0, 2);
  }

  /** To become one that can, it would turn the payer's account into another kind. */
  @Test
  void wallet_that_could_send_together_signs_instead_if_permit2_is_allowed() {
    allowPermit2(UNITS);
    InjectedWallet wallet = shop.wallet().atomic("ready");
    shop.isPaidWith(wallet);
    expect(wallet, 1, 1);
    assertThat(wallet.asked("wallet_sendCalls")).isZero();

    InjectedWallet without = shop.wallet().atomic("ready");
    shop.isPaidWith(without);
    assertThat(without.asked("wallet_sendCalls")).isEqualTo(1);
  }

  /** Whoever sees a signature can send it, and the money can go to the payee alone. */
  @Test
  void stranger_who_sends_the_payers_signature_first_makes_the_same_payment_and_no_second() {
    allowPermit2(2 * UNITS);
    InjectedWallet wallet = shop.wallet();
    Link link = shop.dollars();
    Page page = shop.open(desktop(), wallet, link);
    shop.isPaidOnceThoughAStrangerIsFaster(page, wallet, link);
    assertThat(chain.allowance(chain.payer(), PERMIT2)).isEqualTo(UNITS);
  }

  /** As other sites have asked for; the page itself never asks for it. */
  private static void allowPermit2(long units) {
    chain.approve(chain.payer(), PERMIT2, units);
  }

  private static void expect(InjectedWallet wallet, int signatures, int transactions) {
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(signatures);
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(transactions);
  }
}
