package dev.paylink.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.StandInNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A contract that makes our refs must also have our code. */
final class ContractCodeTest {
  private static final Deployment DEPLOYMENT =
      new Deployment(8453, EvmAddress.of("0x5FbDB2315678afecb367f032d93F642f64180aa3"));
  private static final List<Token> COIN = List.of(Token.coin("ETH", 18));
  private static final String CODE = StandInNode.code("PaymentSettlement");

  @Test
  void contract_with_the_code_that_we_publish_is_taken() {
    assertThat(faults(ContractCalls.REF_OF, CODE)).isEmpty();
  }

  @Test
  void contract_that_makes_our_refs_with_other_code_is_refused() {
    String almost = CODE.substring(0, CODE.length() - 1) + (CODE.endsWith("0") ? "1" : "0");
    for (String other :
        List.of("0x01", almost, StandInNode.code("DepositAddresses"), "0xnonsense")) {
      assertThat(faults(ContractCalls.REF_OF, other))
          .singleElement()
          .asString()
          .startsWith("chain.base.contract makes refs like PaymentSettlement but has other code");
    }
  }

  @Test
  void contract_that_makes_other_refs_is_refused() {
    assertThat(faults("0x12345678", CODE))
        .containsExactly("chain.base.contract is not a settlement contract: refOf() differs");
    assertThat(faults(ContractCalls.REF_OF, "0x"))
        .singleElement()
        .asString()
        .contains("there is no contract at");
  }

  private static List<String> faults(String refOf, String code) {
    try (StandInNode node = new StandInNode(DEPLOYMENT, COIN, refOf, code);
        JsonRpcSource source =
            new JsonRpcSource(
                new ChainConfig(
                    "base",
                    "Base",
                    DEPLOYMENT,
                    List.of(node.url()),
                    1,
                    new Finality.Tag("finalized"),
                    null,
                    1000,
                    Duration.ofSeconds(60),
                    1,
                    null,
                    null,
                    COIN,
                    null),
                node.url())) {
      return source.faults();
    }
  }
}
