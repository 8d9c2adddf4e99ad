package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real chain that is reorganised deeply, flooded, or behind a node with narrow limits. */
final class TroubledNodeTest {
  private static final int DEPTH = 3;

  @AutoClose private static final DevChain chain = DevChain.start();
  @AutoClose private static final NodeProxy node = new NodeProxy(chain);

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .testDollarOn(
              chain.config(
                  "local",
                  chain.settlement(),
                  DEPTH,
                  1,
                  null,
                  List.of(node.url()),
                  chain.dollar(false)))
          .start();

  private static final PaidOnDevChain paid = new PaidOnDevChain(service, chain, DEPTH);

  @AfterEach
  void heal() {
    node.plays(question -> null);
    node.takesAtMost(Integer.MAX_VALUE);
  }

  @Test
  void payment_that_is_mined_again_after_a_halt_is_a_success_again() {
    Reply created = paid.create("40.00");
    JsonNode steps = paid.steps(created);
    long stands = chain.head();
    String before = chain.call("evm_snapshot").stringValue();
    paid.send(steps);
    chain.mine(DEPTH + 3);
    paid.awaitStatus(created, "success");
    paid.awaitRead();

    chain.call("evm_revert", before); // deeper than what was called final
    chain.passSeconds(5);
    chain.mine(2 * DEPTH + 6);
    Await.until("halt", () -> !paid.cursor().get("halted").isNull());
    JsonNode resumed =
        service
            .operator()
            .post("/admin/chains/local/resume", "{\"block\":" + stands + "}")
            .expect(200)
            .json();
    assertThat(resumed.get("payments").toString()).contains(created.text("paymentId"));
    service
        .callback()
        .reportWith("payment.failed", created.text("paymentId"), "\"reason\":\"reorg\"")
        .expect(200);
    assertThat(paid.status(created)).isEqualTo("failed");

    paid.send(steps); // the very same call
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
  }

  @Test
  void flood_of_settlements_that_nobody_waits_for_does_not_stall_the_chain() {
    Reply created = paid.create("50.00");
    JsonNode steps = paid.steps(created);
    node.plays(TroubledNodeTest::refuseMoreThanFive);
    paid.call(
        chain.token(), replaceWord(steps.at("/approve/data").stringValue(), 1, "f".repeat(12)));
    chain.automine(false);
    for (int i = 0; i < 8; i++) {
      // Under an id of nobody's.
      String junk = replaceWord(steps.at("/pay/data").stringValue(), 0, Integer.toHexString(i));
      paid.call(chain.settlement(), junk);
    }
    paid.call(chain.settlement(), steps.at("/pay/data").stringValue());
    chain.mine(1);
    chain.automine(true);
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
    paid.awaitRead();
  }

  @Test
  void node_that_takes_few_calls_in_a_request_is_asked_in_more_requests() {
    List<Reply> all = Stream.generate(() -> paid.create("1.00")).limit(8).toList();
    List<JsonNode> steps = all.stream().map(paid::steps).toList();
    node.takesAtMost(3);
    steps.forEach(paid::send);
    chain.mine(DEPTH);
    all.forEach(each -> paid.awaitStatus(each, "success"));
  }

  private static @Nullable String refuseMoreThanFive(JsonNode question) {
    if (!question.get("method").stringValue().equals("eth_getLogs")) {
      return null;
    }
    JsonNode logs =
        JsonMapper.shared().readTree(chain.forward("eth_getLogs", question.get("params")));
    return logs.path("result").size() > 5
        ? "\"error\":{\"code\":-32005,\"message\":\"query returned more than 5 results\"}"
        : null;
  }

  /** Call data with another argument in this place. */
  private static String replaceWord(String data, int index, String digits) {
    int start = 10 + 64 * index;
    return data.substring(0, start)
        + "0".repeat(64 - digits.length())
        + digits
        + data.substring(start + 64);
  }
}
