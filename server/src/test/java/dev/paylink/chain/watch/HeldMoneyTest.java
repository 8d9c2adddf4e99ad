package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.Unavailable;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspensionStore;
import dev.paylink.settlement.suspend.ReleaseHeld;
import dev.paylink.testing.Await;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Money that came while a payment was held, or before it was confirmed. */
final class HeldMoneyTest {
  private static final String CONFIRMED = "payment.confirmed";
  private static final String OVERPAID = "payment.overpaid";

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    world.beginWithAnotherMerchant();
    chain = world.chain();
    chain.watch();
  }

  @Test
  void whole_amount_again_in_parts_while_it_was_held_is_flagged_with_its_confirmation() {
    for (String first : List.of("125.50 USDT", "62.75 USDC, 62.75 USDT")) {
      suspend(TestChain.USDT);
      HostedPayment hosted = world.payment(chain.inBlocks(200));
      EvmAddress address = chain.show(hosted);
      send(chain, address, first);
      chain.pass(5);
      send(chain, address, "60 USDC");
      chain.pass(5);
      send(chain, address, "65.50 USDT");
      chain.pass(5);
      assertThat(flags(hosted)).isEqualTo("held");
      lift(TestChain.USDT);
      chain.pass(5);
      assertThat(world.told(hosted)).as(first).endsWith(CONFIRMED, OVERPAID);
      assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED, OVERPAID);
      assertThat(flags(hosted)).isEqualTo("overpaid");
      assertThat(world.received(hosted)).isEqualTo("251");
    }
  }

  @Test
  void part_of_the_amount_again_while_it_was_held_is_too_much() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "125.50 USDT");
    chain.pass(5);
    send(chain, address, "60 USDC, 65.49 USDT");
    chain.pass(5);
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).endsWith(CONFIRMED, OVERPAID);
    assertThat(flags(hosted)).isEqualTo("overpaid");
  }

  @Test
  void wallet_that_pays_while_parts_are_held_is_the_second_and_operators_are_told_once() {
    int count = 0;
    for (String held : List.of("62.75 USDC, 62.75 USDT", "125.50 USDT")) {
      suspend(TestChain.USDT);
      HostedPayment hosted = world.payment(chain.inBlocks(100));
      Terms terms = chain.prepare(hosted, TestChain.USDC);
      send(chain, chain.show(hosted), held);
      chain.pass(5);
      assertThat(flags(hosted)).isEqualTo("held");
      chain.pay(terms);
      chain.pass(5);
      lift(TestChain.USDT);
      chain.pass(5);
      assertThat(world.told(hosted)).as(held).containsOnlyOnce(CONFIRMED, OVERPAID);
      assertThat(world.told(hosted)).endsWith(CONFIRMED, OVERPAID);
      assertThat(world.overpaid()).isEqualTo(++count);
    }
  }

  @Test
  void whole_amount_again_on_another_chain_before_the_confirmation_is_flagged() {
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    chain.mine(4);
    send(chain, address, "125.50 USDC");
    chain.pass(20);
    assertThat(world.status(hosted)).as("the other chain is not read").isEqualTo("created");
    other.mine(4);
    send(other, address, "60 USDC, 65.50 USDT");
    other.pass(20);
    chain.pass(5);
    assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED).endsWith(CONFIRMED, OVERPAID);
    assertThat(flags(hosted)).contains("overpaid");
    assertThat(world.overpaid()).isEqualTo(1);
  }

  /** Nothing else would hold it again: its parts are not read again, and its end was before. */
  @Test
  void parts_of_an_ended_payment_that_stand_are_held_after_a_resume() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "62.75 USDC");
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    send(chain, address, "62.75 USDT");
    chain.pass(10);
    assertThat(held(hosted)).isEqualTo("1");
    long last = chain.head();
    send(chain, address, "1 USDT, 1 USDC");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.received(hosted)).isEqualTo("127.5");
    chain.replace((int) (chain.head() - last));
    chain.pass(1); // halts
    resume(last - 1);
    chain.pass(5);
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(held(hosted)).isEqualTo("1");
    assertThat(flags(hosted)).contains("held");
    lift(TestChain.USDT);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).containsOnlyOnce("payment.held").endsWith(CONFIRMED);
  }

  @Test
  void parts_of_an_ended_payment_that_are_gone_are_held_no_more_after_a_resume() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "62.75 USDC");
    chain.pass(10);
    long last = chain.head();
    send(chain, address, "62.75 USDT");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(held(hosted)).isEqualTo("1");
    chain.replace((int) (chain.head() - last));
    chain.pass(1); // halts
    resume(last - 1);
    chain.pass(5);
    assertThat(held(hosted)).isEqualTo("0");
    assertThat(flags(hosted)).doesNotContain("held");
    send(chain, address, "62.75 USDT");
    chain.pass(5);
    assertThat(held(hosted)).as("it has come again").isEqualTo("1");
  }

  /** What was held names the last part that came, and that is gone. */
  @Test
  void part_that_is_gone_pays_nothing_when_those_that_stand_are_released() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "60 USDC, 65.50 USDT");
    chain.mine(1);
    long last = chain.head();
    send(chain, address, "5 USDT");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.received(hosted)).isEqualTo("130.5");
    assertThat(held(hosted)).isEqualTo("1");
    chain.replace((int) (chain.head() - last));
    chain.pass(1); // halts
    resume(last);
    chain.pass(5);
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(held(hosted)).isEqualTo("1");
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED).endsWith(CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(flags(hosted)).isEqualTo("null");
  }

  @Test
  void parts_that_stand_and_are_forgiven_are_confirmed_when_they_are_released() {
    world.tolerate("5", "2");
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    send(chain, address, "60 USDC, 64 USDT");
    chain.mine(1);
    long last = chain.head();
    send(chain, address, "1.50 USDT");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.received(hosted)).isEqualTo("125.5");
    chain.replace((int) (chain.head() - last));
    chain.pass(1); // halts
    resume(last);
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    lift(TestChain.USDT);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED).endsWith(CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("124");
  }

  @Test
  void payment_that_ends_while_what_is_forgiven_is_held_was_paid_once() {
    world.tolerate("5", "2");
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(20));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "64 USDT");
    chain.pass(5);
    send(chain, address, "60 USDC");
    chain.pass(30);
    assertThat(flags(hosted)).isEqualTo("held");
    assertThat(held(hosted)).isEqualTo("1");
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsOnlyOnce("payment.held").endsWith(CONFIRMED);
    assertThat(flags(hosted)).isEqualTo("null");
  }

  @Test
  void transfer_that_is_the_whole_with_another_is_flagged_once_when_both_are_released() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    EvmAddress address = chain.show(hosted);
    for (String transfers : List.of("62.75 USDC, 62.75 USDT", "62.75 USDT", "1 USDC")) {
      send(chain, address, transfers);
      chain.pass(5);
    }
    assertThat(held(hosted)).isEqualTo("2");
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED).endsWith(CONFIRMED, OVERPAID);
    assertThat(world.received(hosted)).isEqualTo("189.25");
    assertThat(flags(hosted)).isEqualTo("overpaid");
  }

  @Test
  void payment_stays_held_while_what_came_in_another_token_waits() {
    suspend(TestChain.USDC);
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    chain.pass(10);
    for (String transfers : List.of("62.75 USDC, 62.75 USDT", "62.75 USDC")) {
      send(chain, address, transfers);
      chain.pass(5);
    }
    assertThat(held(hosted)).isEqualTo("2");
    lift(TestChain.USDT);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    assertThat(flags(hosted)).contains("held");
    lift(TestChain.USDC);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(flags(hosted)).doesNotContain("held");
  }

  /** A halt is resumed between the look at what is decided and the locks under which it counts. */
  @Test
  void what_is_forgotten_while_it_is_released_confirms_nothing() throws Exception {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    send(chain, chain.show(hosted), "125.50 USDT");
    chain.pass(5);
    assertThat(held(hosted)).isEqualTo("1");
    decide(TestChain.USDT);
    Jdbi jdbi = world.database.jdbi();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<Integer> release =
          jdbi.inTransaction(
              handle -> {
                handle.execute(
                    "select 1 from event_counter where merchant_id = ? for update",
                    hosted.payment().merchantId().value());
                Future<Integer> begun = thread.submit(() -> ReleaseHeld.release(jdbi, world.apply));
                Await.until("it waits", () -> world.stored.waitingForLocks() == 1);
                handle.execute(
                    "delete from held_settlement where payment_id = ?",
                    hosted.payment().id().value());
                return begun;
              });
      assertThatThrownBy(release::get).hasRootCauseInstanceOf(Unavailable.class);
    }
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(ReleaseHeld.release(jdbi, world.apply)).isZero();
  }

  @Test
  void small_amount_in_a_suspended_token_is_not_confirmed_before_it_is_final_either() {
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    suspend(TestChain.USDC);
    chain.pass(TestChain.FINAL_AFTER);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    assertThat(flags(hosted)).isEqualTo("held");
    lift(TestChain.USDC);
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  /** Sends amounts, each with its token, in one block. */
  private static void send(TestChain on, EvmAddress address, String transfers) {
    for (String transfer : transfers.split(", ", -1)) {
      String amount = transfer.substring(0, transfer.indexOf(' '));
      on.transfer(address, transfer.endsWith("USDC") ? TestChain.USDC : TestChain.USDT, amount);
    }
  }

  private void resume(long number) {
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> ChainOperatorRoutes.resume(handle, chain.config, number, world.apply));
  }

  private void suspend(Token token) {
    long chainId = chain.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new SuspensionStore().insert(handle, chainId, token.symbol(), "depegged", "one"));
  }

  private void lift(Token token) {
    decide(token);
    ReleaseHeld.release(world.database.jdbi(), world.apply);
  }

  private void decide(Token token) {
    long chainId = chain.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> {
              new SuspensionStore().delete(handle, chainId, token.symbol());
              new HeldStore().confirm(handle, chainId, token.symbol());
            });
  }

  private static String held(HostedPayment hosted) {
    return world.stored.text(
        "select count(*) from held_settlement where payment_id = ?", hosted.payment().id().value());
  }

  private static String flags(HostedPayment hosted) {
    return world.stored.text(
        "select flags from payment where id = ?", hosted.payment().id().value());
  }
}
