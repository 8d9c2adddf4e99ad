package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.account.Actor;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.refund.MerchantRefunds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the watcher confirms before it is final, for a merchant who wants that, and takes back. A
 * payment in block n is early enough when block n + 1 is there, and final with block n + 3.
 */
final class EarlyPaymentsTest {
  private static final String CONFIRMED = "payment.confirmed";
  private static final String SUBMITTED = "payment.submitted";
  private static final String FAILED = "payment.failed";

  /** More questions than a round asks. */
  private static final int MOST_QUESTIONS = 30;

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    world.beginWithAnotherMerchant();
    chain = world.chain();
    chain.watch();
  }

  @Test
  void small_amount_is_confirmed_in_an_early_block_and_once() {
    world.safeUpTo("125.50");
    HostedPayment hosted = paid();
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(mark(hosted)).isEqualTo("early");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    chain.pass(1);
    assertThat(mark(hosted)).isEqualTo("early");
    chain.pass(10);
    assertThat(mark(hosted)).isEqualTo("settled");
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("125.5");
  }

  @Test
  void larger_amount_and_a_rule_set_later_wait_for_finality() {
    HostedPayment before = paid();
    world.safeUpTo("125.49");
    HostedPayment larger = paid();
    world.safeUpTo("125.50");
    chain.pass(3);
    assertThat(world.status(before)).isEqualTo("submitted");
    assertThat(world.status(larger)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(before)).isEqualTo("success");
    assertThat(world.status(larger)).isEqualTo("success");
  }

  @Test
  void chain_on_which_the_operator_allows_it_no_more_confirms_nothing_before_it_is_final() {
    world.safeUpTo("1000");
    WatchRound watcher = chain.watcherOf(chain.notEarly());
    HostedPayment hosted = paid();
    for (int i = 0; i < TestChain.FINAL_AFTER; i++) {
      chain.mine(1);
      TestChain.readAll(watcher);
      assertThat(world.status(hosted)).isEqualTo("submitted");
    }
    chain.mine(1);
    TestChain.readAll(watcher);
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void payment_that_was_prepared_in_a_second_way_waits_for_finality() {
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.show(hosted);
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    HostedPayment other = paid();
    chain.pass(1);
    chain.show(other); // after it was seen
    chain.pass(2);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    assertThat(world.status(other)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.status(other)).isEqualTo("success");
  }

  @Test
  void payment_that_is_prepared_again_while_it_is_confirmed_waits_for_finality() {
    world.safeUpTo("1000");
    HostedPayment hosted = paid();
    chain.pass(1);
    chain.seen.afterSettled = () -> chain.show(hosted);
    assertThatThrownBy(() -> chain.pass(1)).hasRootCauseInstanceOf(ChainUnavailable.class);
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(2);
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
  }

  @Test
  void what_final_blocks_do_not_have_is_taken_back_once() {
    world.safeUpTo("1000");
    HostedPayment hosted = paid();
    chain.pass(2);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.chain.replace(2);
    chain.pass(1);
    assertThat(world.status(hosted)).as("no final block has told").isEqualTo("success");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    assertThat(world.received(hosted)).isEqualTo("null");
    chain.pass(60);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED, FAILED);
    assertThat(mark(hosted)).isEqualTo("open");
    assertThat(booked(hosted)).isEqualTo("125.5 -125.5");
  }

  @Test
  void what_was_taken_back_and_is_mined_again_is_confirmed_by_a_final_block_only() {
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    chain.pass(2);
    chain.chain.replace(2);
    chain.pass(2);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    chain.pay(terms);
    chain.pass(3);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED, FAILED, CONFIRMED);
  }

  @Test
  void what_was_reported_as_gone_and_a_final_block_has_is_a_success() {
    world.safeUpTo("1000");
    HostedPayment hosted = paid();
    chain.pass(2);
    assertThat(world.status(hosted)).isEqualTo("success");
    world.apply.handle(
        new Report("mistaken", OutcomeType.FAILED, hosted.payment().id(), null, "reorg", null));
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    chain.pass(1);
    assertThat(world.status(hosted)).as("not final").isEqualTo("failed reorg");
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED, FAILED, CONFIRMED);
    assertThat(booked(hosted)).isEqualTo("125.5 -125.5 125.5");
  }

  @Test
  void settlement_that_is_mined_again_before_it_is_missed_stays_a_success() {
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    chain.pass(2);
    chain.chain.replace(2);
    chain.mine(1);
    chain.pay(terms);
    chain.pass(10); // the final blocks are read at once
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
    assertThat(mark(hosted)).isEqualTo("settled");
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(booked(hosted)).isEqualTo("125.5");
  }

  @Test
  void log_that_a_node_hides_takes_nothing_back() {
    world.safeUpTo("1000");
    HostedPayment hosted = paid();
    chain.pass(2);
    chain.seen.hidesLogs = true;
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.seen.heal();
    chain.pass(1);
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
    assertThat(mark(hosted)).isEqualTo("settled");
  }

  @Test
  void nodes_that_disagree_take_nothing_back() {
    TestChain two = world.chain(2, 2);
    two.watch();
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(two.inBlocks(100));
    two.pay(two.prepare(hosted, TestChain.USDC));
    two.pass(1);
    two.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    two.nodes.forEach(node -> node.hidesLogs = true);
    two.seen.saysSettled = false;
    two.pass(TestChain.FINAL_AFTER);
    assertThat(world.status(hosted)).isEqualTo("success");
    two.seen.saysSettled = null;
    two.nodes.forEach(FaultyChain::heal);
    two.watch();
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
  }

  @Test
  void fewer_nodes_than_the_quorum_confirm_nothing_early() {
    TestChain three = world.chain(3, 2);
    three.watch();
    world.safeUpTo("1000");
    HostedPayment hosted = world.payment(three.inBlocks(100));
    three.pay(three.prepare(hosted, TestChain.USDC));
    three.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    three.nodes.subList(1, 3).forEach(node -> node.saysSettled = false);
    three.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    three.nodes.forEach(node -> node.saysSettled = null);
    three.watch();
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void watcher_that_dies_anywhere_loses_neither_a_confirmation_nor_what_is_taken_back() {
    world.safeUpTo("1000");
    for (int i = 0; i < MOST_QUESTIONS; i++) {
      HostedPayment stays = paid();
      chain.pass(1);
      chain.mine(1);
      dieAfter(i);
      chain.pass(TestChain.FINAL_AFTER);
      assertThat(world.told(stays)).containsExactly(SUBMITTED, CONFIRMED);
      HostedPayment goes = paid();
      chain.pass(1);
      chain.mine(1);
      dieAfter(i);
      chain.watch();
      chain.chain.replace(2);
      chain.mine(2);
      dieAfter(i);
      chain.pass(1);
      assertThat(world.told(goes)).containsExactly(SUBMITTED, CONFIRMED, FAILED);
      assertThat(world.status(goes)).isEqualTo("failed reorg");
    }
  }

  @Test
  void refund_waits_until_the_payment_is_final() {
    world.safeUpTo("1000");
    HostedPayment hosted = paid();
    chain.pass(2);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThatThrownBy(() -> refund(hosted))
        .isInstanceOfSatisfying(
            Rejection.class,
            refused -> assertThat(refused.code().name()).isEqualTo("PAYMENT_NOT_REFUNDABLE"));
    chain.pass(2);
    refund(hosted);
  }

  private void dieAfter(int questions) {
    chain.seen.killedAfter = questions;
    try {
      chain.watch();
    } catch (FaultyChain.Killed | ChainUnavailable e) {
      // what was done must be whole
    }
    chain.seen.heal();
  }

  private void refund(HostedPayment hosted) {
    byte[] body = "{\"to\":\"%s\"}".formatted(ChainWorld.PAYER).getBytes(StandardCharsets.UTF_8);
    world
        .ownRefunds(chain, () -> chain.inBlocks(50).minus(MerchantRefunds.TIME_TO_SEND))
        .request(
            hosted.payment().merchantId(),
            ChainWorld.PAYEE.toString(),
            hosted.payment().id().toString(),
            new Actor("somebody", "192.0.2.1"),
            "key",
            body,
            Fields.parse(body));
  }

  private HostedPayment paid() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    return hosted;
  }

  private static String booked(HostedPayment hosted) {
    return world.stored.text(
        "select string_agg(trim_scale(amount)::text, ' ' order by id) from movement where payment_id = ?",
        hosted.payment().id().value());
  }

  private static String mark(HostedPayment hosted) {
    return world.stored.text(
        """
        select case when settled_block is not null and early_block is null then 'settled'
                    when early_block is not null then 'early' else 'open' end
          from payment_ref where payment_id = ?
        """,
        hosted.payment().id().value());
  }
}
