package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.relay.RelayConfig;
import dev.paylink.relay.RelayKey;
import dev.paylink.testing.Await;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.TestService;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A shop whose payments settle on a local chain, with its webhook and a browser for its payers. */
final class ChainShop implements AutoCloseable {
  /** Blocks that must stand on a payment's before it counts. */
  static final int DEPTH = 3;

  private static final List<Currency> CURRENCIES =
      List.of(new Currency("USD", 2, List.of("TUSD")), new Currency("ETH", 18, List.of("ETH")));

  final DevChain chain = DevChain.start();
  final Chromium chromium = new Chromium();
  final TestService service;
  private final Receiver webhook = new Receiver(delivery -> 200);

  ChainShop() {
    this(true, false, null);
  }

  private ChainShop(boolean signatures, boolean relayed, @Nullable RelayKey relay) {
    ChainConfig config = config(chain, dollar(signatures));
    service =
        PageTest.named(
            TestService.builder()
                .currencies(CURRENCIES)
                .chains(List.of(config))
                .relays(relayed ? relays(config, relay) : new RelayConfig[0]));
    service
        .signedIn()
        .put(
            "/merchant/webhooks/invoice_settlement",
            "{\"webhookUrl\":\"" + webhook.url("/") + "\"}")
        .expect(200);
  }

  /** A shop that knows of no signatures that its token takes. */
  static ChainShop withoutSignatures() {
    return new ChainShop(false, false, null);
  }

  /**
   * A shop that pays the network's fees for its payers.
   *
   * @param key null if another process has it, which is away
   */
  static ChainShop withRelay(@Nullable RelayKey key) {
    return new ChainShop(true, true, key);
  }

  private static RelayConfig[] relays(ChainConfig chain, @Nullable RelayKey key) {
    BigInteger coin = BigInteger.TEN.pow(18);
    return new RelayConfig[] {
      new RelayConfig(
          chain,
          key,
          coin,
          coin,
          BigInteger.TEN.pow(12),
          BigDecimal.ZERO,
          null,
          BigDecimal.valueOf(100),
          Duration.ofSeconds(30),
          BigInteger.ZERO)
    };
  }

  private Token dollar(boolean signatures) {
    return new Token(
        "TUSD",
        EvmAddress.of(chain.token()),
        6,
        signatures,
        signatures,
        signatures ? new TokenDomain("Test Dollar", "1") : null);
  }

  private static ChainConfig config(DevChain chain, Token dollar) {
    return new ChainConfig(
        "local",
        "Local chain",
        new Deployment(chain.chainId(), EvmAddress.of(chain.settlement())),
        List.of(URI.create(chain.rpcUrl())),
        1,
        new Finality.Depth(DEPTH),
        null,
        1000,
        Duration.ofMillis(100),
        0,
        chain.rpcUrl(),
        null,
        List.of(dollar, Token.coin("ETH", 18)),
        EvmAddress.of(chain.factory()));
  }

  InjectedWallet wallet() {
    return new InjectedWallet(chain);
  }

  /** A payment of the usual amount. */
  Link dollars() {
    return new NewLink(service).create();
  }

  /** On a computer, this wallet makes a payment, and the page sees it come. */
  void isPaidWith(InjectedWallet wallet) {
    Page page = open(PageInBrowser.desktop(), wallet, dollars());
    WalletPart.payWith(page);
    assertThat(WalletPart.heading(page)).hasText("Your payment is on its way");
  }

