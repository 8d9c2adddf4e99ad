package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.payment.HostedPayment;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that was seen in a block, which was then replaced by one without it. */
final class DroppedTransactionTest {
  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    chain = world.chain();
    chain.watch();
  }

  @Test
  void payment_is_created_again_once_its_transaction_can_no_longer_be_mined() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = seenAndReplaced(hosted, chain.inBlocks(8)); // two blocks further
    chain.pass(6 + TestChain.FINAL_AFTER - 1);
    assertThat(world.status(hosted)).as("a later block may have it").isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(world.told(hosted)).containsExactly("payment.submitted");
    assertThat(
            world.stored.text(
                "select (transaction is null)::text from payment where id = ?",
                hosted.payment().id().value()))
        .isEqualTo("true");
    chain.pay(terms); // with another end, from a page that offers everything again
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(10);
    assertThat(world.told(hosted))
        .containsExactly("payment.submitted", "payment.submitted", "payment.confirmed");
  }

  @Test
  void transaction_that_comes_back_in_time_is_confirmed_and_nothing_else_is_dropped() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = seenAndReplaced(hosted, chain.inBlocks(8));
    chain.mine(2);
    chain.pay(terms);
    chain.pass(20);
    assertThat(world.told(hosted)).containsExactly("payment.submitted", "payment.confirmed");
  }

  @Test
  void node_that_hides_the_settlement_drops_nothing() {
    TestChain two = world.chain(2, 2);
    two.watch();
    HostedPayment hosted = world.payment(two.inBlocks(100));
    Terms terms = two.prepare(hosted, TestChain.USDC);
    two.pay(terms);
    two.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    end(hosted, two.inBlocks(2));
    two.nodes.getFirst().hidesLogs = true;
    two.nodes.getLast().hidesLogs = true;
    two.pass(10);
    assertThat(world.status(hosted)).isIn("submitted", "success");
    two.nodes.forEach(FaultyChain::heal);
    two.pass(1);
    assertThat(world.told(hosted)).containsExactly("payment.submitted", "payment.confirmed");
  }

  @Test
  void payment_that_is_under_way_on_another_chain_stays_submitted() {
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    seenAndReplaced(hosted, chain.inBlocks(4));
    world.stored.change(
        "insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount,"
            + " deadline, prices, sent_known, given_until)"
            + " select merchant_id, payment_id, ?, contract, sha256(ref), token, amount, deadline,"
            + " prices, true, deadline from payment_ref where payment_id = ?",
        other.config.deployment().chainId(),
        hosted.payment().id().value());
    chain.pass(20);
    assertThat(world.status(hosted)).isEqualTo("submitted");
  }

  private Terms seenAndReplaced(HostedPayment hosted, Instant end) {
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.mine(1);
    chain.pay(terms);
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    end(hosted, end);
    chain.replace(1);
    return terms;
  }

  /** What was given to the wallet ends then. */
  private static void end(HostedPayment hosted, Instant end) {
    world.stored.change(
        "update payment_ref set given_until = ? where payment_id = ?",
        end.getEpochSecond(),
        hosted.payment().id().value());
  }
}
