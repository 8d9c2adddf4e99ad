package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the chain has at the configured addresses decides whether the service starts. */
final class DeploymentCheckTest {
  @AutoClose private static final DevChain chain = DevChain.start();

  @Test
  void wrong_decimals_domain_or_address_stop_the_start() {
    assertRefused(
        chain.settlement(), token(2, null), "chain.local.token.TUSD has 6 decimals, not 2");
    assertRefused(
        chain.settlement(),
        token(6, new TokenDomain("Test Dollar", "2")),
        "chain.local.token.TUSD does not sign under name=Test Dollar, version=2");
    assertRefused(
        chain.token(), token(6, null), "chain.local.contract is not a settlement contract");
    assertRefused(chain.payer(), token(6, null), "chain.local.contract: there is no contract at");
    start(chain.settlement(), token(6, new TokenDomain("Test Dollar", "1"))).close();
  }

  @Test
  void token_that_calls_itself_otherwise_than_its_currency_stops_the_start() {
    assertRefused(
        chain.settlement(),
        dollarFor("EUR"),
        "chain.local.token.TUSD is taken at par for EUR, but the token at %s calls itself Test Dollar"
                .formatted(EvmAddress.of(chain.token()))
            + " (TUSD); if that is meant, add par=EUR, otherwise correct the address");
    start(chain.settlement(), dollarFor("USD")).close();
  }

  private static Token dollarFor(String currency) {
    EvmAddress address = EvmAddress.of(chain.token());
    return new Token("TUSD", address, 6, false, false, null, Set.of(currency));
  }

  @Test
  void factory_of_deposit_addresses_must_be_one() {
    assertDepositsRefused(chain.payer(), "chain.local.deposits: there is no contract at");
    assertDepositsRefused(
        chain.settlement(), "chain.local.deposits is not a factory of transfer addresses");
    startWithFactory(chain.factory()).close();
  }

  @Test
  void factory_that_computes_other_addresses_than_we_do_stops_the_start() {
    try (NodeProxy node = new NodeProxy(chain)) {
      node.plays(
          question ->
              question.toString().contains(chain.factory().toLowerCase(Locale.ROOT))
                      && question.get("method").stringValue().equals("eth_call")
                  ? "\"result\":\"0x" + "0".repeat(63) + "1\""
                  : null);
      assertThatThrownBy(
              () ->
                  TestService.builder()
                      .testDollarOn(
                          config(
                              List.of(node.url()),
                              1,
                              chain.settlement(),
                              token(6, null),
                              chain.factory()))
                      .start()
                      .close())
          .hasStackTraceContaining("addressOf() differs");
    }
  }

  /** It answers as ours does, and could send what lies at its addresses anywhere. */
  @Test
  void factory_with_other_code_than_we_publish_stops_the_start() {
    EvmAddress factory = EvmAddress.of(chain.factory());
    for (EvmAddress lookAlike : List.of(factory, TransferAddresses.implementation(factory))) {
      try (NodeProxy node = new NodeProxy(chain)) {
        node.plays(
            question ->
                question.get("method").stringValue().equals("eth_getCode")
                        && question.toString().contains(lookAlike.hex())
                    ? "\"result\":\"" + otherCode(question) + "\""
                    : null);
        ChainConfig config =
            config(List.of(node.url()), 1, chain.settlement(), token(6, null), chain.factory());
        assertThatThrownBy(() -> TestService.builder().testDollarOn(config).start().close())
            .hasStackTraceContaining("chain.local.deposits has other code than we publish");
      }
    }
  }

  /** The code that is there, with another last byte. */
  private static String otherCode(JsonNode question) {
    String code =
        JsonMapper.shared()
            .readTree(chain.forward("eth_getCode", question.get("params")))
            .get("result")
            .stringValue();
    return code.substring(0, code.length() - 2) + "ff";
  }

  private static void assertDepositsRefused(String deposits, String message) {
    assertThatThrownBy(() -> startWithFactory(deposits).close()).hasStackTraceContaining(message);
  }

  private static TestService startWithFactory(String deposits) {
    return TestService.builder()
        .testDollarOn(
            config(
                List.of(URI.create(chain.rpcUrl())),
                1,
                chain.settlement(),
                token(6, null),
                deposits))
        .start();
  }

  @Test
  void chain_whose_nodes_are_away_is_offered_when_they_are_back() {
    NodeProxy node = new NodeProxy(chain);
    node.plays(question -> "\"error\":{\"code\":-32000,\"message\":\"away\"}");
    try (node;
        TestService service =
            TestService.builder()
                .testDollarOn(config(List.of(node.url()), 1, chain.settlement(), token(6, null)))
                .start()) {
      Reply created = service.calls().create("{\"amount\":\"1.00\"}").expect(200);
      String path = URI.create(created.text("paymentUrl")).getPath() + "/wallet";
      assertThat(service.browser().get(path).expect(200).json().get("options")).isEmpty();
      node.plays(question -> null);
      Await.until(
          "it is offered", () -> !service.browser().get(path).json().get("options").isEmpty());
    }
  }

  @Test
  void one_node_that_lies_about_a_token_neither_stops_the_start_nor_passes_it() {
    try (NodeProxy liar = new NodeProxy(chain)) {
      liar.plays(
          question ->
              question.get("method").stringValue().equals("eth_call")
                  ? "\"result\":\"0x" + "0".repeat(63) + "2\""
                  : null);
      List<URI> nodes =
          List.of(
              liar.url(),
              URI.create(chain.rpcUrl()),
              URI.create(chain.rpcUrl().replace("127.0.0.1", "localhost")));
      TestService.builder()
          .testDollarOn(config(nodes, 2, chain.settlement(), token(6, null)))
          .start()
          .close();
      assertThatThrownBy(
              () ->
                  TestService.builder()
                      .testDollarOn(config(nodes, 2, chain.settlement(), token(2, null)))
                      .start())
          .hasStackTraceContaining("has 6 decimals, not 2");
    }
  }

  @Test
  void single_node_is_warned_of_unless_the_operator_means_it() {
    assertThat(warnings(null))
        .singleElement()
        .asString()
        .contains("chain local has one node", "chain.local.quorum = 1");
    assertThat(warnings(1)).isEmpty();
  }

  private static List<String> warnings(@Nullable Integer quorum) {
    try (LoggedBy log = new LoggedBy(ChainComponent.class)) {
      TestService.builder()
          .testDollarOn(
              config(
                  List.of(URI.create(chain.rpcUrl())), quorum, chain.settlement(), token(6, null)))
          .start()
          .close();
      return log.lines();
    }
  }

  private static void assertRefused(String contract, Token token, String message) {
    assertThatThrownBy(() -> start(contract, token).close()).hasStackTraceContaining(message);
  }

  private static TestService start(String contract, Token token) {
    return TestService.builder()
        .testDollarOn(config(List.of(URI.create(chain.rpcUrl())), 1, contract, token))
        .start();
  }

  private static Token token(int decimals, @Nullable TokenDomain domain) {
    return new Token(
        "TUSD", EvmAddress.of(chain.token()), decimals, domain != null, domain != null, domain);
  }

  private static ChainConfig config(
      List<URI> nodes, @Nullable Integer quorum, String contract, Token token) {
    return config(nodes, quorum, contract, token, null);
  }

  private static ChainConfig config(
      List<URI> nodes,
      @Nullable Integer quorum,
      String contract,
      Token token,
      @Nullable String deposits) {
    return chain.config("local", contract, 3, quorum, deposits, nodes, token);
  }
}
