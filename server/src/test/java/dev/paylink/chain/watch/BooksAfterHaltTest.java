package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.testing.Await;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What blocks have brought that are gone is taken off the books, and nothing else is. */
final class BooksAfterHaltTest {
  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    chain = world.chain();
    chain.watch();
  }

  @Test
  void settlement_whose_block_is_gone_is_taken_off_when_the_chain_is_resumed() {
    long before = chain.head();
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.pass(10);
    haltAfter(before);
    assertThat(lines(hosted)).containsExactly("received 125.5");
    assertThat(resume(before)).containsExactly(hosted.payment().id());
    chain.pass(10);
    assertThat(lines(hosted)).containsExactly("received 125.5", "taken_back -125.5");
    assertThat(world.received(hosted)).isEqualTo("null");
    assertThat(world.status(hosted)).as("the operator decides").isEqualTo("success");
  }

  @Test
  void settlement_that_is_mined_again_in_another_place_is_on_the_books_once() {
    long before = chain.head();
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    chain.pass(10);
    haltAfter(before);
    chain.pay(chain.prepare(world.payment(chain.inBlocks(200)), TestChain.USDC));
    chain.pay(terms);
    resume(before);
    chain.pass(10);
    assertThat(lines(hosted))
        .containsExactly("received 125.5", "taken_back -125.5", "received 125.5");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(world.told(hosted)).as("told once").containsExactly("payment.confirmed");
  }

  @Test
  void settlement_that_stands_is_read_again_and_on_the_books_once() {
    long before = chain.head();
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.pass(10);
    haltAfter(chain.head() - 5); // the settlement is in an older block
    resume(before);
    assertThat(world.received(hosted)).isEqualTo("null");
    chain.pass(1);
    assertThat(lines(hosted))
        .containsExactly("received 125.5", "taken_back -125.5", "received 125.5");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(world.told(hosted)).containsExactly("payment.confirmed");
  }

  @Test
  void settlement_that_was_reported_as_gone_and_is_read_again_is_a_success_once() {
    long before = chain.head();
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.pass(10);
    haltAfter(chain.head() - 5); // the settlement is in an older block
    resume(before);
    report(hosted, OutcomeType.FAILED, null);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    haltAfter(chain.head() - 5);
    report(hosted, OutcomeType.FAILED, null); // again, and before what is forgotten
    resume(before);
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(lines(hosted))
        .containsExactly(
            "received 125.5",
            "taken_back -125.5",
            "received 125.5",
            "taken_back -125.5",
            "received 125.5");
    assertThat(world.told(hosted))
        .containsExactly(
            "payment.confirmed",
            "payment.failed",
            "payment.confirmed",
            "payment.failed",
            "payment.confirmed");
  }

  @Test
  void transfer_that_was_reported_as_gone_and_is_read_again_is_a_success() {
    world.beginWithAnotherMerchant();
    world.tolerate("1", "2");
    long before = chain.head();
    HostedPayment whole = world.payment(chain.inBlocks(200));
    HostedPayment forgiven = world.payment(chain.inBlocks(200));
    chain.transfer(chain.show(whole), TestChain.USDC, "125.50");
    chain.transfer(chain.show(forgiven), TestChain.USDC, "125.00");
    chain.pass(10);
    assertThat(world.status(whole)).isEqualTo("success");
    assertThat(world.status(forgiven)).isEqualTo("success");
    haltAfter(chain.head() - 5); // the transfers are in an older block
    report(whole, OutcomeType.FAILED, null);
    report(forgiven, OutcomeType.FAILED, null);
    resume(before);
    chain.pass(10);
    assertThat(world.status(whole)).isEqualTo("success");
    assertThat(world.status(forgiven)).isEqualTo("success");
    assertThat(world.received(whole)).isEqualTo("125.5");
    assertThat(world.received(forgiven)).isEqualTo("125");
  }

  /** A watcher that writes holds its merchants and wants the cursor, never the other way round. */
  @Test
  void who_resumes_a_chain_waits_for_the_merchants_before_the_cursor() {
    long before = chain.head();
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.pass(10);
    haltAfter(before);
    CompletableFuture<Set<PaymentId>> resumed =
        world
            .database
            .jdbi()
            .inTransaction(
                watcher -> {
                  watcher.execute(
                      "select 1 from event_counter where merchant_id = ? for update",
                      hosted.payment().merchantId().value());
                  CompletableFuture<Set<PaymentId>> other =
                      CompletableFuture.supplyAsync(() -> resume(before));
                  Await.until("it waits", () -> world.stored.waitingForLocks() > 0);
                  watcher.execute(
                      "select 1 from chain_cursor where chain_id = ? for no key update nowait",
                      chain.config.deployment().chainId());
                  return other;
                });
    assertThat(resumed.join()).containsExactly(hosted.payment().id());
  }

  @Test
  void reorganisation_takes_back_what_came_on_its_own_chain_only() {
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    report(hosted, OutcomeType.CONFIRMED, transaction(1));
    report(hosted, OutcomeType.CONFIRMED, transaction(137));
    report(hosted, OutcomeType.FAILED, transaction(1));
    assertThat(lines(hosted))
        .containsExactly("received 125.5", "received 125.5", "taken_back -125.5");
    assertThat(
            world.stored.texts(
                "select chain_id from received_transfer where payment_id = ?", id(hosted)))
        .as("what is left to refund")
        .containsExactly("137");
    assertThat(world.received(hosted)).isEqualTo("125.5");
  }

  private static void report(
      HostedPayment hosted, OutcomeType type, @Nullable OnChainTransaction transaction) {
    world.apply.handle(
        new Report(
            UUID.randomUUID().toString(), type, hosted.payment().id(), null, "reorg", transaction));
  }

  private static OnChainTransaction transaction(long chainId) {
    return new OnChainTransaction(
        chainId,
        "0x%064x".formatted(UUID.randomUUID().getMostSignificantBits()),
        7L,
        0L,
        "USDC",
        ChainWorld.AMOUNT,
        ChainWorld.PAYER.toString(),
        ChainWorld.PAYEE.toString());
  }

  /** The final blocks after this one are replaced, and the watcher stops. */
  private void haltAfter(long block) {
    chain.chain.replace((int) (chain.head() - block));
    chain.pass(1);
  }

  private Set<PaymentId> resume(long block) {
    return world
        .database
        .jdbi()
        .inTransaction(
            handle -> ChainOperatorRoutes.resume(handle, chain.config, block, world.apply));
  }

  private static List<String> lines(HostedPayment hosted) {
    return world.stored.texts(
        "select kind || ' ' || trim_scale(amount) from movement where payment_id = ? order by id",
        id(hosted));
  }

  private static UUID id(HostedPayment hosted) {
    return hosted.payment().id().value();
  }
}
