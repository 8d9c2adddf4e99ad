package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.paylink.checkout.PageInBrowser.barriers;
import static dev.paylink.checkout.PageInBrowser.button;
import static dev.paylink.checkout.PageInBrowser.desktop;
import static dev.paylink.testing.Chromium.follow;
import static dev.paylink.testing.Chromium.pauseTime;
import static dev.paylink.testing.Chromium.press;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Stored;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A merchant gives money back with its own wallet, in a real browser and on a real chain. */
final class RefundBrowserTest {
  private static final String ANOTHER_WALLET =
      """
      () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: 'b1', name: 'Late Wallet' }, provider: {} },
      }))
      """;

  @AutoClose private static ChainShop shop;
  private static DevChain chain;

  /** The account that receives the shop's payments, which has some dollars. */
  private static String merchant;

  @BeforeAll
  static void start() {
    shop = new ChainShop();
    chain = shop.chain;
    merchant =
        shop.service
            .stored()
            .text(
                "select payee from payment where id = ?",
                Stored.payment(new NewLink(shop.service).create().id()));
    chain.impersonate(merchant);
    chain.transfer(chain.payer(), merchant, 1_000_000_000);
  }

  @AfterEach
  void nothing_was_complained_about() {
    assertThat(shop.chromium.complaints()).isEmpty();
    shop.chromium.close();
  }

  @Test
  void parts_are_requested_on_the_page_sent_by_the_wallet_and_settled_when_final() {
    Link link = paid();
    Browser owner = shop.service.signedIn();
    Page page = shop.signedIn(desktop(), owner);
    shop.wallet().account(merchant).injectInto(page);
    String dashboard = shop.service.baseUrl() + "/dashboard";
    BigInteger before = balance(chain.payer());
    page.navigate(dashboard + "/refunds");
    int earlier = settled(page).count();

    request(page, dashboard, link, "25.50");
    request(page, dashboard, link, "");
    assertThat(barriers(page)).isEmpty();
    chooseAll(page);
    press(page, "Send with your wallet");
    assertThat(page.locator("h1")).hasText("Send refunds");
    assertThat(barriers(page)).isEmpty();
    button(page, InjectedWallet.NAME).click();
    assertThat(page.locator("[data-say]")).hasText("All refunds are sent.");

    page.navigate(dashboard + "/refunds");
    Await.until(
        "both are seen",
        () -> {
          page.reload();
          return page.getByText("Sent", new Page.GetByTextOptions().setExact(true)).count() == 2;
        });
    assertThat(balance(chain.payer()).subtract(before)).isEqualTo(BigInteger.valueOf(125_500_000));
    chain.mine(ChainShop.DEPTH);
    Await.until(
        "both are settled",
        () -> refunds(link).findValuesAsString("status").equals(List.of("settled", "settled")));
    page.reload();
    assertThat(settled(page)).hasCount(earlier + 2);
    assertThat(shop.status(link)).isEqualTo("success");
  }

  @Test
  void whole_payment_is_refunded_at_once_and_the_receipt_says_so() {
    Link link = paid();
    Browser owner = shop.service.signedIn();
    Page page = shop.signedIn(desktop(), owner);
    String base = shop.service.baseUrl().toString();
    shop.wallet().account(merchant).injectInto(page);
    BigInteger before = balance(chain.payer());
    request(page, base + "/dashboard", link, "");
    chooseAll(page);
    press(page, "Send with your wallet");
    button(page, InjectedWallet.NAME).click();
    assertThat(page.locator("[data-say]")).hasText("All refunds are sent.");
    chain.mine(ChainShop.DEPTH);
    Await.until(
        "it is settled",
        () -> refunds(link).findValuesAsString("status").equals(List.of("settled")));
    assertThat(refunds(link).findValuesAsString("amount")).containsExactly("125.50");
    assertThat(balance(chain.payer()).subtract(before)).isEqualTo(BigInteger.valueOf(125_500_000));
    assertThat(shop.status(link)).isEqualTo("success");
    page.navigate(link.url() + "/receipt");
    assertThat(page.locator("main")).containsText("Refunded");
    assertThat(page.locator("main")).containsText("$125.50");
  }

