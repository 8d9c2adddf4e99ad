package dev.paylink.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.ContractVersion;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Findings;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.StandInNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Which version a contract is, it is asked itself; for the second, its code must be ours. */
final class ContractVersionTest {
  private static final Deployment DEPLOYMENT =
      new Deployment(8453, EvmAddress.of("0x5FbDB2315678afecb367f032d93F642f64180aa3"));
  private static final List<Token> COIN = List.of(Token.coin("ETH", 18));
  private static final String FIRST = "0x1a00f7eb"; // refOf of each
  private static final String SECOND = "0x1c1ae0f9";

  @Test
  void contract_that_makes_the_refs_of_a_version_is_that_version() throws IOException {
    assertThat(findings(FIRST, "0x01")).isEqualTo(new Findings(ContractVersion.FIRST, List.of()));
    assertThat(findings(SECOND, code("PaymentSettlementV2")))
        .isEqualTo(new Findings(ContractVersion.SECOND, List.of()));
  }

  @Test
  void contract_that_makes_the_refs_of_the_second_with_other_code_is_refused() throws IOException {
    String code = code("PaymentSettlementV2");
    String almost = code.substring(0, code.length() - 1) + (code.endsWith("0") ? "1" : "0");
    for (String other : List.of("0x01", almost, code("PaymentSettlement"), "0xnonsense")) {
      assertThat(findings(SECOND, other).faults())
          .singleElement()
          .asString()
          .startsWith("chain.base.contract makes refs like PaymentSettlementV2 but has other code");
    }
  }

  @Test
  void contract_that_fits_neither_is_refused() {
    assertThat(findings("0x12345678", "0x01").faults())
        .containsExactly("chain.base.contract is not a settlement contract: refOf() differs");
    assertThat(findings(SECOND, "0x").faults())
        .singleElement()
        .asString()
        .contains("there is no contract at");
  }

  private static Findings findings(String refOf, String code) {
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
                    1000,
                    Duration.ofSeconds(60),
                    1,
                    null,
                    null,
                    COIN,
                    null),
                node.url())) {
      return source.findings();
    }
  }

  private static String code(String contract) throws IOException {
    Path artifact = Path.of("../contracts/artifact", contract + ".json");
    return JsonMapper.shared()
        .readTree(Files.readString(artifact))
        .get("deployedBytecode")
        .stringValue();
  }
}
