package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.dashboard.Guest;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A contract wallet exists only where it was deployed; the settings say so, on two real chains. */
final class ContractWarningsTest {
  private static final String ON_ONE = "0x1000000000000000000000000000000000000001";
  private static final String ON_BOTH = "0x1000000000000000000000000000000000000002";
  private static final String DELEGATED = "0x1000000000000000000000000000000000000003";
  private static final String NOWHERE = "0x1000000000000000000000000000000000000004";
  private static final String UNKNOWN = "0x1000000000000000000000000000000000000005";
  private static final String CODE = "0x6001600101";

  private static DevChain first;
  private static DevChain second;
  private static NodeProxy node;
  private static TestService service;
  private static Browser merchant;

  @BeforeAll
  static void start() {
    first = DevChain.start();
    second = DevChain.start(31_338);
    node = new NodeProxy(second);
    first.call("hardhat_setCode", ON_ONE, CODE);
    first.call("hardhat_setCode", ON_BOTH, CODE);
    second.call("hardhat_setCode", ON_BOTH, CODE);
    first.call("hardhat_setCode", UNKNOWN, CODE);
    service =
        TestService.builder()
            .testDollarOn(
                config("one", "First chain", first, URI.create(first.rpcUrl())),
                config("two", "Second chain", second, node.url()))
            .start();
    merchant = service.signedIn();
  }

  @AfterAll
  static void stop() {
    service.close();
    node.close();
    second.close();
    first.close();
  }

  @BeforeEach
  void answerHonestly() {
    node.plays(question -> null);
  }

  @Test
  void contract_on_one_chain_alone_is_warned_of_and_saved() {
    awaitBothChains();
    for (String field : List.of("depositAddress", "userDepositAddress")) {
      Reply saved = save(field, ON_ONE);
      assertThat(saved.text(field)).isEqualToIgnoringCase(ON_ONE);
      assertThat(saved.text(field + "Warning"))
          .contains("a contract on First chain and nothing on Second chain");
    }
    assertThat(merchant.get("/merchant/profile").expect(200).text("depositAddressWarning"))
        .contains("may be lost");
    assertThat(
            new Guest(service.baseUrl())
                .withCookie(merchant.cookie())
                .get("/dashboard/settings")
                .expect(200)
                .body())
        .contains("a contract on First chain and nothing on Second chain");
  }

  /** A busy node may not answer in time; then it is asked again later, and what it says is kept. */
  private static void awaitBothChains() {
    save("depositAddress", ON_ONE);
    Await.until(
        "both chains have answered",
        () -> merchant.get("/merchant/profile").text("depositAddressWarning").contains("nothing"));
    save("depositAddress", NOWHERE);
  }

  @Test
  void address_that_is_alike_on_both_chains_has_no_warning() {
    for (String address : List.of(ON_BOTH, NOWHERE)) {
      expectNoWarning(save("depositAddress", address));
    }
  }

  @Test
  void account_with_a_key_that_lends_its_calls_is_no_contract() {
    node.plays(
        question ->
            question.get("method").stringValue().equals("eth_getCode")
                ? "\"result\":\"0xef0100" + "11".repeat(20) + "\""
                : null);
    expectNoWarning(save("depositAddress", DELEGATED));
  }

  @Test
  void node_that_does_not_answer_delays_no_saving() {
    CountDownLatch saving = new CountDownLatch(1);
    node.plays(
        question -> {
          if (question.get("method").stringValue().equals("eth_getCode")) {
            await(saving);
          }
          return null;
        });
    Reply saved = save("depositAddress", UNKNOWN);
    saving.countDown();
    assertThat(saved.text("depositAddress")).isEqualToIgnoringCase(UNKNOWN);
    expectNoWarning(saved);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Reply save(String field, String address) {
    return merchant
        .put("/merchant/profile", "{\"%s\":\"%s\"}".formatted(field, address))
        .expect(200);
  }

  private static void expectNoWarning(Reply profile) {
    assertThat(profile.json().required("depositAddressWarning").isNull()).isTrue();
  }

  private static ChainConfig config(String name, String label, DevChain chain, URI node) {
    return new ChainConfig(
        name,
        label,
        new Deployment(chain.chainId(), EvmAddress.of(chain.settlement())),
        List.of(node),
        1,
        new Finality.Depth(3),
        null,
        1000,
        Duration.ofSeconds(1),
        0,
        null,
        null,
        List.of(new Token("TUSD", EvmAddress.of(chain.token()), 6, false, false, null)),
        null);
  }
}