  @Test
  void contract_refuses_a_refund_that_was_paid_one_of_more_and_one_by_somebody_else() {
    Link link = paid();
    Browser owner = shop.service.signedIn();
    String refund = requested(link, "{\"amount\":\"10\"}").get("refundId").asString();
    JsonNode steps = steps(owner, refund);
    String pay = steps.at("/pay/data").asString();
    call(merchant, steps.at("/approve/to").asString(), approval(200_000_000));
    refused(chain.payer(), pay, "0x525d8c80"); // NotPayee
    refused(merchant, replaced(pay, 10_000_000, 126_000_000), "0x5cb9f5ab"); // RefundTooLarge
    call(merchant, chain.settlement(), pay);
    chain.mine(ChainShop.DEPTH);
    Await.until("it is settled", () -> statuses(link).equals(List.of("settled")));
    refused(merchant, pay, "0xb196a44a"); // AlreadySettled
    owner
        .post("/merchant/refunds/" + refund + "/wallet", "{\"payer\":\"" + merchant + "\"}")
        .expectProblem(409, "REFUND_NOT_OPEN");

    String second = requested(link, "{\"amount\":\"10\"}").get("refundId").asString();
    owner
        .post("/merchant/refunds/" + second + "/wallet", "{\"payer\":\"" + chain.payer() + "\"}")
        .expectProblem(400, "REFUND_ADDRESS_REFUSED");
    String stranger = chain.others().getFirst();
    owner
        .post("/merchant/refunds/" + second + "/wallet", "{\"payer\":\"" + stranger + "\"}")
        .expectProblem(400, "REFUND_WALLET_REFUSED");
    for (String lost : List.of(chain.settlement(), chain.token())) {
      shop.service
          .calls()
          .with("X-Idempotency-Key", UUID.randomUUID().toString())
          .post(path(link), "{\"amount\":\"1\",\"to\":\"" + lost + "\"}")
          .expectProblem(400, "REFUND_ADDRESS_REFUSED");
    }
    String less = replaced(steps(owner, second).at("/pay/data").asString(), 10_000_000, 9_000_000);
    call(merchant, chain.settlement(), less); // not what was requested, under its id
    chain.mine(ChainShop.DEPTH);
    Await.until("it has failed", () -> statuses(link).equals(List.of("settled", "failed")));
  }

