package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One node of a real chain lies; the other two are asked as well, and nothing comes of it. */
final class LyingNodeTest {
  private static final int DEPTH = 3;
  private static final String YES = "\"result\":\"0x" + "0".repeat(63) + "1\"";
  private static final String NO = "\"result\":\"0x" + "0".repeat(64) + "\"";

  @AutoClose private static final DevChain chain = DevChain.start();
  private NodeProxy liar;
  private LoggedBy log;
  private TestService service;
  private PaidOnDevChain paid;

  @BeforeEach
  void start() {
    liar = new NodeProxy(chain);
    log = new LoggedBy(ChainNode.class);
    service =
        TestService.builder()
            .testDollarOn(
                chain.config(
                    "local",
                    chain.settlement(),
                    DEPTH,
                    null,
                    null,
                    List.of(
                        liar.url(),
                        URI.create(chain.rpcUrl()),
                        URI.create(chain.rpcUrl().replace("127.0.0.1", "localhost"))),
                    chain.dollar(false)))
            .start();
    paid = new PaidOnDevChain(service, chain, DEPTH);
  }

  @AfterEach
  void stop() {
    service.close();
    log.close();
    liar.close();
  }

  @Test
  void forged_log_of_one_node_confirms_nothing_and_the_node_is_named() {
    Reply forged = paid.create("99999.00");
    Reply real = paid.create("10.00");
    JsonNode steps = paid.steps(forged);
    liar.plays(question -> forge(question, steps));
    paid.send(paid.steps(real));
    chain.mine(2 * DEPTH);
    paid.awaitRead();
    assertThat(paid.status(forged)).isEqualTo("created");
    paid.awaitStatus(real, "success");
    Await.until("it is counted", this::disagreesInNewBlock);
    assertThat(log.lines()).anySatisfy(line -> assertThat(line).contains("node " + liar.name()));
  }

  /** On a busy machine the liar may have been slow, and have rested when the others were asked. */
  private boolean disagreesInNewBlock() {
    boolean disagrees =
        Pattern.compile(
                "paylink_chain_node_disagreements_total\\{chain=\"local\",node=\"%s\"\\} [1-9]"
                    .formatted(liar.name()))
            .matcher(paid.metrics())
            .find();
    if (!disagrees) {
      chain.mine(1);
    }
    return disagrees;
  }

  @Test
  void node_that_hides_a_payment_delays_nobody() {
    Reply hidden = paid.create("20.00");
    liar.plays(
        question ->
            switch (question.get("method").stringValue()) {
              case "eth_getLogs" -> "\"result\":[]";
              case "eth_call" -> NO;
              default -> null;
            });
    paid.send(paid.steps(hidden));
    chain.mine(DEPTH);
    paid.awaitStatus(hidden, "success");
  }

  @Test
  void node_that_knows_another_chain_does_not_halt_this_one() {
    liar.plays(
        question -> {
          if (!question.get("method").stringValue().equals("eth_getBlockByNumber")) {
            return null;
          }
          JsonNode block =
              chain.call(
                  "eth_getBlockByNumber",
                  question.at("/params/0").stringValue(),
                  question.at("/params/1").booleanValue());
          return block.isNull()
              ? "\"result\":null"
              : "\"result\":"
                  + block
                      .toString()
                      .replace(block.get("hash").stringValue(), "0x" + "6".repeat(64));
        });
    Reply honest = paid.create("30.00");
    paid.send(paid.steps(honest));
    chain.mine(DEPTH);
    paid.awaitStatus(honest, "success");
    assertThat(paid.cursor().get("halted").isNull()).isTrue();
  }

  /** What the steps would have logged, in the newest block that may be final. */
  private static @Nullable String forge(JsonNode question, JsonNode steps) {
    String ref = steps.get("ref").stringValue();
    if (question.get("method").stringValue().equals("eth_call")) {
      return question.toString().contains(ref.substring(2)) ? YES : null;
    }
    if (!question.get("method").stringValue().equals("eth_getLogs")) {
      return null;
    }
    String number = question.at("/params/0/toBlock").stringValue();
    String data = steps.at("/pay/data").stringValue().substring(10);
    JsonNode block = chain.call("eth_getBlockByNumber", number, false);
    return "\"result\":["
        + """
        {"address":"%s","topics":["%s","%s","0x%s","0x%s"],"data":"0x%s%s%s","blockNumber":"%s",\
        "blockHash":"%s","transactionHash":"%s","logIndex":"0x0","removed":false}\
        """
            .formatted(
                chain.settlement().toLowerCase(java.util.Locale.ROOT),
                ContractCalls.SETTLED_TOPIC,
                ref,
                data.substring(0, 64),
                data.substring(64, 128),
                data.substring(6 * 64, 7 * 64), // token and amount come after the offset of the
                data.substring(7 * 64, 8 * 64), // price and validBefore
                "0".repeat(60) + "dead",
                number,
                block.get("hash").stringValue(),
                "0x" + "7".repeat(64))
        + "]";
  }
}
