package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currency;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An operator moves from one deployment of the contract to another. */
final class MovedContractTest {
  private static final int DEPTH = 3;
  private static final List<Currency> CURRENCIES = List.of(new Currency("USD", 2, List.of("TUSD")));

  @AutoClose private static final DevChain chain = DevChain.start();

  @Test
  void during_a_move_links_settle_on_the_contract_that_they_were_prepared_for() {
    String database = TestDatabase.freshUrl();
    String former = chain.deployAnother();
    try (TestService before =
            TestService.builder()
                .database(database)
                .currencies(CURRENCIES)
                .chains(List.of(config("local", former, true)))
                .start();
        TestService after =
            TestService.builder()
                .database(database)
                .currencies(CURRENCIES)
                .chains(
                    List.of(
                        config("local", chain.settlement(), true),
                        config("localold", former, false)))
                .start()) {
      PaidOnDevChain onOld = new PaidOnDevChain(before, chain, DEPTH);
      Reply old = onOld.create("20.00");
      JsonNode oldSteps = onOld.steps(old);
      PaidOnDevChain onNew = new PaidOnDevChain(after, chain, DEPTH);
      assertThat(prepare(after, old).at("/pay/to").asString())
          .isEqualToIgnoringCase(chain.settlement());
      onOld.send(oldSteps);
      chain.mine(DEPTH);
      onOld.awaitStatus(old, "success");
      Reply created = onNew.create("30.00");
      JsonNode steps = onNew.steps(created);
      assertThat(steps.at("/pay/to").asString()).isEqualToIgnoringCase(chain.settlement());
      onNew.send(steps);
      chain.mine(DEPTH);
      onNew.awaitStatus(created, "success");
      assertThat(onOld.status(old)).isEqualTo("success");
    }
  }

  @Test
  void entry_that_is_missing_while_addresses_are_open_is_told_at_the_start() {
    String database = TestDatabase.freshUrl();
    ChainConfig withAddresses =
        chain.config(
            "local", chain.settlement(), DEPTH, 1, chain.factory(), List.of(), chain.dollar(true));
    try (LoggedBy log = new LoggedBy(UnwatchedChains.class);
        TestService before = start(database, withAddresses)) {
      Reply created = new PaidOnDevChain(before, chain, DEPTH).create("20.00");
      before
          .browser()
          .with("Content-Type", "application/x-www-form-urlencoded")
          .post(
              URI.create(created.text("paymentUrl")).getPath() + "/transfer",
              "option=" + chain.chainId() + "%3ATUSD")
          .expect(303);
      start(database, withAddresses).close();
      assertThat(log.lines()).isEmpty();
      start(database, config("local", chain.settlement(), true)).close();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("SEVERE payments wait for transfers on chain " + chain.chainId())
          .contains("deposits = " + chain.factory());
    }
  }

  private static TestService start(String database, ChainConfig entry) {
    return TestService.builder()
        .database(database)
        .currencies(CURRENCIES)
        .chains(List.of(entry))
        .start();
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
