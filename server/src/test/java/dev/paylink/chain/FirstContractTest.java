package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currency;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The first contract still settles, and an operator moves from it to the second. */
final class FirstContractTest {
  private static final int DEPTH = 3;
  private static final List<Currency> CURRENCIES = List.of(new Currency("USD", 2, List.of("TUSD")));

  @AutoClose private static DevChain chain;

  /** The account of the merchant's wallet, which has some dollars. */
  private static String merchant;

  @BeforeAll
  static void start() {
    chain = DevChain.start();
    merchant = chain.others().getFirst();
    chain.transfer(chain.payer(), merchant, 1_000_000_000);
  }

  @Test
  void payment_is_made_watched_and_refunded_on_the_first_contract() {
    try (TestService service =
        TestService.builder()
            .currencies(CURRENCIES)
            .chains(List.of(config("local", chain.firstSettlement(), true)))
            .start()) {
      PaidOnDevChain paid = new PaidOnDevChain(service, chain, DEPTH);
      Reply created = paid.create("125.50");
      JsonNode steps = paid.steps(created);
      assertThat(steps.at("/pay/to").asString()).isEqualToIgnoringCase(chain.firstSettlement());
      paid.send(steps);
      chain.mine(DEPTH);
      paid.awaitStatus(created, "success");
      refund(service, created, chain.firstSettlement());
    }
  }

  @Test
  void during_a_move_links_settle_on_the_contract_that_they_were_prepared_for() {
    String database = TestDatabase.freshUrl();
    try (TestService before =
            TestService.builder()
                .database(database)
                .currencies(CURRENCIES)
                .chains(List.of(config("local", chain.firstSettlement(), true)))
                .start();
        TestService after =
            TestService.builder()
                .database(database)
                .currencies(CURRENCIES)
                .chains(
                    List.of(
                        config("local", chain.settlement(), true),
                        config("localold", chain.firstSettlement(), false)))
                .start()) {
      PaidOnDevChain onFirst = new PaidOnDevChain(before, chain, DEPTH);
      Reply old = onFirst.create("20.00");
      JsonNode oldSteps = onFirst.steps(old);
      PaidOnDevChain onSecond = new PaidOnDevChain(after, chain, DEPTH);
      assertThat(prepare(after, old).at("/pay/to").asString())
          .isEqualToIgnoringCase(chain.settlement());
      onFirst.send(oldSteps);
      chain.mine(DEPTH);
      onFirst.awaitStatus(old, "success");
      Reply created = onSecond.create("30.00");
      JsonNode steps = onSecond.steps(created);
      assertThat(steps.at("/pay/to").asString()).isEqualToIgnoringCase(chain.settlement());
      onSecond.send(steps);
      chain.mine(DEPTH);
      onSecond.awaitStatus(created, "success");
      assertThat(onFirst.status(old)).isEqualTo("success");
    }
  }

  /** What a wallet is told by another node about a payment. */
  private static JsonNode prepare(TestService node, Reply created) {
    return node.browser()
        .post(
            URI.create(created.text("paymentUrl")).getPath() + "/wallet",
            "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"}".formatted(chain.chainId(), chain.payer()))
        .expect(200)
        .json();
  }

  private static void refund(TestService service, Reply payment, String contract) {
    String path = "/sdk/server/payments/" + payment.text("paymentId") + "/refunds";
    String refund =
        service
            .calls()
            .with("X-Idempotency-Key", UUID.randomUUID().toString())
            .post(path, "{\"amount\":\"10\"}")
            .expect(200)
            .text("refundId");
    JsonNode steps =
        service
            .signedIn()
            .post("/merchant/refunds/" + refund + "/wallet", "{\"payer\":\"" + merchant + "\"}")
            .expect(200)
            .json();
    assertThat(steps.at("/pay/to").asString()).isEqualToIgnoringCase(contract);
    for (String step : List.of("approve", "pay")) {
      send(
          merchant,
          steps.at("/" + step + "/to").asString(),
          steps.at("/" + step + "/data").asString());
    }
    chain.mine(DEPTH);
    Await.until(
        "it is settled",
        () ->
            service.calls().get("/sdk/server/refunds/" + refund).text("status").equals("settled"));
  }

  private static void send(String from, String to, String data) {
    chain.call("eth_sendTransaction", Map.of("from", from, "to", to, "data", data));
  }

  private static ChainConfig config(String name, String contract, boolean offered) {
    return chain.config(
        name,
        contract,
        DEPTH,
        1,
        null,
        List.of(),
        offered ? new Token[] {chain.dollar(true)} : new Token[0]);
  }
}