  /**
   * While what the payer's wallet has sent waits for its block, a stranger sends the same for more
   * fees. It makes the same payment and no second.
   */
  void isPaidOnceThoughAStrangerIsFaster(Page page, InjectedWallet wallet, Link link) {
    String stranger = chain.others().getFirst();
    chain.inOneBlock(
        () -> {
          WalletPart.payWith(page);
          assertThat(WalletPart.saying(page)).containsText("Sent.");
          JsonNode sent = wallet.last("eth_sendTransaction").at("/params/0");
          chain.call(
              "eth_sendTransaction",
              Map.of(
                  "from",
                  stranger,
                  "to",
                  sent.get("to").stringValue(),
                  "data",
                  sent.get("data").stringValue(),
                  "gas",
                  "0x7a120",
                  "maxFeePerGas",
                  "0x2e90edd000",
                  "maxPriorityFeePerGas",
                  "0x174876e800"));
        });
    isPaidOnce(page, link);
    JsonNode proof = told(link).getFirst().get("transaction");
    assertThat(proof.get("payer").stringValue()).isEqualTo(chain.payer());
    String hash = proof.get("hash").stringValue();
    assertThat(chain.call("eth_getTransactionByHash", hash).get("from").stringValue())
        .isEqualToIgnoringCase(stranger);
  }

  /** The payment's page, in a browser that has this wallet. */
  Page open(Browser.NewContextOptions options, InjectedWallet wallet, Link link) {
    Page page = chromium.open(options);
    wallet.injectInto(page);
    page.navigate(link.url());
    return page;
  }

  /** An empty page of somebody who is signed in to the dashboard. */
  Page signedIn(Browser.NewContextOptions options, dev.paylink.testing.Browser user) {
    Page page = chromium.open(options);
    String[] cookie = user.cookie().split("=", 2);
    page.context()
        .addCookies(List.of(new Cookie(cookie[0], cookie[1]).setUrl(service.baseUrl().toString())));
    return page;
  }

  private JsonNode steps(Link link) {
    return service
        .browser()
        .post(
            link.path() + "/wallet",
            "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"}".formatted(chain.chainId(), chain.payer()))
        .expect(200)
        .json();
  }

  /** Whether a relay would send this payment now. */
  boolean sponsors(Link link) {
    return steps(link).get("sponsored").booleanValue();
  }

  /** The payer's wallet makes the payment, and it becomes final. */
  void pay(Link link) {
    JsonNode steps = steps(link);
    send(chain.payer(), steps.get("approve"));
    send(chain.payer(), steps.get("pay"));
    chain.mine(DEPTH);
    Await.until("it is paid", () -> status(link).equals("success"));
  }

  /** Sends a call that the service has prepared for a wallet. */
  void send(String from, JsonNode step) {
    chain.call(
        "eth_sendTransaction",
        Map.of(
            "from", from,
            "to", step.get("to").stringValue(),
            "data", step.get("data").stringValue()));
  }

  String status(Link link) {
    return service.calls().status(link.id()).text("status");
  }

  /** Waits until everything that is final now has been read. */
  void awaitWatcher() {
    long last = chain.head() - DEPTH;
    Await.until(
        "block " + last + " is read",
        () ->
            service
                .operator()
                .get("/admin/chains")
                .json()
                .at("/data")
                .valueStream()
                .filter(chain -> chain.get("name").stringValue().equals("local"))
                .allMatch(chain -> chain.get("block").longValue() >= last));
  }

  /** What the merchant was told of a payment, in order. */
  List<JsonNode> told(Link link) {
    return webhook.deliveries().stream()
        .map(delivery -> JsonMapper.shared().readTree(delivery.body()))
        .filter(event -> event.get("paymentId").stringValue().equals(link.id()))
        .toList();
  }

  /** Neither the chain nor the merchant knows of a payment, once all blocks until now are final. */
  void isNotPaid(Link link) {
    chain.mine(DEPTH);
    awaitWatcher();
    assertThat(status(link)).isEqualTo("created");
    assertThat(told(link)).isEmpty();
  }

  /** The page sees the payment come and become final, and the merchant is told once. */
  void isPaidOnce(Page page, Link link) {
    assertThat(WalletPart.heading(page)).hasText("Your payment is on its way");
    chain.mine(DEPTH);
    assertThat(WalletPart.heading(page)).hasText("Payment received");
    Await.until("the merchant was told", () -> !told(link).isEmpty());
    chain.mine(1);
    awaitWatcher();
    assertThat(told(link)).hasSize(1);
  }

  @Override
  public void close() {
    chromium.close();
    service.close();
    webhook.close();
    chain.close();
  }
}
