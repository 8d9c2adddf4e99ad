package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.testing.Await;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the watcher makes of refunds, one look after the other. */
final class RefundWatchTest {
  private static final EvmAddress CUSTOMER = ChainWorld.PAYER;
  private static final BigDecimal AMOUNT = new BigDecimal("25.50");

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;
  private HostedPayment payment;

  @BeforeEach
  void payOnANewChain() {
    chain = world.chain();
    payment = paid(chain);
  }

  private static HostedPayment paid(TestChain chain) {
    chain.watch();
    HostedPayment paid = world.payment(chain.inBlocks(1000));
    chain.pay(chain.prepare(paid, TestChain.USDC));
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.status(paid)).isEqualTo("success");
    return paid;
  }

  private Requested request(int blocks) {
    return request(chain, payment, blocks);
  }

  private static Requested request(TestChain chain, HostedPayment payment, int blocks) {
    return request(chain, payment, blocks, AMOUNT);
  }

  private static Requested request(
      TestChain chain, HostedPayment payment, int blocks, BigDecimal amount) {
    return Requested.of(world, chain, payment, blocks, amount);
  }

  /** Its status, and whether its amount is still taken. */
  private static String status(Requested refund) {
    return world.stored.text(
        "select concat_ws(' ', status, case when open then 'open' end) from refund where id = ?",
        refund.id().value());
  }

  private List<String> told() {
    return world.told(payment);
  }

  @Test
  void refund_is_sent_when_seen_and_settled_exactly_when_final() {
    Requested refund = request(100);
    chain.pay(refund.terms());
    chain.watch();
    assertThat(status(refund)).isEqualTo("requested open");
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("sent open");
    chain.pass(TestChain.FINAL_AFTER - 1);
    assertThat(status(refund)).isEqualTo("sent open");
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("settled");
    chain.pass(5);
    assertThat(told()).containsExactly("payment.confirmed", "refund.settled");
    assertThat(world.status(payment)).isEqualTo("success");
    String event =
        world.stored.text(
            "select convert_from(body, 'UTF8') from event where type = 'refund.settled' and payment_id = ?",
            payment.payment().id().value());
    assertThat(event)
        .contains("\"status\":\"success\"")
        .contains("\"refundedAmount\":\"25.50\",\"refund\":{\"refundId\":\"" + refund.id() + "\"")
        .contains("\"to\":\"" + CUSTOMER + "\"");
  }

  @Test
  void another_payee_token_amount_deadline_or_id_settles_nothing() {
    Requested refund = request(100);
    Terms right = refund.terms();
    EvmAddress stranger = EvmAddress.of("0x" + "7".repeat(40));
    for (Terms wrong :
        List.of(
            TestChain.changed(right, right.id(), stranger, right.deadline()),
            TestChain.priced(right, TestChain.USDT.address(), right.amount()),
            TestChain.priced(right, right.token(), right.amount().subtract(BigInteger.ONE)),
            TestChain.changed(right, right.id(), right.payee(), right.deadline() + 1),
            TestChain.changed(
                right, Terms.idOf(payment.payment().id()), right.payee(), right.deadline()))) {
      chain.pay(wrong);
    }
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("requested open");
    chain.pay(right);
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void replaced_block_takes_a_refund_back_and_it_is_settled_once_when_it_returns() {
    Requested refund = request(100);
    chain.pay(refund.terms());
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("sent open");
    chain.chain.replace(1);
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("requested open");
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("requested open");
    chain.pay(refund.terms());
    chain.pass(10);
    chain.watch();
    assertThat(status(refund)).isEqualTo("settled");
    assertThat(told()).containsExactly("payment.confirmed", "refund.settled");
  }

  @Test
  void refund_fails_once_its_deadline_has_passed_in_a_final_block_and_not_before() {
    Requested refund = request(10);
    chain.pass(10); // the deadline is reached, in a block that is not final
    assertThat(status(refund)).isEqualTo("requested open");
    chain.pass(TestChain.FINAL_AFTER);
    assertThat(status(refund)).isEqualTo("failed");
    assertThat(chain.pay(refund.terms())).isNull(); // the contract refuses it
    chain.pass(10);
    assertThat(told()).containsExactly("payment.confirmed", "refund.failed");
  }

  @Test
  void canceled_refund_holds_its_amount_until_it_can_no_longer_be_paid() {
    Requested refund = request(10);
    cancel(refund);
    chain.watch();
    assertThat(status(refund)).isEqualTo("canceled open");
    chain.pass(20);
    assertThat(status(refund)).isEqualTo("canceled");
    assertThat(told()).containsExactly("payment.confirmed");
  }

  @Test
  void canceled_refund_that_the_wallet_sends_all_the_same_is_settled() {
    Requested refund = request(100);
    cancel(refund);
    chain.pay(refund.terms());
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("canceled open");
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("settled");
    assertThat(told()).containsExactly("payment.confirmed", "refund.settled");
  }

  private static void cancel(Requested refund) {
    world.stored.change("update refund set status = 'canceled' where id = ?", refund.id().value());
  }

  @Test
  void log_that_a_node_hid_is_found_long_before_the_refund_fails() {
    Requested refund = request(100);
    chain.seen.hidesLogs = true;
    chain.pay(refund.terms());
    chain.pass(10);
    chain.seen.hidesLogs = false;
    chain.watch(); // a new watcher asks the contract at once
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void node_that_hides_the_log_until_the_deadline_fails_no_refund() {
    Requested refund = request(20);
    chain.seen.hidesLogs = true;
    chain.pay(refund.terms());
    chain.pass(40);
    assertThat(status(refund)).isEqualTo("requested open");
    chain.seen.hidesLogs = false;
    chain.watch();
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void flood_of_logs_that_nobody_waits_for_does_not_hide_a_refund() {
    Requested refund = request(100);
    chain.seen.mostLogs = 5;
    chain.flood(refund.terms(), 20);
    chain.pay(refund.terms());
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void one_node_of_two_that_lies_settles_and_fails_nothing() {
    for (int seed = 0; seed < 8; seed++) {
      TestChain lied = world.chain(2, 2);
      HostedPayment its = paid(lied);
      Requested unpaid = request(lied, its, 60);
      Requested sent = request(lied, its, 60);
      lied.nodes.getFirst().lies = new Random(seed);
      lied.pay(sent.terms());
      for (int i = 0; i < 8; i++) {
        lied.mine(5);
        look(lied);
        assertThat(status(unpaid)).as("seed " + seed).isEqualTo("requested open");
        assertThat(status(sent)).as("seed " + seed).doesNotContain("failed");
      }
      lied.nodes.getFirst().lies = null;
      lied.watch();
      assertThat(status(sent)).isEqualTo("settled");
      lied.pass(40);
      assertThat(status(unpaid)).isEqualTo("failed");
      assertThat(world.told(its))
          .containsExactlyInAnyOrder("payment.confirmed", "refund.settled", "refund.failed");
    }
  }

  @Test
  void refund_about_which_nodes_disagree_at_its_end_keeps_its_amount() {
    TestChain two = world.chain(2, 2);
    HostedPayment its = paid(two);
    Requested refund = request(two, its, 10);
    two.nodes.getFirst().saysSettled = true;
    two.pass(30);
    assertThat(status(refund)).isEqualTo("requested open");
    two.nodes.getFirst().saysSettled = null;
    two.pass(1);
    assertThat(status(refund)).isEqualTo("failed");
    assertThat(world.told(its)).containsExactly("payment.confirmed", "refund.failed");
  }

  @Test
  void refund_in_the_block_from_which_a_chain_is_resumed_stays_settled() {
    Requested refund = request(1000);
    chain.pay(refund.terms());
    long its = chain.head() + 1;
    chain.pass(10);
    assertThat(status(refund)).isEqualTo("settled");
    chain.replaceAfter(its, its);
    assertThat(status(refund)).isEqualTo("settled");
    chain.watch();
    chain.pass(5);
    assertThat(told()).containsExactly("payment.confirmed", "refund.settled");
  }

  @Test
  void watcher_that_dies_anywhere_settles_once() {
    for (int dies = 0; dies < 12; dies++) {
      TestChain mortal = world.chain();
      HostedPayment its = paid(mortal);
      Requested refund = request(mortal, its, 100);
      mortal.pay(refund.terms());
      mortal.mine(6);
      mortal.seen.killedAfter = dies;
      look(mortal);
      mortal.seen.heal();
      mortal.watch();
      assertThat(status(refund)).as("after " + dies).isEqualTo("settled");
      assertThat(world.told(its)).containsExactly("payment.confirmed", "refund.settled");
    }
  }

  /** A look that a node may spoil. */
  private static void look(TestChain chain) {
    try {
      chain.watch();
    } catch (RuntimeException e) {
      assertThat(e).isInstanceOfAny(ChainUnavailable.class, FaultyChain.Killed.class);
    }
  }

  @Test
  void watcher_that_was_replaced_changes_nothing() {
    Requested refund = request(100);
    chain.pay(refund.terms());
    chain.mine(TestChain.FINAL_AFTER + 2);
    FollowRefs<?> old =
        new FollowRefs<>(
            chain.config,
            chain.quorum,
            new FollowedRefunds(
                chain.config, chain.quorum, world.database.workers(), world.refunds));
    Cursor stale = new Cursor(1, null, Instant.EPOCH, null);
    Sightings<SettledLog> sightings = chain.quorum.logs(0, chain.head());
    assertThatThrownBy(() -> old.settle(sightings, stale, stale, Instant.EPOCH))
        .hasRootCauseInstanceOf(CursorStore.LeadershipLost.class);
    assertThatThrownBy(() -> old.see(sightings, stale))
        .hasRootCauseInstanceOf(CursorStore.LeadershipLost.class);
    assertThat(status(refund)).isEqualTo("requested open");
    assertThat(told()).containsExactly("payment.confirmed");
    chain.watch();
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void refund_in_a_block_that_is_gone_after_a_halt_is_sent_again_and_told_again() {
    Requested stands = request(1000);
    chain.pay(stands.terms());
    chain.pass(4);
    long before = chain.head();
    Requested gone = request(1000);
    chain.mine(1);
    chain.pay(gone.terms());
    chain.pass(4);
    assertThat(status(stands)).isEqualTo("settled");
    assertThat(status(gone)).isEqualTo("settled");
    chain.replaceAfter(before, before - TestChain.FINAL_AFTER - 1);
    chain.watch();
    assertThat(status(stands)).isEqualTo("settled");
    assertThat(status(gone)).isEqualTo("requested open");
    chain.mine(1);
    chain.pay(gone.terms());
    chain.pass(10);
    assertThat(status(gone)).isEqualTo("settled");
    assertThat(told())
        .containsExactly("payment.confirmed", "refund.settled", "refund.settled", "refund.settled");
    assertThat(lines(stands)).containsExactly("refunded -25.50");
    assertThat(lines(gone)).containsExactly("refunded -25.50");
  }

  @Test
  void refund_in_a_block_that_is_gone_and_never_comes_back_is_taken_off_the_books() {
    long before = chain.head();
    Requested gone = request(60);
    chain.mine(1);
    chain.pay(gone.terms());
    chain.pass(5);
    assertThat(status(gone)).isEqualTo("settled");
    chain.replaceAfter(before + 1, before - TestChain.FINAL_AFTER);
    chain.watch();
    chain.pass(70);
    assertThat(status(gone)).isEqualTo("failed");
    assertThat(lines(gone)).containsExactly("refunded -25.50", "refund_taken_back 25.50");
  }

  @Test
  void what_was_done_by_a_canceled_refund_is_to_do_again_once_its_block_is_gone() {
    HostedPayment twice = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(twice);
    for (int i = 0; i < 2; i++) {
      chain.transfer(address, TestChain.USDC, ChainWorld.AMOUNT.toPlainString());
      chain.pass(5);
    }
    assertThat(isOverpaidDone(twice)).isEqualTo("f");
    Requested refund = request(chain, twice, 60, ChainWorld.AMOUNT);
    long before = chain.head();
    chain.mine(1);
    chain.pay(refund.terms());
    chain.pass(5);
    assertThat(isOverpaidDone(twice)).isEqualTo("t");
    chain.replaceAfter(before + 1, before - TestChain.FINAL_AFTER);
    chain.watch();
    cancel(refund);
    chain.pass(70);
    assertThat(status(refund)).isEqualTo("canceled");
    assertThat(isOverpaidDone(twice)).isEqualTo("f");
  }

  @Test
  void what_is_to_do_stays_to_do_when_blocks_are_read_again() {
    HostedPayment twice = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(twice);
    chain.transfer(address, TestChain.USDC, ChainWorld.AMOUNT.toPlainString());
    chain.pass(5);
    long before = chain.head();
    chain.mine(1);
    chain.transfer(address, TestChain.USDC, ChainWorld.AMOUNT.toPlainString());
    chain.pass(5);
    Requested refund = request(chain, twice, 1000, AMOUNT);
    chain.mine(1);
    chain.pay(refund.terms());
    chain.pass(5);
    assertThat(isOverpaidDone(twice)).isEqualTo("f");
    long last = chain.head();
    chain.pass(10);
    chain.replaceAfter(last, before);
    chain.pass(10);
    assertThat(world.received(twice)).isEqualTo("251");
    assertThat(status(refund)).isEqualTo("settled");
    assertThat(isOverpaidDone(twice)).isEqualTo("f");
    assertThat(world.told(twice)).containsOnlyOnce("refund.settled");
  }

  @Test
  void late_money_for_what_is_being_given_back_is_not_too_much() {
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.pass(20);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    Requested refund = request(chain, hosted, 1000, new BigDecimal("62.75"));
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.pay(refund.terms());
    chain.pass(5);
    assertThat(status(refund)).isEqualTo("settled");
    assertThat(world.told(hosted)).doesNotContain("payment.overpaid");
    chain.transfer(address, TestChain.USDC, "30");
    chain.pass(5);
    assertThat(world.told(hosted)).containsOnlyOnce("payment.overpaid");
    assertThat(
            world.stored.text(
                """
                select t.amount::int
                  from payment_flag f join incoming_transfer t on t.payment_id = f.payment_id
                 where f.payment_id = ? and f.flag = 'overpaid'
                   and f.what like '%' || encode(t.hash, 'hex') || '%'
                """,
                hosted.payment().id().value()))
        .as("the transfer with which it was too much")
        .isEqualTo("30");
  }

  /** A late success that got half of its amount too much, which this refund gives back. */
  private Requested refundOfTooMuch(HostedPayment hosted, int blocks) {
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.pass(20);
    Requested refund = request(chain, hosted, blocks, new BigDecimal("62.75"));
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).doesNotContain("payment.overpaid");
    return refund;
  }

  private static void assertTooMuch(HostedPayment hosted) {
    assertThat(world.told(hosted)).containsOnlyOnce("payment.overpaid");
    assertThat(isOverpaidDone(hosted)).isEqualTo("f");
    assertThat(world.overpaid()).isEqualTo(1);
  }

  @Test
  void what_a_failed_refund_does_not_give_back_is_too_much() {
    world.beginWithAnotherMerchant();
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    Requested refund = refundOfTooMuch(hosted, 60);
    chain.pass(70);
    assertThat(status(refund)).isEqualTo("failed");
    assertTooMuch(hosted);
  }

  @Test
  void what_a_canceled_refund_does_not_give_back_is_too_much() {
    world.beginWithAnotherMerchant();
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    Requested refund = refundOfTooMuch(hosted, 1000);
    world.stored.change("update refund set given_at = null where id = ?", refund.id().value());
    MerchantRefunds own = world.ownRefunds(chain, Instant::now);
    own.cancel(hosted.payment().merchantId(), refund.id().toString(), ScheduleRefunds.SOMEBODY);
    assertThat(status(refund)).isEqualTo("canceled");
    assertTooMuch(hosted);
    own.cancel(hosted.payment().merchantId(), refund.id().toString(), ScheduleRefunds.SOMEBODY);
    assertTooMuch(hosted);
  }

  @Test
  void refund_is_canceled_while_somebody_has_the_lock_of_its_payment() throws Exception {
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    Requested refund = refundOfTooMuch(hosted, 1000);
    MerchantRefunds own = world.ownRefunds(chain, Instant::now);
    waitsForTheLock(
        hosted,
        refund,
        () ->
            own.cancel(
                hosted.payment().merchantId(), refund.id().toString(), ScheduleRefunds.SOMEBODY));
    assertThat(status(refund)).isEqualTo("canceled open");
  }

  @Test
  void refund_is_settled_while_somebody_has_the_lock_of_its_payment() throws Exception {
    Requested refund = request(100);
    chain.pay(refund.terms());
    chain.pass(1);
    chain.mine(10);
    waitsForTheLock(payment, refund, chain::watch);
    assertThat(status(refund)).isEqualTo("settled");
  }

  /** Whoever gives a refund to a wallet, or confirms its address, locks the payment first. */
  private static void waitsForTheLock(HostedPayment hosted, Requested refund, Runnable work)
      throws Exception {
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> waiting =
          world
              .database
              .jdbi()
              .inTransaction(
                  handle -> {
                    handle.execute(
                        "select 1 from payment where id = ? for no key update",
                        hosted.payment().id().value());
                    Future<?> begun = thread.submit(work);
                    Await.until("it waits", () -> world.stored.waitingForLocks() == 1);
                    handle.execute(
                        "update refund set given_at = now() where id = ?", refund.id().value());
                    return begun;
                  });
      waiting.get();
    }
  }

  @Test
  void what_a_refund_gave_back_in_a_block_that_is_gone_is_too_much() {
    world.beginWithAnotherMerchant();
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    Requested refund = refundOfTooMuch(hosted, 60);
    long before = chain.head();
    chain.mine(1);
    chain.pay(refund.terms());
    chain.pass(5);
    assertThat(status(refund)).isEqualTo("settled");
    chain.replaceAfter(before + 1, before - TestChain.FINAL_AFTER);
    chain.watch();
    assertThat(world.told(hosted)).doesNotContain("payment.overpaid"); // it may come back
    chain.pass(70);
    assertThat(status(refund)).isEqualTo("failed");
    assertTooMuch(hosted);
  }

  private static String isOverpaidDone(HostedPayment hosted) {
    return world.stored.text(
        "select done from payment_flag where payment_id = ? and flag = 'overpaid'",
        hosted.payment().id().value());
  }

  private static List<String> lines(Requested refund) {
    return world.stored.texts(
        "select kind || ' ' || amount from movement where refund_id = ? order by id",
        refund.id().value());
  }

  /** What the operator's call does. */
  @Test
  void ref_of_a_refund_confirms_no_payment_and_the_other_way_round() {
    HostedPayment unpaid = world.payment(chain.inBlocks(1000));
    Terms itsTerms = chain.prepare(unpaid, TestChain.USDC);
    Requested refund = request(1000);
    chain.pay(refund.terms());
    chain.pass(10);
    assertThat(world.status(unpaid)).isEqualTo("created");
    assertThat(status(refund)).isEqualTo("settled");
    Requested second = request(1000);
    chain.pay(itsTerms);
    chain.pass(10);
    assertThat(world.status(unpaid)).isEqualTo("success");
    assertThat(status(second)).isEqualTo("requested open");
  }
}
