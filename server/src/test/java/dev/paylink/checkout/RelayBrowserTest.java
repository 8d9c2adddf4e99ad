package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.checkout.PageInBrowser.phone;
import static dev.paylink.checkout.WalletPart.payWith;
import static dev.paylink.checkout.WalletPart.saying;
import static dev.paylink.checkout.WalletPart.trouble;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.relay.RelayKey;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.WithinOneDay;
import java.math.BigDecimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Payers whose accounts have no coin pay in a real browser; without a relay they pay the fee. */
@ExtendWith(WithinOneDay.class) // a budget is one of a day
final class RelayBrowserTest {
  private static final String COINS = "0xde0b6b3a7640000";
  private static final String MANY_COINS = "0x3635c9adc5dea00000";
  private static final BigDecimal COIN = BigDecimal.TEN.pow(18);
  private static final RelayKey KEY =
      RelayKey.of("8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63");

  @AutoClose private static final ChainShop shop = ChainShop.withRelay(KEY);
  private static final DevChain chain = shop.chain;

  @BeforeEach
  void the_relay_has_coins() {
    relayHas(COINS);
  }

  @AfterEach
  void nothing_was_complained_about_but_a_refusal_of_the_relay() {
    assertThat(shop.chromium.complaints()).allMatch(it -> it.contains("409 (Conflict)"));
    shop.chromium.close();
  }

  @Test
  void an_account_without_coin_pays_with_one_signature() {
    payerHas("0x0");
    Link link = shop.dollars();
    InjectedWallet wallet = shop.wallet().hold("eth_signTypedData_v4");
    Page page = shop.open(phone(), wallet, link);
    payWith(page);
    assertThat(saying(page)).containsText("There is no network fee for you.");
    assertThat(barriers(page)).isEmpty();
    wallet.release(page);
    shop.isPaidOnce(page, link);
    signsAndSends(wallet, 1, 0);
    String hash = shop.told(link).getFirst().at("/transaction/hash").asString();
    assertThat(chain.call("eth_getTransactionByHash", hash).get("from").asString())
        .isEqualTo(KEY.account().hex());
  }

  @Test
  void a_relay_without_coins_is_not_offered_and_the_payer_pays_the_fee() {
    relayHas("0x0");
    payerHas(COINS);
    Link link = shop.dollars();
    InjectedWallet wallet = shop.wallet();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    shop.isPaidOnce(page, link);
    signsAndSends(wallet, 1, 1);

    payerHas("0x0");
    InjectedWallet poor = shop.wallet();
    Page other = shop.open(desktop(), poor, shop.dollars());
    payWith(other);
    assertThat(trouble(other)).containsText("no coins for the network fee");
    signsAndSends(poor, 0, 0);
  }

  @Test
  void a_relay_that_is_away_or_may_not_pay_leaves_it_to_the_payer_who_pays_once() {
    payerHas(MANY_COINS);
    use(COIN);
    isPaidByThePayer(shop);
    use(BigDecimal.ZERO);

    mineAt("0x1d1a94a2000"); // twice the highest fee
    try {
      isPaidByThePayer(shop);
    } finally {
      mineAt("0x3b9aca00");
    }

    try (ChainShop away = ChainShop.withRelay(null)) {
      isPaidByThePayer(away);
    }
  }

  private static void isPaidByThePayer(ChainShop shop) {
    Await.until("the relay is not offered", () -> !shop.sponsors(shop.dollars()));
    Link link = shop.dollars();
    InjectedWallet wallet = shop.wallet();
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    shop.isPaidOnce(page, link);
    signsAndSends(wallet, 1, 1);
  }

  /** Counts so much as what today has cost. */
  private static void use(BigDecimal wei) {
    shop.service
        .stored()
        .change(
            """
            insert into relay_day (chain_id, day, merchant_id, used) values (?, current_date, ?, ?)
            on conflict (chain_id, day, merchant_id, purpose) do update set used = excluded.used
            """,
            chain.chainId(),
            UuidV7.FIRST,
            wei);
  }

  private static void mineAt(String weiForGas) {
    chain.call("hardhat_setNextBlockBaseFeePerGas", weiForGas);
    chain.mine(1);
  }

  /** What was signed for the relay is good for the payer's own transaction, under one ref. */
  @Test
  void a_relay_that_refuses_what_was_signed_leaves_it_to_the_payer_who_pays_once() {
    payerHas(COINS);
    Link link = shop.dollars();
    InjectedWallet wallet = shop.wallet().hold("eth_signTypedData_v4");
    Page page = shop.open(desktop(), wallet, link);
    payWith(page);
    assertThat(saying(page)).containsText("There is no network fee for you.");
    relayHas("0x0");
    wallet.release(page);
    shop.isPaidOnce(page, link);
    signsAndSends(wallet, 1, 1);
  }

  private static void payerHas(String coins) {
    chain.call("hardhat_setBalance", chain.payer(), coins);
  }

  private static void relayHas(String coins) {
    chain.call("hardhat_setBalance", KEY.account().hex(), coins);
    boolean some = coins.length() > 3;
    Await.until("the relay has noticed", () -> shop.sponsors(shop.dollars()) == some);
  }

  private static void signsAndSends(InjectedWallet wallet, int signatures, int transactions) {
    assertThat(wallet.asked("eth_signTypedData_v4")).isEqualTo(signatures);
    assertThat(wallet.asked("eth_sendTransaction")).isEqualTo(transactions);
  }
}
