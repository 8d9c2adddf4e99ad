package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspensionStore;
import dev.paylink.settlement.suspend.ReleaseHeld;
import java.util.List;
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
  void part_of_the_amount_again_while_it_was_held_is_no_second_payment() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    send(chain, address, "125.50 USDT");
    chain.pass(5);
    send(chain, address, "60 USDC, 65.49 USDT");
    chain.pass(5);
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).endsWith(CONFIRMED);
    assertThat(flags(hosted)).isEqualTo("null");
  }

  @Test
  void wallet_that_pays_while_parts_are_held_is_the_second_and_operators_are_told_once() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    send(chain, chain.show(hosted), "62.75 USDC, 62.75 USDT");
    chain.pass(5);
    assertThat(flags(hosted)).isEqualTo("held");
    chain.pay(terms);
    chain.pass(5);
    lift(TestChain.USDT);
    chain.pass(5);
    assertThat(world.told(hosted)).containsOnlyOnce(CONFIRMED).endsWith(CONFIRMED, OVERPAID);
    assertThat(chain.paidTwice()).isEqualTo(1);
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
    assertThat(chain.paidTwice()).isEqualTo(1);
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
    long chainId = chain.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> {
              new SuspensionStore().delete(handle, chainId, token.symbol());
              new HeldStore().confirm(handle, chainId, token.symbol());
            });
    ReleaseHeld.release(world.database.jdbi(), world.apply);
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
