package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One of three nodes of a real chain does not answer some questions; the other two are enough. */
final class HangingNodeTest {
  private static final int DEPTH = 3;
  private static final int ADDRESSES = 500;

  @AutoClose private static final DevChain chain = DevChain.start();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger hung = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private NodeProxy odd;
  private NodeProxy even;
  private LoggedBy checked;
  private TestService service;
  private PaidOnDevChain paid;

  @BeforeEach
  void start() {
    odd = new NodeProxy(chain);
    odd.plays(HangingNodeTest::refuseByHash);
    even = new NodeProxy(chain);
    checked = new LoggedBy(CheckedChains.class);
    service =
        TestService.builder()
            .testDollarOn(
                chain.config(
                    "local",
                    chain.settlement(),
                    DEPTH,
                    2,
                    chain.factory(),
                    List.of(
                        odd.url(),
                        even.url(),
                        URI.create(chain.rpcUrl().replace("127.0.0.1", "localhost"))),
                    chain.dollar(false)))
            .start();
    paid = new PaidOnDevChain(service, chain, DEPTH);
  }

  @AfterEach
  void stop() {
    end.countDown();
    service.close();
    checked.close();
    odd.close();
    even.close();
  }

  @Test
  void node_that_hangs_on_logs_is_asked_now_and_then_and_payments_are_confirmed() {
    Reply created = paid.create("12.00");
    String address = show(created);
    service
        .stored()
        .change(
            """
            insert into transfer_address (merchant_id, payment_id, chain_id, factory, token_address, address, token,
                                          decimals, payee, expected, deadline, since_block, read_to)
            select d.merchant_id, gen_random_uuid(), d.chain_id, d.factory, d.token_address,
                   substring(sha256(i::text::bytea) for 20), d.token, d.decimals, d.payee, d.expected, d.deadline,
                   d.since_block, d.read_to
              from transfer_address d, generate_series(1, ?) as i
             where d.payment_id = ?
            """,
            ADDRESSES,
            Stored.payment(created.text("paymentId")));
    odd.plays(
        question -> {
          if (isAboutLogs(question)) {
            hung.incrementAndGet();
            await(end);
          }
          return null;
        });
    even.plays(
        question -> {
          if (isAboutLogs(question)) {
            answered.incrementAndGet();
          }
          return null;
        });
    chain.transfer(chain.payer(), address, 12_000_000);
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
    Await.until("it is asked", this::isAskedInNewBlock);
    int asked = answered.get(); // as often as the other one, if it never rested
    assertThat(hung.get())
        .as("questions that it did not answer, while another answered %d", asked)
        .isBetween(1, Math.max(5, asked / 2)); // more than a few on a busy machine
    Pattern silences =
        Pattern.compile(
            "paylink_chain_node_silences_total\\{chain=\"local\",node=\"%s\"\\} [1-9]"
                .formatted(odd.name()));
    Await.until("its silence is counted", () -> silences.matcher(paid.metrics()).find());
  }

  /** On a busy machine it may have been slow at the start, and rest when the payment is read. */
  private boolean isAskedInNewBlock() {
    if (hung.get() == 0) {
      chain.mine(1);
    }
    return hung.get() > 0;
  }

  @Test
  void node_that_cannot_be_asked_by_a_blocks_hash_is_told_at_the_start() {
    Await.until(
        "it is told", () -> checked.lines().stream().anyMatch(line -> line.contains("(EIP-1898)")));
    assertThat(checked.lines())
        .singleElement()
        .asString()
        .startsWith("WARNING node " + odd.name() + " of chain local");
    Reply created = paid.create("3.00");
    chain.transfer(chain.payer(), show(created), 3_000_000);
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
  }

  private static boolean isAboutLogs(JsonNode question) {
    return question.get("method").stringValue().equals("eth_getLogs");
  }

  private static @Nullable String refuseByHash(JsonNode question) {
    return question.at("/params/1/blockHash").isMissingNode()
        ? null
        : "\"error\":{\"code\":-32602,\"message\":\"invalid argument 1: expected a number\"}";
  }

  private String show(Reply created) {
    String path = URI.create(created.text("paymentUrl")).getPath();
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(path + "/transfer", "option=" + chain.chainId() + "%3ATUSD")
        .expect(303);
    return "0x"
        + service
            .stored()
            .text(
                "select encode(address, 'hex') from transfer_address where payment_id = ?",
                Stored.payment(created.text("paymentId")));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