  @Test
  void wallet_with_another_account_is_told_which_one_to_choose() {
    Link link = paid();
    String refund = requested(link, "{\"amount\":\"10\"}").get("refundId").asString();
    Page page = shop.signedIn(desktop(), shop.service.signedIn());
    pauseTime(page);
    InjectedWallet wallet = shop.wallet().account(chain.others().getFirst());
    wallet.injectInto(page);
    page.navigate(shop.service.baseUrl() + "/dashboard/refunds");
    chooseAll(page);
    press(page, "Send with your wallet");
    WalletPart.assertStaysWhenTimePasses(page, button(page, InjectedWallet.NAME));
    button(page, InjectedWallet.NAME).click();
    assertThat(page.locator("[data-say]"))
        .containsText("Only the account that received the payment can send this refund.");
    assertThat(page.locator("[data-say]")).containsText(merchant);
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    assertThat(shop.chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 400"));
    shop.service.calls().post("/sdk/server/refunds/" + refund + "/cancel", "").expect(200);
  }

  /** The wallet's node has a block that the service has not read yet. */
  @Test
  void refund_that_the_chain_has_already_is_called_paid_and_not_sent() {
    Link link = paid();
    Browser owner = shop.service.signedIn();
    String refund = requested(link, "{\"amount\":\"10\"}").get("refundId").asString();
    JsonNode steps = steps(owner, refund);
    Page page = shop.signedIn(desktop(), owner);
    InjectedWallet wallet = shop.wallet().account(merchant);
    wallet.injectInto(page);
    page.navigate(shop.service.baseUrl() + "/dashboard/refunds");
    chooseAll(page);
    press(page, "Send with your wallet");
    shop.service.stored().change("update chain_cursor set halted = 'a test'");
    Await.until( // a round that began before would still see it
        "the chain is halted",
        () -> metrics().contains("paylink_chain_halted{chain=\"local\"} 1.0"));
    call(merchant, steps.at("/approve/to").asString(), approval(10_000_000));
    call(merchant, chain.settlement(), steps.at("/pay/data").asString());
    button(page, InjectedWallet.NAME).click();
    assertThat(page.locator("[data-refund=" + refund + "] [data-state]"))
        .hasText("It was already paid.");
    assertThat(wallet.asked("eth_sendTransaction")).isZero();
    shop.service.stored().change("update chain_cursor set halted = null");
    chain.mine(ChainShop.DEPTH);
    Await.until("it is settled", () -> statuses(link).equals(List.of("settled")));
  }

  /** Some tokens (USDT) approve nothing while an earlier allowance is left over. */
  @Test
  void left_over_allowance_is_taken_back_before_refunds_are_sent_together() {
    Link link = paid();
    requested(link, "{\"amount\":\"10\"}");
    requested(link, "{\"amount\":\"5\"}");
    chain.approve(merchant, chain.settlement(), 3_000_000);
    Page page = shop.signedIn(desktop(), shop.service.signedIn());
    InjectedWallet wallet = shop.wallet().account(merchant).atomic("supported");
    wallet.injectInto(page);
    page.navigate(shop.service.baseUrl() + "/dashboard/refunds");
    chooseAll(page);
    press(page, "Send with your wallet");
    button(page, InjectedWallet.NAME).click();
    assertThat(page.locator("[data-say]")).hasText("All refunds are sent.");
    page.evaluate(ANOTHER_WALLET);
    assertThat(page.locator("[data-say]")).hasText("All refunds are sent.");
    assertThat(wallet.bundled()).hasSize(5);
    assertThat(wallet.bundled().getFirst()).isEqualTo(approval(0));
    assertThat(chain.allowance(merchant, chain.settlement())).isZero();
    chain.mine(ChainShop.DEPTH);
    Await.until("both are settled", () -> statuses(link).equals(List.of("settled", "settled")));
  }

  /**
   * Where blocks take their time, what one refund may take is still allowed when the next begins.
   */
  @Test
  void refunds_of_a_wallet_that_sends_one_after_the_other_wait_for_their_blocks() {
    Link link = paid();
    for (String amount : List.of("10", "10", "5")) {
      requested(link, "{\"amount\":\"" + amount + "\"}");
    }
    Page page = shop.signedIn(desktop(), shop.service.signedIn());
    shop.wallet().account(merchant).injectInto(page);
    page.navigate(shop.service.baseUrl() + "/dashboard/refunds");
    chooseAll(page);
    press(page, "Send with your wallet");
    chain.automine(false);
    try {
      button(page, InjectedWallet.NAME).click();
      Await.until(
          "all are sent",
          () -> {
            chain.mine(1);
            return page.locator("[data-say]").textContent().equals("All refunds are sent.");
          });
    } finally {
      chain.automine(true);
    }
    chain.mine(ChainShop.DEPTH);
    Await.until(
        "all are settled", () -> statuses(link).equals(List.of("settled", "settled", "settled")));
    assertThat(chain.allowance(merchant, chain.settlement())).isZero();
  }

  /** Nothing is chosen before a person has chosen it. */
  private static void chooseAll(Page page) {
    assertThat(page.locator(".check input:checked")).hasCount(0);
    page.locator(".check input").all().forEach(Locator::check);
  }

  private static JsonNode steps(Browser owner, String refund) {
    return owner
        .post("/merchant/refunds/" + refund + "/wallet", "{\"payer\":\"" + merchant + "\"}")
        .expect(200)
        .json();
  }

  private static String replaced(String data, long from, long to) {
    return data.replace("%064x".formatted(from), "%064x".formatted(to));
  }

  private static void refused(String from, String data, String error) {
    Map<String, String> call = Map.of("from", from, "to", chain.settlement(), "data", data);
    assertThatThrownBy(() -> chain.call("eth_call", call, "latest")).hasMessageContaining(error);
  }

  private static List<String> statuses(Link link) {
    return refunds(link).findValuesAsString("status");
  }

  private static Locator settled(Page page) {
    return page.getByText("Settled", new Page.GetByTextOptions().setExact(true));
  }

  private static String approval(long units) {
    return "0x095ea7b3%064x%064x".formatted(number(chain.settlement()), BigInteger.valueOf(units));
  }

  private static void request(Page page, String dashboard, Link link, String amount) {
    page.navigate(dashboard + "/payments/" + link.id());
    follow(
        page,
        page.getByRole(
            AriaRole.LINK, new Page.GetByRoleOptions().setName("Refund").setExact(true)));
    assertThat(barriers(page)).isEmpty();
    page.getByLabel("Amount in USD").fill(amount);
    press(page, "Request refund");
    assertThat(page.locator(".notice")).containsText("The refund is requested");
  }

  private static String metrics() {
    return shop.service.operator().get("/metrics").expect(200).body();
  }

  /** A payment that the payer's wallet has made, and that is final. */
  private static Link paid() {
    Link link = new NewLink(shop.service).with("amount", "125.50").create();
    shop.pay(link);
    return link;
  }

  private static JsonNode requested(Link link, String body) {
    return shop.service
        .calls()
        .with("X-Idempotency-Key", UUID.randomUUID().toString())
        .post(path(link), body)
        .expect(200)
        .json();
  }

  private static JsonNode refunds(Link link) {
    return shop.service.calls().get(path(link)).expect(200).json().get("data");
  }

  private static String path(Link link) {
    return "/sdk/server/payments/" + link.id() + "/refunds";
  }

  private static void call(String from, String to, String data) {
    chain.call("eth_sendTransaction", Map.of("from", from, "to", to, "data", data));
  }

  private static BigInteger balance(String account) {
    String word =
        chain
            .call(
                "eth_call",
                Map.of("to", chain.token(), "data", "0x70a08231%064x".formatted(number(account))),
                "latest")
            .asString();
    return new BigInteger(word.substring(2), 16);
  }

  private static BigInteger number(String address) {
    return new BigInteger(address.substring(2), 16);
  }
}
